import Statistics
import Testing

struct SignTestTests {
  /// By scipy: binomtest(count, differing, alternative="greater").pvalue.
  @Test(arguments: [
    (5, 5, 0.03125), (7, 7, 0.0078125), (10, 10, 0.0009765625), (9, 10, 0.0107421875), (1, 1, 0.5),
    (0, 0, 1), (0, 10, 1),
  ])
  func `the chance of so many pairs is that of as many heads of coins`(
    _ count: Int, _ differing: Int, _ pValue: Double
  ) {
    #expect(abs(SignTest.pValue(atLeast: count, of: differing) - pValue) < 1e-12)
  }
}
