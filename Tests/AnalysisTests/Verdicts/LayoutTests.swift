import Analysis
import Metrics
import Statistics
import Testing

/// The expected measurements were computed by scipy: a one-sample t test over the layouts' means of log
/// ratios, and the trimmed one over all pairs.
struct LayoutTests {
  /// Sixteen rounds in four layouts; the candidate takes `factors` of the baseline's time in them.
  private func comparison(factors: [Double]) -> Comparison {
    let baseline = (0..<16).map { Double(100 + $0 % 5) }
    let candidate = baseline.enumerated().map { round, value in
      value * factors[round % 4] * (1 + 0.001 * (Double(round / 4) - 1.5))
    }
    return Sides.comparison(
      baseline: ["list": baseline], candidate: ["list": candidate], layouts: 4)
  }

  private func ratio(_ comparison: Comparison) throws -> Difference {
    try #require(comparison.rows.first).ratio.get()
  }

  @Test func `a difference that only some layouts show is attributed to the layout`() throws {
    let comparison = comparison(factors: [0.80, 0.99, 0.85, 0.98])
    let ratio = try ratio(comparison)
    #expect(comparison.layouts == 4)
    #expect(ratio.evidence == .layouts(4, pairs: 16))
    expect(
      ratio, point: 0.9012437673249623, lower: 0.7618176435441666, upper: 1.0661873415839322,
      error: 0.047595694204243914)
    expect(
      try #require(ratio.overRuns), point: 0.9028698612231233, lower: 0.8518032173901527,
      upper: 0.9569980127601307, error: 0.024332741812311667)
    #expect(ratio.finding == .layout)
    #expect(try #require(comparison.overall[.cpuTime]).get().finding == .layout)
  }

  @Test func `a difference that all layouts confirm is attributed to the builds`() throws {
    let comparison = comparison(factors: [0.80, 0.82, 0.81, 0.79])
    let ratio = try ratio(comparison)
    expect(
      ratio, point: 0.804921848633422, lower: 0.7846386896967803, upper: 0.8257293336603408,
      error: 0.006455125951728429)
    expect(
      try #require(ratio.overRuns), point: 0.8049307801423065, lower: 0.7979019397609165,
      upper: 0.812021538655042, error: 0.003267826033548751)
    #expect(ratio.isShown)
    #expect(try #require(comparison.overall[.cpuTime]).get().isShown)
  }

  @Test func `if neither layouts nor pairs show a difference, no cause is given`() throws {
    #expect(try ratio(comparison(factors: [1.001, 0.999, 1.0005, 0.9995])).finding == .none)
  }

  @Test func `runs with a single layout are judged by pairs, as without layouts`() throws {
    let ratio = try Sides.ratio([100, 200, 400, 100, 200, 400], [80, 161, 322, 81, 160, 321]).get()
    #expect(ratio.evidence == .pairs(6))
    #expect(ratio.overRuns == nil)
    #expect(ratio.isShown)
  }

  @Test func `the overall ratio is decided over layouts too`() throws {
    let comparison = Sides.comparison(
      baseline: [
        "list": [100, 200, 150, 110, 190, 160], "lend": [1000, 1100, 900, 1010, 1090, 920],
      ],
      candidate: [
        "list": [80, 170, 120, 86, 168, 133], "lend": [1100, 1150, 1010, 1111, 1130, 1000],
      ], layouts: 3)
    let overall = try #require(comparison.overall[.cpuTime]).get()
    #expect(overall.evidence == .layouts(3, pairs: 6))
    expect(
      overall, point: 0.9438843660379349, lower: 0.9199718883042843, upper: 0.9684183916673763,
      error: 0.005629223423519308)
    expect(
      try #require(overall.overRuns), point: 0.9438843660379349, lower: 0.9329317408673317,
      upper: 0.9549655751047365, error: 0.004285670596652535)
  }

  @Test func `pairs of a single layout give no ratio`() throws {
    let comparison = Sides.comparison(
      baseline: ["list": [1, nil, 1, nil]], candidate: ["list": [2, 2, 2, 2]], layouts: 2)
    #expect(throws: NoRatio.tooFewLayouts(1)) { try ratio(comparison) }
    #expect(NoRatio.tooFewLayouts(1).description == "only 1 layout has pairs")
  }
}
