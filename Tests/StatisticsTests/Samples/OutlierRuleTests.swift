import Statistics
import Testing

/// Expected scores are from Python's `statistics` module.
struct OutlierRuleTests {
  @Test func `outlier scores are distances from the median in units of the median distance`() throws
  {
    let rule = OutlierRule(
      try Distribution([11.2, 11.3, 11.1, 11.4, 11.2, 11.5, 11.3, 15.8, 11.2, 11.6]))
    let expected: [Double] = [
      -0.674500, 0.000000, -1.349000, 0.674500, -0.674500, 1.349000, 0.000000, 30.352500, -0.674500,
      2.023500,
    ]
    for (score, expected) in zip(rule.scores, expected) { #expect(abs(score - expected) < 1e-6) }
    #expect(rule.outliers == [7])
  }

  @Test func `if most values are equal, the mean distance is the unit`() throws {
    let rule = OutlierRule(try Distribution([5, 5, 5, 5, 5, 5, 5, 5, 6, 9]))
    #expect(abs(rule.scores[8] - 1.595769296) < 1e-9)
    #expect(abs(rule.scores[9] - 6.383077186) < 1e-9)
    #expect(rule.outliers == [9])
  }

  @Test func `equal values have no outlier`() throws {
    let rule = OutlierRule(try Distribution(repeatElement(3, count: 12)))
    #expect(rule.scores.allSatisfy { $0 == 0 })
    #expect(rule.outliers == [])
  }

  @Test func `low values can be outliers, too, and are reported by the index of the run`() throws {
    let values = [1.0] + (0..<10).map { 100 + Double($0) }
    #expect(OutlierRule(try Distribution(values)).outliers == [0])
    #expect(OutlierRule(try Distribution(values.reversed())).outliers == [10])
  }

  @Test func `fewer than ten values have no outlier`() throws {
    #expect(OutlierRule(try Distribution([1, 1, 1, 1, 1, 1, 1, 2, 1000])).outliers == [])
    #expect(OutlierRule(try Distribution([1, 1, 1, 1, 1, 1, 1, 2, 1, 1000])).outliers == [9])
    #expect(OutlierRule(try Distribution([7])).scores == [0])
  }

  @Test func `values near the largest number are scored`() throws {
    let large = Double.greatestFiniteMagnitude
    let rule = OutlierRule(try Distribution([large, large]))
    #expect(rule.scores == [0, 0])
  }
}
