import Statistics
import Testing

/// p values by scipy: stats.t.sf of the trimmed mean, and all signs counted for the ranks.
struct PairedTestTests {
  private func test(_ logarithms: [Double]) throws -> PairedTest {
    try PairedTest(LogQuotients(Distribution(logarithms)))
  }

  private let mixed = [3.0, -1, 4, 1, 5, -2, 6, 5, 3, -5].map { $0 / 1000 }

  @Test func `p is the greater of the t test's and the signed rank's`() throws {
    let test = try test(mixed)
    #expect(agree(try test.logRatio.pValue(ratioAtMost: 1), 0.0445405059837907, within: 1e-10))
    #expect(agree(try test.pValue(ratioAtMost: 1), 0.0712890625))
    #expect(agree(try test.pValue(ratioAtMost: 1.001), 0.15625))
    #expect(
      agree(try self.test(mixed.map { -$0 }).pValue(ratioAtLeast: 1), 0.0712890625))
    #expect(agree(try test.pValue(ratioAtLeast: 1), 0.9554594940162093, within: 1e-10))
  }

  @Test func `where the t test shows nothing at the level its own p is enough`() throws {
    let p = try test(mixed).pValue(ratioAtMost: 1, exactUpTo: 0.04)
    #expect(agree(p, 0.0445405059837907, within: 1e-10))
    #expect(agree(try test(mixed).pValue(ratioAtMost: 1, exactUpTo: 0.05), 0.0712890625))
  }

  @Test func `of two modes the t test is certain of what ten coins show twice in 1,024`() throws {
    let modes = try test(
      (1...10).map { pair in (pair == 10 ? -0.02 : 0.02) + Double(pair) * 1e-5 })
    #expect(try modes.logRatio.pValue(ratioAtMost: 1) < 1e-20)
    #expect(try modes.pValue(ratioAtMost: 1) == 2.0 / 1024)
  }

  @Test(arguments: [2, 5, 10, 60])
  func `no p is below that of so many coins, though no pair differs from another`(
    _ pairs: Int
  ) throws {
    let same = try test(Array(repeating: 0.5, count: pairs))
    let minimum = (0..<pairs).reduce(1.0) { p, _ in p / 2 }
    #expect(try same.pValue(ratioAtMost: 1) == minimum)
    #expect(try same.pValue(ratioAtLeast: 2) == minimum)
    #expect(try same.pValue(ratioAtLeast: 1) == 1)
  }

  @Test func `the t test is made over clusters, the signed rank over their pairs`() throws {
    let clusters = try [[0.1, 0.1], [0.1, 0.1]].map { LogQuotients(try Distribution($0)) }
    #expect(try PairedTest(clusters).pValue(ratioAtMost: 1) == 1.0 / 16)
    #expect(throws: StatisticsError.tooFewClusters(found: 1, needed: 2)) {
      try PairedTest(Array(clusters.prefix(1)))
    }
  }
}
