import Foundation
import Testing
import Scorecards

@Suite struct OrderTests {
  private func product(
    _ weights: [ClosedRange<Double>], _ ratios: [(Double, ClosedRange<Double>)],
    negligible: Double = 0
  ) throws -> WeightedProduct {
    WeightedProduct(
      ratios.map { .init(log($0.0), range: log($0.1.lowerBound)...log($0.1.upperBound)) },
      weights: try Weights(weights.map { try Amount(from: $0.lowerBound, to: $0.upperBound) }),
      negligible: negligible)
  }

  @Test func `a score is the weighted product of ratios`() throws {
    // Twice as good by a criterion of a quarter, half as good by one of three quarters.
    let some = try product([1...1, 3...3], [(2, 2...2), (0.5, 0.5...0.5)])
    #expect(abs(exp(some.logScore) - 1 / 2.0.squareRoot()) < 1e-15)
    #expect(some.order == .second)
    // Twice and half cancel out.
    let even = try product([1...1, 1...1], [(2, 2...2), (0.5, 0.5...0.5)])
    #expect(even.logScore == 0 && even.order == .openByValues)
  }

  @Test func `an order is shown only if all weights and values agree`() throws {
    let clear = [(1.5, 1.4...1.6), (0.9, 0.85...0.95)]
    #expect(try product([1...1, 1...1], clear).order == .first)
    #expect(try product([1...2, 1...2], clear).order == .first)
    // ln 0.85 outweighs ln 1.4 from a share of 67.4 % on.
    let wide = try product([1...4, 1...4], clear)
    #expect(wide.order == .openByWeights)
    #expect(wide.limitingCriteria == [0, 1])
    let limit = try #require(wide.limitingShares[1])
    #expect(abs(limit - log(1.4) / (log(1.4) - log(0.85))) < 1e-15)
    let turning = try #require(wide.turningShares[1])
    #expect(abs(turning - log(1.5) / (log(1.5) - log(0.9))) < 1e-15)

    let vague = try product([1...1, 1...1], [(1.5, 0.8...2.8), (0.9, 0.85...0.95)])
    #expect(vague.order == .openByValues)
    #expect(vague.leastKnown?.criterion == 0)
    #expect(vague.limitingShares == [nil, nil])
  }

  @Test func `a difference that is certain but negligible shows no order`() throws {
    let small = [(1.004, 1.003...1.005)]
    #expect(try product([1...1], small, negligible: log(1.005)).order == .negligible)
    #expect(try product([1...1], small).order == .first)
    #expect(try product([1...1], [(2, 2...2)]).leastKnown == nil)
  }

  @Test func `the ranks of an alternative cover every order that is left open`() throws {
    // a before c and b before c are shown; between a and b nothing is.
    let shown = try product([1...1], [(2, 1.5...2.5)])
    let open = try product([1...1], [(1.1, 0.9...1.3)])
    let ranking = Ranking(
      of: 3, pairs: [.init(0, 1, open), .init(0, 2, shown), .init(1, 2, shown)])
    #expect(ranking.ranks == [1...2, 1...2, 3...3])
    #expect(ranking.order == [0, 1, 2])
    #expect(ranking.winner == nil)
    let won = Ranking(of: 2, pairs: [.init(0, 1, shown)])
    #expect(won.ranks == [1...1, 2...2] && won.winner == 0)
    #expect(abs(won.logScores[0] - won.logScores[1] - log(2)) < 1e-15)
    // The other way round it is the same order.
    let turned = try product([1...1], [(0.5, 0.4...0.6)])
    #expect(Ranking(of: 2, pairs: [.init(1, 0, turned)]).order == [0, 1])
  }
}
