import Statistics
import Testing

struct StandardNormalTests {
  @Test func `quantiles and their tails agree with scipy`() throws {
    for reference in try Reference.load().normal {
      let quantile = try StandardNormal.quantile(reference.probability)
      #expect(agree(quantile, reference.quantile), "\(reference.probability)")
      #expect(agree(try StandardNormal.lowerTail(quantile), reference.probability))
    }
  }

  @Test func `certainty has no quantile`() {
    for probability in [0.0, 1] {
      #expect(
        throws: StatisticsError.undefined(function: "normal quantile", argument: probability)
      ) {
        try StandardNormal.quantile(probability)
      }
    }
  }
}
