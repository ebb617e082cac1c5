import Statistics
import Testing

struct EstimateTests {
  @Test func `an interval that does not enclose its point is refused`() {
    #expect(
      throws: StatisticsError.notAnEstimate(point: 1, lower: 2, upper: 3, standardError: 0.1)
    ) {
      try Estimate(point: 1, lower: 2, upper: 3, standardError: 0.1, confidenceLevel: 0.95)
    }
  }

  @Test func `an error that is negative or not finite is refused`() {
    for error in [-1, Double.nan, .infinity] {
      #expect(throws: StatisticsError.self) {
        try Estimate(point: 1, lower: 0, upper: 2, standardError: error, confidenceLevel: 0.95)
      }
    }
  }

  @Test func `a confidence level in per cent is refused`() {
    #expect(throws: StatisticsError.confidenceLevel(95)) {
      try Estimate(point: 1, lower: 0, upper: 2, standardError: 1, confidenceLevel: 95)
    }
  }
}
