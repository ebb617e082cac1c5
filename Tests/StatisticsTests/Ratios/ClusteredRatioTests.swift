import Statistics
import Testing

struct ClusteredRatioTests {
  @Test(arguments: try Reference.load().clustered)
  func `location, error, degrees and interval agree with scipy`(
    _ reference: Reference.ClusteredCase
  ) throws {
    let clustered = try ratio(reference.baselines, reference.candidates)
    try expect(clustered.logRatio, agreesWith: reference.ratio)
  }

  @Test func `a cluster counts once, however many pairs it has`() throws {
    let few = try ratio([[1], [1]], [[1.1], [1.3]])
    let many = try ratio([[1, 1, 1, 1], [1]], [[1.1, 1.1, 1.1, 1.1], [1.3]])
    #expect(many == few)
  }

  @Test func `one of ten pairs of a cluster is cut at each end, whatever its value`() throws {
    let base = Array(repeating: 1.0, count: 10)
    var candidate = [1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07, 1.08, 1.09, 1.10]
    let tame = try ratio([base, base], [candidate, candidate])
    candidate[9] = 1e9
    #expect(try ratio([base, base], [candidate, candidate]) == tame)
  }

  @Test func `clusters that agree give an interval without width`() throws {
    let estimate = try ratio([[1, 2], [4, 8]], [[1.5, 3], [6, 12]]).logRatio.ratio()
    #expect(agree(estimate.point, 1.5))
    #expect(estimate.lower == estimate.point && estimate.upper == estimate.point)
  }

  @Test func `a single cluster is refused, however many pairs it has`() {
    #expect(throws: StatisticsError.tooFewClusters(found: 1, needed: 2)) {
      try ratio([[1, 2, 3]], [[1, 2, 3]])
    }
  }

  @Test func `sides of unequal lengths and values without a logarithm are refused`() {
    #expect(throws: StatisticsError.unequalLengths(baseline: 1, candidate: 2)) {
      try ratio([[1], [1]], [[1, 2], [1]])
    }
    #expect(throws: StatisticsError.notPositive(side: .candidate, index: 1, value: 0)) {
      try ratio([[1], [1, 1]], [[1], [1, 0]])
    }
  }

  private func ratio(
    _ baselines: [[Double]], _ candidates: [[Double]]
  ) throws -> ClusteredRatio {
    try ClusteredRatio(
      zip(baselines, candidates).map {
        try LogQuotients(baseline: Distribution($0), candidate: Distribution($1))
      })
  }
}
