import Statistics
import Testing

struct TheilSenTests {
  // scipy.stats.theilslopes([3, 5, 4, 9, 8, 12, 15, 13], [1, 2, 3, 4, 5, 6, 7, 8], alpha=0.95), whose
  // interval is of the same ranks; P(S ≥ 22) of 8 by counting all 40,320 permutations.
  @Test func `slope and interval agree with scipy`() throws {
    let values: [Double] = [3, 5, 4, 9, 8, 12, 15, 13]
    let fit = try TheilSen(values.enumerated().map { (Double($0.offset + 1), $0.element) })
    #expect(abs(fit.slope.point - 1.8) < 1e-12)
    #expect(fit.slope.lower == 1)
    #expect(abs(fit.slope.upper - 8.0 / 3) < 1e-12)
    #expect(fit.statistic == 22)
    #expect(abs(fit.pValue - 111.0 / 40_320) < 1e-12)
  }

  @Test func `a steady rise has the p value of one order out of all`() throws {
    let fit = try TheilSen((1...8).map { (Double($0), Double($0 * $0)) })
    #expect(abs(fit.pValue - 1.0 / 40_320) < 1e-15)
    let level = try TheilSen((1...8).map { (Double($0), 7) })
    #expect(level.statistic == 0 && level.slope.point == 0 && level.pValue > 0.5)
  }

  @Test func `too few points, and points without distinct times, are refused`() {
    #expect(throws: StatisticsError.tooFewPairs(found: 4, needed: 5)) {
      try TheilSen((1...4).map { (Double($0), 1) })
    }
    #expect(throws: StatisticsError.undefined(function: "slope", argument: 0)) {
      try TheilSen((1...5).map { _ in (1, 1) })
    }
  }
}
