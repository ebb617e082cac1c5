import Testing

@testable import Statistics

struct ChangePointTests {
  @Test(arguments: try ChangePointReference.load().series)
  func `suspected and confirmed changes are those of Apache Otava`(
    _ series: ChangePointReference.Series
  ) throws {
    for analysis in series.analyses where !analysis.rounding {
      let rule = try ChangePointRule(
        windowLength: analysis.window, level: analysis.p, minimumMagnitude: analysis.magnitude)
      #expect(try rule.suspected(in: series.values).map(\.index) == analysis.candidates)
      let found = try rule.changes(in: Distribution(series.values))
      #expect(found.map(\.index) == analysis.changes.map(\.index))
      for (change, expected) in zip(found, analysis.changes) {
        expectEqual(change, expected)
      }
    }
  }

  /// Otava's means of equal values may differ by the last bit.
  @Test func `nothing is found between equal values, where Otava finds its own rounding`() throws {
    let all = try ChangePointReference.load().series
    var differing: [String] = []
    for series in all {
      for analysis in series.analyses where analysis.rounding {
        differing.append(series.name)
        let rule = try ChangePointRule(
          windowLength: analysis.window, level: analysis.p, minimumMagnitude: analysis.magnitude)
        let found = try rule.changes(in: Distribution(series.values))
        #expect(found.allSatisfy { $0.shift.magnitude > 0.01 })
        #expect(Set(found.map(\.index)).isSubset(of: analysis.changes.map(\.index)))
      }
    }
    #expect(differing == ["long 4"])
  }

  private func expectEqual(_ change: ChangePoint, _ expected: ChangePointReference.Change) {
    let shift = change.shift
    for (value, measurement) in [
      (change.divergence, expected.divergence), (shift.before, expected.before),
      (shift.after, expected.after), (shift.relativeChange, expected.relativeChange),
      (shift.magnitude, expected.magnitude),
    ] {
      #expect(agree(value, measurement, within: 1e-9, floor: 1e-12))
    }
    // Deviations of equal values are 0 here, and rounding errors there.
    let floor = 1e-12 * max(abs(shift.before), abs(shift.after))
    #expect(agree(shift.deviationBefore, expected.deviationBefore, within: 1e-9, floor: floor))
    #expect(agree(shift.deviationAfter, expected.deviationAfter, within: 1e-9, floor: floor))
    #expect(agree(shift.p, expected.p, within: 1e-9, floor: 1e-12))
  }

  @Test func `the reference has series with changes, without changes, and with dropped ones`()
    throws
  {
    let reference = try ChangePointReference.load()
    #expect(reference.otava == "0.8.0")
    let analyses = reference.series.flatMap(\.analyses)
    #expect(analyses.count == 296)
    #expect(analyses.map(\.changes.count).reduce(0, +) == 1262)
    #expect(analyses.contains { $0.changes.isEmpty })
    // Some that were suspected are dropped.
    #expect(analyses.contains { $0.candidates.count > $0.changes.count })
  }

  @Test func `a step is found at its index, with the means of both sides`() throws {
    let found = try ChangePointRule().changes(
      in: Distribution([10, 11, 10, 11, 10, 11, 20, 21, 20, 21, 20, 21]))
    let change = try #require(found.first)
    #expect(found.count == 1 && change.index == 6)
    #expect(change.shift.before == 10.5 && change.shift.after == 20.5)
    #expect(change.shift.deviationBefore == 0.5 && change.shift.deviationAfter == 0.5)
    #expect(change.shift.countBefore == 6 && change.shift.countAfter == 6)
    #expect(agree(change.shift.relativeChange, 20.5 / 10.5 - 1))
    // Q = 6 · 6 / 12 · (2 · 10 - 2 · 9 / 15): of the 36 distances across, 18 are 10, 9 are 9 and 9
    // are 11; of the 15 pairs on a side, 9 differ by 1.
    #expect(agree(change.divergence, 56.4))
  }

  @Test func `a step smaller than the minimum magnitude is dropped`() throws {
    let step = try Distribution([100, 101, 100, 101, 100, 101, 104, 105, 104, 105, 104, 105])
    #expect(try ChangePointRule(minimumMagnitude: 0.03).changes(in: step).map(\.index) == [6])
    #expect(try ChangePointRule(minimumMagnitude: 0.05).changes(in: step).isEmpty)
  }

  @Test func `a series of equal values has no change, whatever their digits`() throws {
    for value in [0, 0.1, 1.2, 1e-300, 33.3, 1e15] {
      #expect(
        try ChangePointRule(level: 0.5).changes(
          in: Distribution([Double](repeating: value, count: 60))
        ).isEmpty)
    }
  }

  @Test func `a change point rule refuses an invalid window, level or magnitude`() {
    #expect(throws: StatisticsError.windowLength(1)) { try ChangePointRule(windowLength: 1) }
    for level in [0, 1, -0.1, .nan] {
      #expect(throws: StatisticsError.self) { try ChangePointRule(level: level) }
    }
    #expect(throws: StatisticsError.minimumMagnitude(-0.01)) {
      try ChangePointRule(minimumMagnitude: -0.01)
    }
    #expect(throws: StatisticsError.minimumMagnitude(.infinity)) {
      try ChangePointRule(minimumMagnitude: .infinity)
    }
  }

  @Test func `values too large for a variance are reported`() throws {
    let values = try Distribution([1e308, -1e308, 1e308, -1e308])
    #expect(throws: StatisticsError.notRepresentable(value: "variance")) {
      try ChangePointRule(level: 0.9).changes(in: values)
    }
  }
}
