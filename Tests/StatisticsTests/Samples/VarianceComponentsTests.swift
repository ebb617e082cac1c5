import Statistics
import Testing

struct VarianceComponentsTests {
  @Test(arguments: try Reference.load().components)
  func `means and deviations agree with exact fractions`(
    _ reference: Reference.ComponentsCase
  ) throws {
    let found = try components(reference.groups)
    #expect(zip(found.groupMeans, reference.means).allSatisfy { agree($0, $1) })
    #expect(agree(found.mean, reference.mean))
    #expect(agree(found.withinDeviation, reference.within))
    // A difference of two mean squares, which loses the digits that they share.
    #expect(agree(found.betweenDeviation, reference.between, within: 1e-10))
  }

  @Test func `the deviation between groups is what the values within do not explain, as by hand`()
    throws
  {
    // Means 1 and 5, variance 8; within (2 + 2) / 2 = 2; between 8 - 2 / 2 = 7.
    let found = try components([[0, 2], [4, 6]])
    #expect(found.groupMeans == [1, 5])
    #expect(found.mean == 3)
    #expect(agree(found.withinDeviation, 2.0.squareRoot()))
    #expect(agree(found.betweenDeviation, 7.0.squareRoot()))
  }

  @Test func `groups closer together than their values explain have no spread between them`() throws
  {
    #expect(try components([[0, 10], [1, 10]]).betweenDeviation == 0)
    let equal = try components([[0.1, 0.3], [0.3, 0.1], [0.2]])
    #expect(equal.betweenDeviation == 0)
  }

  @Test func `without any spread both deviations are 0`() throws {
    let found = try components([[0.1, 0.1], [0.1, 0.1, 0.1]])
    #expect(found.withinDeviation == 0 && found.betweenDeviation == 0)
  }

  @Test func `with one value per group both deviations are unknown, not 0`() throws {
    let found = try components([[1], [2], [3]])
    #expect(found.groupMeans == [1, 2, 3] && found.mean == 2)
    #expect(found.withinDeviation == nil && found.betweenDeviation == nil)
  }

  @Test func `the order of groups and values does not matter`() throws {
    let forth = try components([[1, 5, 2], [7, 4], [3, 3.5]])
    let back = try components([[3.5, 3], [4, 7], [2, 5, 1]])
    #expect(agree(back.betweenDeviation, forth.betweenDeviation))
    #expect(back.withinDeviation == forth.withinDeviation && back.mean == forth.mean)
  }

  @Test func `a single group, and values whose squares are too large, are refused`() {
    #expect(throws: StatisticsError.tooFewClusters(found: 1, needed: 2)) {
      try components([[1, 2]])
    }
    #expect(throws: StatisticsError.notRepresentable(value: "variance")) {
      try components([[1e200, 2e200], [3e200, 5e200]])
    }
  }

  private func components(_ groups: [[Double]]) throws -> VarianceComponents {
    try VarianceComponents(groups: groups.map { try Distribution($0) })
  }
}
