import Statistics
import Testing

struct NoiseTests {
  private let ratios = [1.02, 0.97, 1.3, 1.0, 1.01]

  @Test func `standard and robust deviation agree with scipy despite an outlier pair`() throws {
    let quotients = try LogQuotients(
      baseline: Distribution(Array(repeating: 1, count: 5)), candidate: Distribution(ratios))
    #expect(agree(quotients.standardDeviation, 0.11891272045654515, within: 1e-14))
    #expect(agree(quotients.robustDeviation, 0.014752382597771752, within: 1e-14))
  }

  @Test func `one pair, or equal pairs, have no noise`() throws {
    for values in [[0.5], [0.5, 0.5]] {
      let quotients = LogQuotients(try Distribution(values))
      #expect(quotients.standardDeviation == 0 && quotients.robustDeviation == 0)
    }
  }

  @Test func `estimates from logarithms equal those from the values of both sides`() throws {
    let baseline = try Distribution([2, 4, 8, 3, 5])
    let candidate = try Distribution(zip(baseline.values, ratios).map(*))
    let quotients = try LogQuotients(baseline: baseline, candidate: candidate)
    let again = LogQuotients(try Distribution(quotients.values))
    #expect(
      try PairedRatio(again) == PairedRatio(baseline: baseline, candidate: candidate))
    #expect(
      try ClusteredRatio([again, again]).logRatio.location == PairedRatio(again).logRatio.location)
    #expect(throws: StatisticsError.tooFewClusters(found: 1, needed: 2)) {
      try ClusteredRatio([again])
    }
  }

  @Test(arguments: [
    (3.3066, 10.6546, 0.01, 6.123707286686426), (10.6546, 10.6546, 0.005, 5.4866847066094),
    (1.0, 1.0, 0.5, 1.0), (21.6766, 10.6546, 0.01 / 36, 9.504426415440564),
  ])
  func `quantiles of F agree with scipy`(
    _ numerator: Double, _ denominator: Double, _ probability: Double, _ quantile: Double
  ) throws {
    let found = try FisherF(numerator: numerator, denominator: denominator)
      .upperQuantile(probability)
    #expect(agree(found, quantile, within: 1e-10), "\(found)")
  }

  @Test func `F refuses zero degrees of freedom and an impossible probability`() throws {
    #expect(throws: StatisticsError.degreesOfFreedom(0)) {
      try FisherF(numerator: 1, denominator: 0)
    }
    #expect(throws: StatisticsError.undefined(function: "F quantile", argument: 2)) {
      try FisherF(numerator: 1, denominator: 1).upperQuantile(2)
    }
  }
}
