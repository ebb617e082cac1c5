import Foundation

/// A forecast for more pairs if they are like the existing ones: the estimate stays, and its error falls
/// with the root of their number.
///
/// It is a plan and not a test. With few pairs the error itself is poorly known, so its result is
/// approximate.
public struct PairForecast: Sendable {
  private let logRatio: LogRatio
  private let pairs: Int
  /// The one-sided p value that these pairs have reached; nil if ranks don't matter.
  private let reached: Double?

  /// The greatest planned number: if this many pairs don't decide, the machine is unsuitable.
  public static let most = 1000

  /// A forecast from the estimate of this many pairs. `reached` is their one-sided p value in its direction:
  /// if the signed rank of all pairs sees less than the trimmed mean does, it determines how many more are
  /// needed.
  public init(_ logRatio: LogRatio, pairs: Int, reached: Double? = nil) {
    (self.logRatio, self.pairs, self.reached) = (logRatio, pairs, reached)
  }

  /// Returns whether this many pairs are enough for the signed rank, whose normal score grows with the root
  /// of their number.
  private func areRanksEnough(_ count: Int, at level: Double) -> Bool {
    guard count >= Self.fewest(showingAt: level) else { return false }
    // The least p value of so few pairs says nothing about more pairs.
    guard let reached, reached > level, reached > 1.01 * exp2(-Double(pairs)) else { return true }
    guard reached < 0.5, let now = try? StudentT.normal.upperQuantile(reached),
      let needed = try? StudentT.normal.upperQuantile(min(0.5, level))
    else { return false }
    return Double(count) >= Double(pairs) * (needed / now) * (needed / now)
  }

  /// Returns the fewest pairs that can show anything at a level, one-sided: the exact signed rank's p value is
  /// never below 2⁻ⁿ, however great the difference is.
  public static func fewest(showingAt level: Double) -> Int {
    var (pairs, p) = (1, 0.5)
    while p > level, pairs < most { (pairs, p) = (pairs + 1, p / 2) }
    return pairs
  }

  /// Returns how many pairs would show that the ratio is above a bound, or below its other side, by a
  /// one-sided p value of at most `level`; nil if a thousand would not.
  public func pairs(toShow side: Claim, at level: Double) -> Int? {
    Self.counts(from: max(Self.fewest(showingAt: level), pairs + 1))
      .first { isShown(side, at: level, by: $0) }
  }

  /// A claim about the ratio.
  public enum Claim: Sendable {
    case above(Double)
    case below(Double)
    /// That it lies within a share of 1, up and down alike.
    case within(Double, confidenceLevel: Double)
  }

  /// Returns whether this many pairs would show a claim. For `level`, see ``pairs(toShow:at:)``; an interval
  /// has its own.
  public func isShown(_ side: Claim, at level: Double, by count: Int) -> Bool {
    let error = logRatio.standardError * (Double(pairs) / Double(count)).squareRoot()
    guard
      let t = try? StudentT(degreesOfFreedom: PairedRatio.degreesOfFreedom(of: count)),
      let critical = try? t.upperQuantile(level)
    else { return false }
    switch side {
    case .above(let bound):
      return areRanksEnough(count, at: level)
        && logRatio.location - bound.naturalLogarithm > critical * error
    case .below(let bound):
      return areRanksEnough(count, at: level)
        && bound.naturalLogarithm - logRatio.location > critical * error
    case .within(let margin, let confidence):
      guard let reach = try? t.upperQuantile((1 - confidence) / 2) else { return false }
      return abs(logRatio.location) + reach * error <= (1 + margin).naturalLogarithm
    }
  }

  /// The numbers of pairs that a plan may ask for: every one at first, later in steps of a twentieth.
  public static func counts(from first: Int) -> [Int] {
    var counts: [Int] = []
    var count = first
    while count <= most {
      counts.append(count)
      count += max(1, count / 20)
    }
    return counts
  }
}
