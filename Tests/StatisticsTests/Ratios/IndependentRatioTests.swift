import Statistics
import Testing

struct IndependentRatioTests {
  @Test(arguments: try Reference.load().independent)
  func `location, error, degrees and interval agree with scipy`(
    _ reference: Reference.IndependentCase
  ) throws {
    let independent = try IndependentRatio(
      baseline: Distribution(reference.baseline), candidate: Distribution(reference.candidate))
    #expect(independent.baselineCount == reference.baseline.count)
    #expect(independent.candidateCount == reference.candidate.count)
    try expect(independent.logRatio, agreesWith: reference.ratio)
  }

  @Test func `the ratio is that of the means`() throws {
    let estimate = try IndependentRatio(
      baseline: Distribution([1, 3]), candidate: Distribution([8, 18, 10])
    ).logRatio.ratio()
    #expect(agree(estimate.point, 6))
  }

  @Test func `the order and the unit of the values do not matter`() throws {
    let base = try IndependentRatio(
      baseline: Distribution([1, 4, 2]), candidate: Distribution([8, 18]))
    let other = try IndependentRatio(
      baseline: Distribution([200, 100, 400]), candidate: Distribution([1800, 800]))
    #expect(agree(base.logRatio.location, other.logRatio.location))
    #expect(agree(base.logRatio.standardError, other.logRatio.standardError))
    #expect(agree(base.logRatio.degreesOfFreedom, other.logRatio.degreesOfFreedom))
  }

  @Test func `sides without any spread give an interval without width`() throws {
    let estimate = try IndependentRatio(
      baseline: Distribution([2, 2]), candidate: Distribution([3, 3, 3])
    ).logRatio.ratio()
    #expect(agree(estimate.point, 1.5))
    #expect(estimate.lower == estimate.upper)
  }

  @Test func `a side with a single value is refused by name`() {
    #expect(throws: StatisticsError.tooFewValues(side: .candidate, found: 1, needed: 2)) {
      try IndependentRatio(baseline: Distribution([1, 2]), candidate: Distribution([1]))
    }
  }

  @Test func `zeros count, but a mean of zero has no ratio and is reported with its side`() throws {
    let some = try Distribution([1, 2, 0])
    #expect(agree(try IndependentRatio(baseline: some, candidate: some).logRatio.ratio().point, 1))
    #expect(throws: StatisticsError.meanNotPositive(side: .baseline, mean: 0)) {
      try IndependentRatio(baseline: Distribution([0, 0]), candidate: some)
    }
  }
}
