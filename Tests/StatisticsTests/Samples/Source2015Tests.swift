import Statistics
import Testing

struct Source2015Tests {
  @Test(arguments: try Reference.load().source)
  func `every cell of 2015 agrees with exact arithmetic`(_ cell: Reference.SourceCase) throws {
    let values = try #require(Measurements2015.peaks()[cell.description])
    let summary = try Summary(of: Distribution(values))
    for statistic in Statistic.allCases {
      let expected = cell.expected[statistic.rawValue] ?? nil
      let actual = statistic.value(in: summary)
      // Shape is a sum of powers that cancel: for symmetric values nothing but rounding stays.
      let floor = statistic == .skewness || statistic == .kurtosis ? 1e-14 : 0
      #expect(
        agree(actual, expected, floor: floor), "\(statistic): \(String(describing: actual))")
    }
  }

  @Test func `means match all digits of the printed ones, except for one error in the source`()
    throws
  {
    let peaks = try Measurements2015.peaks()
    let printed = try Measurements2015.printedMeans()
    #expect(printed.count == 32)
    var wrong: [String: Double] = [:]
    for (cell, text) in printed {
      let summary = try Summary(of: Distribution(#require(peaks[cell])))
      let printed = try #require(Double(text))
      if !agree(summary.mean, printed) { wrong[cell] = summary.mean }
    }
    #expect(wrong.keys.sorted() == ["swift memory_mb US2"])
    #expect(agree(wrong["swift memory_mb US2"], 5.33))
    #expect(printed["swift memory_mb US2"] == "4.33")
  }

  @Test func `half-widths of peak memory are those that table 25 should have printed`() throws {
    let peaks = try Measurements2015.peaks()
    let expected = [
      "US1": 0.0302, "US2": 0.0346, "US3A": 0.2456, "US3B": 0.3522, "US4A": 0.1439,
      "US4B": 0.2586, "US5": 0.4770, "US7": 0.1879,
    ]
    for (story, halfWidth) in expected {
      let summary = try Summary(of: Distribution(#require(peaks["swift memory_mb \(story)"])))
      let actual = try #require(summary.confidenceHalfWidth)
      #expect((actual * 1e4).rounded() == (halfWidth * 1e4).rounded(), "\(story): \(actual)")
    }
  }

  @Test func `table 51 lists eleven runs, of which ten count`() throws {
    let listed = try Measurements2015.rowCount(
      of: "objc_measurements.csv", metric: "cpu_percent", story: "US7")
    #expect(listed == 11)
    let peaks = try Measurements2015.peaks()
    #expect(peaks.count == 32)
    #expect(peaks.values.allSatisfy { $0.count == 10 })
  }

  @Test func `peak memory of the login story agrees with the source's column`() throws {
    let values = try #require(Measurements2015.peaks()["swift memory_mb US1"])
    let summary = try Summary(of: Distribution(values))
    #expect(summary.count == 10)
    #expect(summary.minimum == 4)
    #expect(summary.mode == 4)
  }
}
