import Statistics
import Testing

struct DetectableRatioTests {
  /// Three pairs with the standard error √3/3 % of the ratio, and two degrees of freedom.
  private func pairs() throws -> PairedRatio {
    try PairedRatio(
      baseline: Distribution([1, 1, 1]), candidate: Distribution([0.99, 1.0, 1.01]))
  }

  @Test func `the effect found with 90 % power is that of scipy's noncentral t`() throws {
    for reference in try DecisionReference.load().power {
      // n values of ±1 about 10, whose error is known, give the same degrees.
      let n = Int(reference.degrees) + 1
      let values = (0..<n).map { $0 == 0 ? 11.0 : 10.0 }
      let test = try MeanTest(Distribution(values), as: .candidate)
      let detectable = try test.detectableMean(
        above: 5, alpha: reference.alpha, power: reference.power)
      let found = (detectable - 5) / test.standardError
      #expect(
        agree(found, reference.noncentrality, within: 1e-8),
        "\(reference.degrees), \(reference.alpha): \(found), \(reference.noncentrality)")
    }
  }

  @Test func `a ratio's is the bound times the error that it takes`() throws {
    let reference = try #require(
      try DecisionReference.load().power.first { $0.degrees == 2 && $0.alpha == 0.05 })
    let ratio = try pairs().logRatio
    let found = try ratio.detectableRatio(above: 1.005, alpha: 0.05, power: 0.9)
    // exp(δ se) to third order, in a test that shares no function with the code.
    let x = reference.noncentrality * ratio.standardError
    #expect(agree(found, 1.005 * (1 + x + x * x / 2 + x * x * x / 6), within: 1e-5))
  }

  @Test func `pairs without spread would have found all that is above the bound`() throws {
    let same = try PairedRatio(baseline: Distribution([1, 2]), candidate: Distribution([1, 2]))
    #expect(try same.logRatio.detectableRatio(above: 1.005, alpha: 0.01, power: 0.9) == 1.005)
  }

  @Test func `what would have to grow a thousandfold to be found can't be found`() throws {
    // se is ln(10) / √2; with one degree of freedom δ is above 4, so that the ratio is above 1000.
    let wild = try PairedRatio(baseline: Distribution([1, 1]), candidate: Distribution([1, 100]))
    #expect(
      try wild.logRatio.detectableRatio(above: 1.005, alpha: 0.01, power: 0.9) == .infinity)
  }

  @Test func `the one-sided bound of 97.5 % is the upper end of the 95 % interval`() throws {
    let ratio = try pairs().logRatio
    #expect(
      agree(try ratio.upperBound(confidenceLevel: 0.975), try ratio.ratio().upper, within: 1e-10))
  }

  @Test func `levels outside 0 to 1 are refused`() throws {
    let ratio = try pairs().logRatio
    #expect(throws: StatisticsError.probability(0)) {
      try ratio.detectableRatio(above: 1, alpha: 0, power: 0.9)
    }
    #expect(throws: StatisticsError.probability(1)) {
      try ratio.detectableRatio(above: 1, alpha: 0.01, power: 1)
    }
    #expect(throws: StatisticsError.undefined(function: "logarithm", argument: 0)) {
      try ratio.detectableRatio(above: 0, alpha: 0.01, power: 0.9)
    }
    #expect(throws: StatisticsError.undefined(function: "noncentrality of t", argument: 0.001)) {
      try ratio.detectableRatio(above: 1, alpha: 0.01, power: 0.001)
    }
    #expect(throws: StatisticsError.probability(2)) { try ratio.upperBound(confidenceLevel: 2) }
  }
}
