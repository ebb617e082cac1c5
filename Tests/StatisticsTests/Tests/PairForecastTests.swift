import Statistics
import Testing

struct PairForecastTests {
  /// Pairs of a ratio that scatters by ± a share in turns.
  private func forecast(_ ratio: Double, _ scatter: Double, pairs: Int) throws -> PairForecast {
    let values = (0..<pairs).map { ratio * (1 + ($0.isMultiple(of: 2) ? scatter : -scatter)) }
    let quotients = try LogQuotients(
      baseline: Array(repeating: 1, count: pairs), candidate: values)
    return PairForecast(try PairedRatio(quotients).logRatio, pairs: pairs)
  }

  @Test(arguments: [(0.5, 1), (0.025, 6), (0.01, 7), (0.01 / 36, 12), (2.0, 1)])
  func `the forecast knows the fewest pairs that can reach each level`(
    _ level: Double, _ fewest: Int
  ) {
    #expect(PairForecast.fewest(showingAt: level) == fewest)
  }

  @Test func `a clear change needs no more pairs than the signed rank test does`() throws {
    #expect(try forecast(2, 0.001, pairs: 4).pairs(toShow: .above(1), at: 0.01) == 7)
    #expect(try forecast(0.5, 0.001, pairs: 4).pairs(toShow: .below(1), at: 0.01) == 7)
  }

  @Test func `if the ranks show less than the mean, the forecast asks for more pairs`() throws {
    let quotients = try LogQuotients(
      baseline: Array(repeating: 1, count: 10), candidate: [0.05] + Array(repeating: 2, count: 9))
    let ratio = try PairedRatio(quotients).logRatio
    let p = try PairedTest(quotients).pValue(ratioAtMost: 1)
    let plain = try #require(PairForecast(ratio, pairs: 10).pairs(toShow: .above(1), at: 0.025))
    let ranked = try #require(
      PairForecast(ratio, pairs: 10, reached: p).pairs(toShow: .above(1), at: 0.025))
    // 45 of 55 by the ranks, or more, in 47 of 1,024 draws: a score of 1.69 where 1.96 is asked for.
    #expect(abs(p - 47.0 / 1024) < 1e-9 && plain == 11 && ranked == 14)
  }

  @Test func `more noise takes more pairs, and a change on the other side is never shown`()
    throws
  {
    let little = try #require(
      try forecast(1.02, 0.02, pairs: 10).pairs(toShow: .above(1), at: 0.001))
    let much = try #require(try forecast(1.02, 0.04, pairs: 10).pairs(toShow: .above(1), at: 0.001))
    #expect(10 < little && little < much)
    #expect(try forecast(0.98, 0.02, pairs: 10).pairs(toShow: .above(1), at: 0.001) == nil)
    #expect(try forecast(1.0000001, 0.1, pairs: 10).pairs(toShow: .above(1), at: 0.001) == nil)
  }

  @Test func `an interval fits within a margin once enough pairs are added`() throws {
    let noisy = try forecast(1.001, 0.05, pairs: 10)
    let within = PairForecast.Claim.within(0.02, confidenceLevel: 0.95)
    #expect(!noisy.isShown(within, at: 0.01, by: 12))
    #expect(noisy.isShown(within, at: 0.01, by: 60))
    #expect(!(try forecast(1.05, 0.01, pairs: 10)).isShown(within, at: 0.01, by: 1000))
  }
}
