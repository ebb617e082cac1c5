import Foundation
import Statistics

/// The search for the rate of users that one build can serve: which rate is next, and the bounds that are shown.
///
/// Runs scatter, so there is no sharp border. Capacity is the rate at which a run holds in half of all cases, and
/// holds in fewer the higher the rate is. A lower bound is shown by five runs at it or above that all held: if
/// capacity were lower, each would hold with a chance below a half, and all five with one below 1 in 32. An upper
/// bound is shown by five runs that all did not hold. Runs at both sides of a run with the other result don't count
/// together.
///
/// The search doubles or halves the rate, halves the gap (on a logarithmic scale) until it is a tenth, and then makes
/// the runs that show both bounds, further out if a rate has both results.
public struct CapacitySearch: Sendable, Equatable {
  /// The result of a run at a rate.
  public enum Finding: String, Sendable, Codable, CaseIterable {
    /// All answers were right, and the latency was within the budget.
    case held
    /// All answers were right, but the latency was above the budget.
    case exceeded
    /// Answers were wrong or missing.
    case failed
    /// The sender of the requests was too slow, or the run could not be made; that says nothing of the service.
    case unmeasured
  }

  /// The results of the runs at one rate.
  private struct Tally: Sendable, Equatable {
    var held = 0
    var exceeded = 0
    var failed = 0

    var notHeld: Int { exceeded + failed }
    var made: Int { held + notHeld }
  }

  /// The number of runs with the same result that show a bound.
  public static let runsOfBound = 5
  /// The ratio of both bounds that the search aims at.
  private static let resolution = 1.1
  /// The number of failed runs at the lowest rate after which the story itself is at fault.
  private static let runsOfFault = 2

  /// The number of runs in a row at a rate that could not be measured after which none is tried again: one may be by
  /// chance, and would limit the search for good.
  private static let runsOfCeiling = 2

  /// The rates to search, users a second.
  public let rates: ClosedRange<Double>
  /// The least rate at which runs could not be measured; nil if there is none.
  public private(set) var ceiling: Double?
  private let first: Double
  private var tallies: [Double: Tally] = [:]
  /// The number of the latest runs at a rate that could not be measured.
  private var unmeasured: [Double: Int] = [:]

  /// A search that begins at a rate, or at the end of the range nearest to it.
  public init(in rates: ClosedRange<Double>, from first: Double) {
    self.rates = rates
    self.first = min(max(first, rates.lowerBound), rates.upperBound)
  }

  /// Adds the result of a run.
  public mutating func record(_ finding: Finding, at rate: Double) {
    unmeasured[rate] = finding == .unmeasured ? (unmeasured[rate] ?? 0) + 1 : nil
    switch finding {
    case .held: tallies[rate, default: Tally()].held += 1
    case .exceeded: tallies[rate, default: Tally()].exceeded += 1
    case .failed: tallies[rate, default: Tally()].failed += 1
    case .unmeasured:
      // Until then the rate is the next one again.
      if unmeasured[rate] ?? 0 >= Self.runsOfCeiling { ceiling = min(ceiling ?? rate, rate) }
    }
  }
}

/// The findings so far.
extension CapacitySearch {
  /// A rate in words: `437/s`.
  public static func words(ofRate rate: Double) -> String {
    "\(NumberFormat.plain.string(for: rate))/s"
  }

  /// A Boolean value indicating whether the answers are wrong even at the lowest rate.
  public var isAtFault: Bool {
    mostHeld == nil && (tallies[rates.lowerBound]?.failed ?? 0) >= Self.runsOfFault
  }

  /// The bounds that are shown, each nil if it is not. If runs contradict each other, because the machine has changed
  /// meanwhile, they enclose both.
  public var bounds: (lower: Double?, upper: Double?) {
    guard let lower = shownLower, let upper = shownUpper, lower > upper else {
      return (shownLower, shownUpper)
    }
    return (upper, lower)
  }

  private var shownLower: Double? {
    var runs = 0
    return tallies.sorted { $0.key > $1.key }.first { _, tally in
      runs = tally.notHeld > 0 ? 0 : runs + tally.held
      return runs >= Self.runsOfBound
    }?.key
  }

  private var shownUpper: Double? {
    var runs = 0
    return tallies.sorted { $0.key < $1.key }.first { _, tally in
      runs = tally.held > 0 ? 0 : runs + tally.notHeld
      return runs >= Self.runsOfBound
    }?.key
  }
}

/// The rate of the next run.
extension CapacitySearch {
  /// The rate of the next run; nil if the search has ended.
  public var next: Double? {
    guard let mostHeld else { return nextDown }
    guard let leastNotHeld else { return nextUp(above: mostHeld) }
    if leastNotHeld / mostHeld > Self.resolution {
      return Self.rounded((leastNotHeld * mostHeld).squareRoot())
    }
    let wanted = [
      nextForLower(below: leastNotHeld), nextForUpper(above: mostHeld),
    ].compactMap(\.self)
    return wanted.min { (tallies[$0]?.made ?? 0) < (tallies[$1]?.made ?? 0) }
  }

  private var mostHeld: Double? { tallies.filter { $0.value.held > 0 }.keys.max() }

  /// The lowest rate at which a run did not hold or can't be measured.
  private var leastNotHeld: Double? {
    let notHeld = tallies.filter { $0.value.notHeld > 0 }.keys.min()
    return [notHeld, ceiling].compactMap(\.self).min()
  }

  /// The next rate while all runs have held.
  private func nextUp(above rate: Double) -> Double? {
    if rate < rates.upperBound { return min(Self.rounded(2 * rate), rates.upperBound) }
    return (shownLower ?? 0) >= rate ? nil : rate
  }

  /// The next rate while no run has held.
  private var nextDown: Double? {
    guard let rate = leastNotHeld else { return first }
    if rate > rates.lowerBound {
      let isFailing = ceiling == nil && tallies.allSatisfy { $0.value.exceeded == 0 }
      // Probably the story is at fault, so that no rate is low enough.
      return isFailing ? rates.lowerBound : max(rates.lowerBound, Self.rounded(rate / 2))
    }
    return ceiling == rate || isAtFault || shownUpper == rate ? nil : rate
  }

  /// The next rate for the lower bound; nil if it is shown, or if there is none.
  private func nextForLower(below rate: Double) -> Double? {
    let held = tallies.filter { $0.value.notHeld == 0 && $0.key < rate }.keys.max()
    guard let held else {
      return rate > rates.lowerBound
        ? max(rates.lowerBound, Self.rounded(rate / Self.resolution)) : nil
    }
    if rate / held > Self.resolution * Self.resolution {
      return Self.rounded(rate / Self.resolution)
    }
    return (shownLower ?? 0) >= held ? nil : held
  }

  /// The next rate for the upper bound; nil if it is shown, or if there is none.
  private func nextForUpper(above rate: Double) -> Double? {
    let limit = ceiling ?? .infinity
    let notHeld = tallies.filter {
      $0.value.held == 0 && $0.key > rate && $0.key < limit
    }.keys.min()
    guard let notHeld else {
      let probe = min(rates.upperBound, Self.rounded(rate * Self.resolution))
      return rate < rates.upperBound && probe < limit ? probe : nil
    }
    if notHeld / rate > Self.resolution * Self.resolution {
      return Self.rounded(rate * Self.resolution)
    }
    return (shownUpper ?? .infinity) <= notHeld ? nil : notHeld
  }

  /// A rate in three digits, so that it reads well.
  private static func rounded(_ rate: Double) -> Double {
    let digits = 2 - Int(log10(rate).rounded(.down))
    let power = pow(10, Double(abs(digits)))
    return digits >= 0 ? (rate * power).rounded() / power : (rate / power).rounded() * power
  }
}
