import Statistics
import Testing

/// p values by scipy: stats.t.sf of the trimmed mean, and all signs counted for the ranks.
struct PairedTestTests {
  private func test(_ logarithms: [Double]) throws -> PairedTest {
    try PairedTest(LogQuotients(Distribution(logarithms)))
  }

  private let mixed = [3.0, -1, 4, 1, 5, -2, 6, 5, 3, -5].map { $0 / 1000 }

  @Test func `p is the greater of the p values of the t test and the signed rank test`() throws {
    let test = try test(mixed)
    #expect(agree(try test.logRatio.pValue(ratioAtMost: 1), 0.0445405059837907, within: 1e-10))
    #expect(agree(try test.pValue(ratioAtMost: 1), 0.0712890625))
    #expect(agree(try test.pValue(ratioAtMost: 1.001), 0.15625))
    #expect(
      agree(try self.test(mixed.map { -$0 }).pValue(ratioAtLeast: 1), 0.0712890625))
    #expect(agree(try test.pValue(ratioAtLeast: 1), 0.9554594940162093, within: 1e-10))
  }

  @Test func `if the t test misses the level, its own p value is the result`() throws {
    let p = try test(mixed).pValue(ratioAtMost: 1, exactUpTo: 0.04)
    #expect(agree(p, 0.0445405059837907, within: 1e-10))
    #expect(agree(try test(mixed).pValue(ratioAtMost: 1, exactUpTo: 0.05), 0.0712890625))
  }

  @Test func `for bimodal pairs the signed rank test limits the overconfident t test`() throws {
    let modes = try test(
      (1...10).map { pair in (pair == 10 ? -0.02 : 0.02) + Double(pair) * 1e-5 })
    #expect(try modes.logRatio.pValue(ratioAtMost: 1) < 1e-20)
    #expect(try modes.pValue(ratioAtMost: 1) == 2.0 / 1024)
  }

  @Test(arguments: [2, 5, 10, 60])
  func `p is never below that of as many coin tosses, even if all pairs are equal`(
    _ pairs: Int
  ) throws {
    let same = try test(Array(repeating: 0.5, count: pairs))
    let minimum = (0..<pairs).reduce(1.0) { p, _ in p / 2 }
    #expect(try same.pValue(ratioAtMost: 1) == minimum)
    #expect(try same.pValue(ratioAtLeast: 2) == minimum)
    #expect(try same.pValue(ratioAtLeast: 1) == 1)
  }

  @Test func `the t test uses the clusters, the signed rank test their pairs`() throws {
    let clusters = try [[0.1, 0.1], [0.1, 0.1]].map { LogQuotients(try Distribution($0)) }
    #expect(try PairedTest(clusters).pValue(ratioAtMost: 1) == 1.0 / 16)
    #expect(throws: StatisticsError.tooFewClusters(found: 1, needed: 2)) {
      try PairedTest(Array(clusters.prefix(1)))
    }
  }
}
