import Statistics
import Testing

struct SignedRankTests {
  @Test func `statistic and p value agree with scipy, or with all signs counted if there are ties`()
    throws
  {
    for reference in try DecisionReference.load().signedRanks {
      let test = try SignedRank(
        LogQuotients(
          baseline: Distribution(reference.baseline), candidate: Distribution(reference.candidate)),
        ratioAtMost: reference.bound)
      #expect(test.count == reference.count)
      #expect(test.statistic == reference.statistic)
      #expect(agree(test.pValue, reference.p), "\(test.pValue) instead of \(reference.p)")
    }
  }

  @Test(arguments: [(11, false), (12, true)])
  func `at least 12 pairs are needed to reach 1 % over 36 tests`(_ pairs: Int, _ reaches: Bool)
    throws
  {
    let base = try Distribution((1...pairs).map(Double.init))
    let other = try Distribution(base.values.map { $0 * (1.1 + $0 / 100) })
    let quotients = try LogQuotients(baseline: base, candidate: other)
    let p = try SignedRank(quotients, ratioAtMost: 1).pValue
    #expect((p <= 0.01 / 36) == reaches)
  }

  @Test func `beyond the exact limit p is scipy's normal approximation`() throws {
    let values = (1...130).map { Double(($0 * 37) % 131 - 40) / 1e4 }
    let quotients = LogQuotients(try Distribution(values))
    let test = try SignedRank(quotients, ratioAtMost: 1)
    // stats.wilcoxon(…, correction=True, method="approx"); all signs counted give 2.9e-11.
    #expect(test.count == 129)
    #expect(agree(test.pValue, 2.2901207631977042e-10, within: 1e-9), "\(test.pValue)")
  }

  @Test func `pairs that all equal the bound give a p value of 1`() throws {
    let side = try Distribution([1, 2, 3])
    let test = try SignedRank(LogQuotients(baseline: side, candidate: side), ratioAtMost: 1)
    #expect(test.count == 0 && test.pValue == 1)
  }

  @Test func `a bound without a logarithm is refused`() throws {
    let side = try Distribution([1, 2])
    #expect(throws: StatisticsError.undefined(function: "logarithm", argument: 0)) {
      try SignedRank(LogQuotients(baseline: side, candidate: side), ratioAtMost: 0)
    }
  }
}
