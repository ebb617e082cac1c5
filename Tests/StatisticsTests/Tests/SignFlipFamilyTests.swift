import SeededRandom
import Statistics
import Testing

struct SignFlipFamilyTests {
  /// Counted over all signs by ten lines of Python.
  @Test(
    arguments: [
      ([[1, 2, 3]], [0.25]),
      (
        [
          [5, 6, 5, 7, 6, 5, 8, 6, 5, 6], [1, -2, 3, -1, 2, -3, 1, -1, 2, -2],
          [3, 1, 4, 1, -5, 9, 2, 6, -5, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ], [2 / 1024, 1, 448 / 1024, 1]
      ),
      (
        [
          [5, 6, 5, 7, 6, 5, 8, 6], [5, 6, 5, 7, 6, 5, 8, 6], [-1, -1, -1, -2, -1, -1, -1, 1],
        ], [2 / 256, 2 / 256, 16 / 256]
      ),
    ] as [([[Double]], [Double])])
  func `p values are those of all sign combinations`(_ series: [[Double]], _ expected: [Double])
    throws
  {
    #expect(try SignFlipFamily(series, seed: 1).pValues == expected)
  }

  @Test func `p values of drawn signs are close to those of all signs`() throws {
    // Fourteen ones: of 2¹⁴ signs two lean as much, and 30 as much as one that has one turned.
    let series = [Double](repeating: 1, count: 14)
    var turned = series
    turned[3] = -1
    #expect(try SignFlipFamily([series], seed: 1).pValues[0] < 5 * 2 / 16_384 + 1e-4)
    let p = try SignFlipFamily([turned], seed: 1).pValues[0]
    let exact = 30.0 / 16_384
    #expect(abs(p - exact) < 4 * (exact / 10_000).squareRoot() + 1e-4, "\(p)")
  }

  @Test func `fewer than eight pairs can't show anything at 1 %`() throws {
    #expect(SignFlipFamily.fewestPairs(alpha: 0.01) == 8)
    func p(_ pairs: Int) throws -> Double {
      try SignFlipFamily([[Double](repeating: 1e6, count: pairs)], seed: 1).pValues[0]
    }
    #expect(try p(7) > 0.01 && p(8) <= 0.01)
  }

  @Test func `of 400 families without any difference at most 3 % raise an alarm`() throws {
    var random = SplitMix64(seed: 7)
    // Forty functions of ten pairs each, whose sums are in the family like callers.
    func family() -> [[Double]] {
      var own: [[Double]] = []
      for _ in 0..<40 {
        own.append((0..<10).map { _ in Double(random.below(21) - random.below(21)) })
      }
      var callers = [[Double]](repeating: [Double](repeating: 0, count: 10), count: 8)
      for (function, differences) in own.enumerated() {
        for pair in 0..<10 { callers[function / 5][pair] += differences[pair] }
      }
      return own + callers
    }
    let count = 400
    var alarms = 0
    for _ in 0..<count {
      let pValues = try SignFlipFamily(family(), seed: 1).pValues
      if pValues.contains(where: { $0 <= 0.01 }) { alarms += 1 }
    }
    // 1 % and four standard deviations.
    #expect(alarms <= 12, "\(alarms)")
  }

  @Test func `series of unequal lengths, and values that are not finite, are refused`() {
    #expect(throws: StatisticsError.unequalLengths(baseline: 2, candidate: 3)) {
      try SignFlipFamily([[1, 2], [1, 2, 3]], seed: 1)
    }
    #expect(throws: StatisticsError.notFinite(index: 1, value: .infinity)) {
      try SignFlipFamily([[1, .infinity]], seed: 1)
    }
  }
}
