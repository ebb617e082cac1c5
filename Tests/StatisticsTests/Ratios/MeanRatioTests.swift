import Statistics
import Testing

/// Several ratios as one. What scipy gives for those of 2015 is in `ScorecardResultTests`.
struct MeanRatioTests {
  private func ratio(_ baseline: [Double], _ candidate: [Double]) throws -> LogRatio {
    try IndependentRatio(
      baseline: Distribution(baseline), candidate: Distribution(candidate)
    ).logRatio
  }

  @Test func `the mean of one ratio is that ratio`() throws {
    let one = try ratio([1, 4, 2], [8, 18])
    let mean = try LogRatio.mean(of: [one])
    #expect(mean.location == one.location)
    #expect(agree(mean.standardError, one.standardError))
    #expect(agree(mean.degreesOfFreedom, one.degreesOfFreedom))
  }

  @Test func `the mean of two equal ratios has half the variance and twice the degrees of freedom`()
    throws
  {
    let one = try ratio([1, 4, 2], [8, 18])
    let mean = try LogRatio.mean(of: [one, one])
    #expect(agree(mean.location, one.location))
    #expect(agree(mean.standardError * 2.0.squareRoot(), one.standardError))
    #expect(agree(mean.degreesOfFreedom, 2 * one.degreesOfFreedom))
  }

  @Test func `a ratio of two and one of a half cancel out`() throws {
    let mean = try LogRatio.mean(of: [ratio([2, 2, 2], [4, 4]), ratio([4, 4], [2, 2])])
    #expect(mean.location == 0 && mean.standardError == 0 && mean.degreesOfFreedom == 1)
    #expect(try mean.interval(confidenceLevel: 0.95) == 0...0)
  }

  @Test func `the interval of a log ratio is symmetric around its location`() throws {
    let one = try ratio([1, 4, 2], [8, 18, 9, 11])
    let (interval, estimate) = try (
      one.interval(confidenceLevel: 0.9), one.ratio(confidenceLevel: 0.9)
    )
    let middle = (interval.lowerBound + interval.upperBound) / 2
    #expect(agree(middle, one.location))
    #expect(agree((estimate.lower * estimate.upper).squareRoot(), estimate.point))
    #expect(interval.lowerBound < one.location)
    #expect(throws: StatisticsError.confidenceLevel(1)) { try one.interval(confidenceLevel: 1) }
  }

  @Test func `the mean of no ratios is refused`() {
    #expect(throws: StatisticsError.noValues) { try LogRatio.mean(of: []) }
  }
}
