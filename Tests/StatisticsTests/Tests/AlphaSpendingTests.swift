import Foundation
import Statistics
import Testing

struct AlphaSpendingTests {
  /// The remainder of the series from n on is at most ∫ dx / (x ln² x) from n - 1, which is 1 / ln(n - 1).
  @Test func `all places together never use more than the budget, and nearly all of it`() {
    let places = 100_000
    let spent = (1...places).reduce(0) { $0 + AlphaSpending.share(atPlace: $1) }
    let remainder = 1 / (2.1098 * log(Double(places) + 1))
    #expect(spent + remainder <= 1)
    #expect(spent + remainder > 0.9999)
  }

  /// 1 / (2.1098 · 2 · ln² 2) and so on, by Python.
  @Test(arguments: [
    (1, 0.49326215304901133), (2, 0.13090268424972715), (10, 0.007493860490741294),
    (100, 0.0002203287879320343), (1_000, 9.920306227212846e-06),
  ])
  func `a place has its share`(_ place: Int, _ share: Double) {
    #expect(abs(AlphaSpending.share(atPlace: place) / share - 1) < 1e-12)
  }

  @Test func `each place uses up its share, and no number of places is out of bounds`() {
    #expect(AlphaSpending.left(after: 0) == 1)
    #expect(
      abs(AlphaSpending.left(after: 2) - (1 - 0.49326215304901133 - 0.13090268424972715)) < 1e-12)
    #expect(AlphaSpending.left(after: -1) == 1)
    #expect(AlphaSpending.share(atPlace: .min) == AlphaSpending.share(atPlace: 1))
    #expect(AlphaSpending.left(after: 10_000) > 0)
  }
}
