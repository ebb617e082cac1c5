import Foundation
import Testing
import Scorecards

@Suite struct WeightsTests {
  private func weights(_ ranges: [ClosedRange<Double>]) throws -> Weights {
    try Weights(ranges.map { try Amount(from: $0.lowerBound, to: $0.upperBound) })
  }

  /// The ends of a mean by all corners of the weights' and values' ranges: the long way.
  private func corners(
    _ weights: [ClosedRange<Double>], _ values: [ClosedRange<Double>]
  ) -> ClosedRange<Double> {
    func end(_ ranges: [ClosedRange<Double>], _ bit: Int, _ corner: Int) -> Double {
      corner >> bit & 1 == 0 ? ranges[bit].lowerBound : ranges[bit].upperBound
    }
    let count = weights.count
    var means: [Double] = []
    for corner in 0..<(1 << (2 * count)) {
      let own = (0..<count).map { end(weights, $0, corner) }
      let other = (0..<count).map { end(values, $0, corner >> count) }
      let sum = own.reduce(0, +)
      if sum > 0 { means.append(zip(own, other).reduce(0) { $0 + $1.0 * $1.1 } / sum) }
    }
    return (means.min() ?? 0)...(means.max() ?? 0)
  }

  @Test(arguments: [
    ([1.0...1.0, 1.0...1.0], [0.0...1.0, -2.0...0.5]),
    ([1.0...3.0, 1.0...3.0], [-0.1...(-0.04), 0.14...0.33]),
    ([0.0...1.0, 0.0...5.0, 2.0...2.0], [0.3...0.4, -0.2...0.9, -0.5...(-0.1)]),
    ([0.0...0.0, 0.5...8.0, 1.0...7.0, 2.0...4.0], [9.0...9.0, 0.1...0.2, -3.0...1.0, 0.1...0.2]),
    ([0.0...10.0, 0.0...10.0, 0.0...10.0], [-1.0...1.0, 2.0...3.0, -3.0...(-2.0)]),
  ])
  func `the bounds of a mean match those over all corners`(
    _ ranges: [ClosedRange<Double>], _ values: [ClosedRange<Double>]
  ) throws {
    let (found, expected) = (try weights(ranges).means(values), corners(ranges, values))
    #expect(abs(found.lowerBound - expected.lowerBound) < 1e-14)
    #expect(abs(found.upperBound - expected.upperBound) < 1e-14)
  }

  @Test func `a share is least if its weight is low and all others are high`() throws {
    let some = try weights([1...3, 1...3, 2...2])
    let third = 1.0 / 3
    #expect(some.shares == [third, third, third])
    let (least, half) = (1.0 / 6, 0.5)
    #expect(some.range(of: 0) == least...half)
    #expect(some.range(of: 2) == 0.25...half)
    #expect(try weights([5...5]).range(of: 0) == 1...1)
    #expect(try weights([0...1, 0...1]).range(of: 0) == 0...1)
  }

  @Test func `the order turns where one criterion outweighs the rest`() throws {
    // 0.25 · 3 = 0.75 · 1.
    let equal = try weights([1...1, 1...1])
    #expect(equal.turningShare(of: 0, [3, -1]) == 0.25)
    #expect(equal.turningShare(of: 1, [3, -1]) == 0.75)
    #expect(equal.turningShare(of: 0, [3, 1]) == nil)
    #expect(try weights([1...1]).turningShare(of: 0, [3]) == nil)
    // The others keep their proportion: (2 · 0.5 - 1 · 2) / 3 = -1/3 against 1.
    let three = try weights([1...1, 2...2, 1...1])
    let turning = try #require(three.turningShare(of: 0, [1, 0.5, -2]))
    #expect(abs(turning - 0.25) < 1e-15)
  }

  @Test
  func `a share is minor up to half of an equal share, and crucial from one and a half of it`() {
    let shares = [0.01, 0.05, 0.051, 0.1, 0.149, 0.15, 0.6]
    #expect(
      shares.map { Importance(share: $0, among: 10) }
        == [.minor, .minor, .important, .important, .important, .crucial, .crucial])
    #expect(Importance(share: 0.5, among: 2) == .important)
  }

  @Test func `an invalid amount is refused with the reason`() {
    #expect(throws: WeighingError.amount(-1)) { try Amount(-1) }
    #expect(throws: WeighingError.amount(.infinity)) { try Amount(from: 0, to: .infinity) }
    #expect(throws: WeighingError.self) { try Amount(.nan) }
    #expect(throws: WeighingError.rangeReversed(low: 3, high: 1)) { try Amount(from: 3, to: 1) }
    #expect(throws: WeighingError.noAnswers) { try Amount(answers: []) }
    #expect(throws: WeighingError.noWeight) { try Weights([Amount(0), Amount(0)]) }
    #expect("\(WeighingError.amount(-1))" == "-1.0 is not an amount; allowed: 0 to 1000000000000.0")
    #expect(
      "\(WeighingError.rangeReversed(low: 3, high: 1))"
        == "the range from 3.0 to 1.0 ends below its beginning")
    #expect("\(WeighingError.noAnswers)" == "there are no answers")
    #expect("\(WeighingError.noWeight)" == "all weights are 0")
  }
}
