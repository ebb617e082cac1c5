import Statistics
import Testing

struct SignFlipTests {
  /// Ten pairs of 1 to 10 %.
  private func cell(_ source: String) throws -> SignFlips.Cell {
    SignFlips.Cell(
      source: source,
      quotients: LogQuotients(try Distribution((1...10).map { Double($0) / 100 })),
      ratioAtMost: 1.005)
  }

  private func share(_ cells: [SignFlips.Cell], other: Int = 0, alpha: Double) throws -> Double {
    let alarms = try SignFlips(runs: [cells], otherTests: other, alpha: alpha)
      .alarms(of: 20_000, seed: 1)
    return Double(alarms) / 20_000
  }

  @Test(arguments: [(0.01, 0.0078125), (0.05, 0.0341796875)])
  func `the share of alarms is close to the exact one of all 1,024 exchanges`(
    _ alpha: Double, _ exact: Double
  ) throws {
    let found = try share([cell("s")], alpha: alpha)
    // Four standard deviations of a count of 20,000.
    #expect(abs(found - exact) < 4 * (exact * (1 - exact) / 20_000).squareRoot(), "\(found)")
  }

  @Test(arguments: [(5, 0.25), (10, 0.5), (.max, 0.5), (1, 0.0341796875)])
  func `pairs of a stretch change sides together`(_ together: Int, _ exact: Double) throws {
    // All are above 0, so a run alarms where no stretch is turned, and of longer ones fewer are.
    let alarms = try SignFlips(runs: [[cell("s")]], together: together, alpha: 0.05)
      .alarms(of: 20_000, seed: 1)
    let found = Double(alarms) / 20_000
    #expect(abs(found - exact) < 4 * (exact * (1 - exact) / 20_000).squareRoot(), "\(found)")
  }

  @Test func `measurements of one pair change sides together, those of other pairs do not`() throws
  {
    let alone = try share([cell("s")], other: 1, alpha: 0.05)
    let exact = 0.017578125
    #expect(abs(alone - exact) < 4 * (exact * (1 - exact) / 20_000).squareRoot(), "\(alone)")
    // The same measurements twice are as one, but for their share of alpha.
    #expect(try share([cell("s"), cell("s")], alpha: 0.05) == alone)
    // Two of their own alarm nearly twice as often: 1 - (1 - p)².
    let apart = try share([cell("s"), cell("t")], alpha: 0.05)
    let both = 1 - (1 - exact) * (1 - exact)
    #expect(abs(apart - both) < 4 * (both * (1 - both) / 20_000).squareRoot(), "\(apart)")
  }

  @Test func `each of several layouts counts once`() throws {
    // Two pairs in each of two layouts: exchanged as a whole, or inconsistent.
    let quotients = LogQuotients(try Distribution([0.1, 0.1, 0.1, 0.1]))
    let layouts = SignFlips.Cell(
      source: "s", layouts: [1, 2, 1, 2], quotients: quotients, ratioAtMost: 1)
    // Without spread between layouts p is that of four signs: both at 0.1, or both at 0 (which is not
    // above 1).
    let found = try share([layouts], alpha: 1.0 / 16)
    #expect(abs(found - 1.0 / 16) < 4 * (0.0625 * 0.9375 / 20_000).squareRoot(), "\(found)")
  }

  @Test func `a negligible estimate raises no alarm, however certain it is`() throws {
    let quotients = LogQuotients(try Distribution((1...10).map { 0.02 + Double($0) / 10_000 }))
    for (maximum, expected) in [(1.02, 1), (1.03, 0)] {
      let cell = SignFlips.Cell(
        source: "s", quotients: quotients, ratioAtMost: 1, negligible: 1...maximum)
      // Of 1,024 exchanges only the one in which all stay shows 2⁻¹⁰.
      let found = try share([cell], alpha: 1.0 / 1024)
      #expect(abs(found - Double(expected) / 1024) < 0.0009, "\(found)")
    }
  }

  @Test func `a check without pairs raises no alarm`() throws {
    #expect(try SignFlips(runs: [], alpha: 0.5).alarms(of: 10, seed: 1) == 0)
    #expect(try SignFlips(runs: [[]], alpha: 0.5).alarms(of: 10, seed: 1) == 0)
  }
}
