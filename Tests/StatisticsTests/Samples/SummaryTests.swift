import SeededRandom
import Statistics
import Testing

struct SummaryTests {
  @Test(arguments: try Reference.load().summaries)
  func `every statistic agrees with exact arithmetic`(_ reference: Reference.SummaryCase) throws {
    let summary = try Summary(of: Distribution(reference.values))
    for statistic in Statistic.allCases {
      let expected = reference.expected[statistic.rawValue] ?? nil
      let actual = statistic.value(in: summary)
      // Shape is a sum of powers that cancel: for symmetric values nothing but rounding stays.
      let floor = statistic == .skewness || statistic == .kurtosis ? 1e-14 : 0
      #expect(
        agree(actual, expected, floor: floor), "\(statistic): \(String(describing: actual))")
    }
  }

  @Test func `a single value has a mean and no spread`() throws {
    let summary = try Summary(of: Distribution([4.25]))
    #expect(summary.mean == 4.25)
    #expect(summary.median == 4.25)
    #expect(summary.range == 0)
    #expect(summary.mode == nil)
    #expect(summary.sampleVariance == nil)
    #expect(summary.standardDeviation == nil)
    #expect(summary.standardError == nil)
    #expect(summary.confidenceHalfWidth == nil)
    #expect(summary.skewness == nil)
    #expect(summary.kurtosis == nil)
  }

  @Test func `equal values have a spread of exactly zero, and no skewness or kurtosis`() throws {
    // In doubles 0.1 three times is 0.30000000000000004, a third of which is not 0.1.
    let summary = try Summary(of: Distribution([0.1, 0.1, 0.1]))
    #expect(summary.mean == 0.1)
    #expect(summary.standardDeviation == 0)
    #expect(summary.confidenceHalfWidth == 0)
    #expect(summary.skewness == nil)
    #expect(summary.kurtosis == nil)
    #expect(summary.mode == 0.1)
  }

  @Test func `skewness needs three values and kurtosis four`() throws {
    #expect(try Summary(of: Distribution([1, 2])).skewness == nil)
    #expect(try Summary(of: Distribution([1, 2, 4])).skewness != nil)
    #expect(try Summary(of: Distribution([1, 2, 4])).kurtosis == nil)
    #expect(try Summary(of: Distribution([1, 2, 4, 8])).kurtosis != nil)
  }

  @Test func `the mode is the first in run order among the most frequent values`() throws {
    #expect(try Summary(of: Distribution([3, 1, 1, 3])).mode == 3)
    #expect(try Summary(of: Distribution([1, 3, 3, 1])).mode == 1)
    #expect(try Summary(of: Distribution([3, 1, 1])).mode == 1)
    #expect(try Summary(of: Distribution([3, 1, 2])).mode == nil)
  }

  @Test func `a large offset does not change the variance`() throws {
    let near = try Summary(of: Distribution([1, 2, 4, 8]))
    let far = try Summary(of: Distribution([1, 2, 4, 8].map { $0 + 1e15 }))
    #expect(far.sampleVariance == near.sampleVariance)
    #expect(agree(far.skewness, near.skewness))
    #expect(agree(far.kurtosis, near.kurtosis))
  }

  @Test func `skewness and kurtosis keep their size under shift and scale`() throws {
    let values = [0.25, 1.5, 1.75, 4, 9.5, 2]
    let plain = try Summary(of: Distribution(values))
    let moved = try Summary(of: Distribution(values.map { -3 * $0 + 1000 }))
    #expect(agree(moved.mean, -3 * plain.mean + 1000))
    #expect(agree(moved.standardDeviation, plain.standardDeviation.map { 3 * $0 }))
    #expect(agree(moved.sampleVariance, plain.sampleVariance.map { 9 * $0 }))
    #expect(agree(moved.skewness, plain.skewness.map { -$0 }))
    #expect(agree(moved.kurtosis, plain.kurtosis))
  }

  @Test(arguments: 0..<20)
  func `order affects no statistic except the mode`(_ seed: Int) throws {
    let values = try Reference.load().summaries.last?.values ?? []
    var generator = SplitMix64(seed: UInt64(seed))
    let ordered = try Summary(of: Distribution(values))
    let shuffled = try Summary(of: Distribution(values.shuffled(using: &generator)))
    for statistic in Statistic.allCases where statistic != .mode {
      #expect(statistic.value(in: shuffled) == statistic.value(in: ordered), "\(statistic)")
    }
  }

  @Test func `a sum beyond the largest number is refused by name`() {
    let error = #expect(throws: StatisticsError.self) {
      try Summary(of: Distribution([1e308, 1.5e308]))
    }
    #expect(error == .notRepresentable(value: "sum"))
  }

  @Test func `values whose squares are too large are refused, and tiny ones still work`() throws {
    #expect(throws: StatisticsError.notRepresentable(value: "sample variance")) {
      try Summary(of: Distribution([-1e200, -2e200, 3e200]))
    }
    let tiny = try Summary(of: Distribution([1e-200, 2e-200, 3e-200]))
    #expect(agree(tiny.standardDeviation, 1e-200))
    #expect(tiny.skewness != nil)
  }

  @Test func `statistics are listed in the order of the analysis tool`() {
    #expect(
      Statistic.allCases.map(\.title) == [
        "Mean", "Standard error", "Median", "Mode", "Standard deviation", "Sample variance",
        "Kurtosis", "Skewness", "Range", "Minimum", "Maximum", "Sum", "Count",
        "95 % confidence half-width",
      ])
    #expect(Statistic.allCases.filter { $0.dimension == .squared } == [.sampleVariance])
    #expect(
      Statistic.allCases.filter { $0.dimension == .none } == [.kurtosis, .skewness, .count])
  }
}
