import Statistics
import Testing

struct PairedRatioTests {
  @Test(arguments: try Reference.load().paired)
  func `location, error, degrees and interval agree with scipy`(
    _ reference: Reference.PairedCase
  ) throws {
    let paired = try PairedRatio(
      baseline: Distribution(reference.baseline), candidate: Distribution(reference.candidate))
    #expect(paired.pairCount == reference.baseline.count)
    #expect(paired.trimmedPerEnd == reference.trimmed)
    try expect(paired.logRatio, agreesWith: reference.ratio)
  }

  @Test func `one of ten pairs is cut at each end, whatever its value`() throws {
    let base = Array(repeating: 1.0, count: 10)
    var candidate = [1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.09, 1.10]
    let tame = try ratio(base, candidate)
    candidate[9] = 1e9
    candidate[0] = 1e-9
    #expect(try ratio(base, candidate) == tame)
  }

  @Test func `equal quotients give an interval without width`() throws {
    let base = [1.0, 2, 4, 8]
    let estimate = try ratio(base, base.map { $0 * 1.5 })
    #expect(agree(estimate.point, 1.5))
    #expect(estimate.lower == estimate.point)
    #expect(estimate.upper == estimate.point)
    #expect(estimate.standardError == 0)
  }

  @Test func `if all pairs are equal, the bound alone decides`() throws {
    let base = try Distribution([1.0, 2, 4, 8])
    let same = try PairedRatio(baseline: base, candidate: base).logRatio
    #expect(try same.pValue(ratioAtMost: 1) == 1)
    #expect(try same.pValue(ratioAtMost: 0.999) == 0)
    #expect(try same.pValue(ratioAtLeast: 1) == 1)
    #expect(try same.pValue(ratioAtLeast: 1.001) == 0)
  }

  @Test func `swapping the sides inverts the ratio`() throws {
    for reference in try Reference.load().paired {
      let forth = try ratio(reference.baseline, reference.candidate)
      let back = try ratio(reference.candidate, reference.baseline)
      #expect(agree(back.point, 1 / forth.point))
      #expect(agree(back.lower, 1 / forth.upper))
      #expect(agree(back.upper, 1 / forth.lower))
    }
  }

  @Test func `the unit and the order of the pairs do not matter`() throws {
    let reference = try #require(try Reference.load().paired.last)
    let plain = try ratio(reference.baseline, reference.candidate)
    let scaled = try ratio(
      reference.baseline.map { $0 * 1024 }, reference.candidate.map { $0 * 1024 })
    #expect(scaled == plain)
    let reversed = try ratio(reference.baseline.reversed(), reference.candidate.reversed())
    #expect(reversed == plain)
  }

  @Test func `quotients too large for a number still have a logarithm`() throws {
    let estimate = try PairedRatio(
      baseline: Distribution([1e-200, 1e-200]), candidate: Distribution([1e200, 1e200]))
    #expect(agree(estimate.logRatio.location, 400 * 2.302585092994046))
    #expect(throws: StatisticsError.notRepresentable(value: "ratio")) {
      try estimate.logRatio.ratio()
    }
  }

  @Test func `two pairs far apart leave the ratio unbounded`() throws {
    let pair = try PairedRatio(
      baseline: Distribution([1.0, 1]), candidate: Distribution([1, 1e100]))
    let estimate = try pair.logRatio.ratio(confidenceLevel: 0.99)
    #expect(estimate.lower == 0)
    #expect(estimate.upper == .infinity)
  }

  @Test func `sides of unequal lengths are refused`() throws {
    #expect(throws: StatisticsError.unequalLengths(baseline: 2, candidate: 3)) {
      try ratio([1, 2], [1, 2, 3])
    }
  }

  @Test func `a single pair is refused`() {
    #expect(throws: StatisticsError.tooFewPairs(found: 1, needed: 2)) { try ratio([1], [2]) }
  }

  @Test func `a value without a logarithm is reported with its side and index`() {
    #expect(throws: StatisticsError.notPositive(side: .baseline, index: 1, value: 0)) {
      try ratio([1, 0], [1, 2])
    }
    #expect(throws: StatisticsError.notPositive(side: .candidate, index: 0, value: -2)) {
      try ratio([1, 1], [-2, 2])
    }
  }

  @Test func `a confidence level outside 0 to 1 is refused`() throws {
    let pair = try PairedRatio(baseline: Distribution([1, 2]), candidate: Distribution([1, 3]))
    for level in [0, 1, 95, -Double.infinity] {
      #expect(throws: StatisticsError.confidenceLevel(level)) {
        try pair.logRatio.ratio(confidenceLevel: level)
      }
    }
  }

  private func ratio(_ baseline: [Double], _ candidate: [Double]) throws -> Estimate {
    try PairedRatio(baseline: Distribution(baseline), candidate: Distribution(candidate))
      .logRatio.ratio()
  }
}
