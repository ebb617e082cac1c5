import Recording
import Statistics

/// A part of a build's cost, with its 95 % interval: 0.07 is 7 %.
public struct Share: Sendable {
  /// The part; below 0 if leaving something out made the program slower.
  public let point: Double
  /// The interval's lower end.
  public let lower: Double
  /// The interval's upper end.
  public let upper: Double
  /// The number format of the percentage.
  public let format: NumberFormat
  /// The number of rounds.
  public let rounds: Int
  /// The p value of "it costs nothing", adjusted for the number of shares.
  public internal(set) var pValue: Double?
  /// The same for the runs alone, ignoring layouts; nil if there is one layout.
  var pValueOverRuns: Double?
  private let pointOverRuns: Double?

  /// A Boolean value indicating whether it is shown to be a cost or a saving: beyond chance, and beyond the
  /// effects of moved code.
  public var isShown: Bool { Self.isShown(point, pValue) }

  /// The cause, by several layouts; see ``Ratio/cause``.
  public var cause: Ratio.Cause? {
    guard let pointOverRuns else { return nil }
    if isShown { return .builds }
    return Self.isShown(pointOverRuns, pValueOverRuns) ? .layout : nil
  }

  /// Creates a part from a difference of two ratios.
  /// - Parameter overRuns: the difference over all runs, if there are several layouts.
  init(
    _ difference: RatioDifference, overRuns: RatioDifference? = nil, rounds: Int
  ) throws(StatisticsError) {
    let estimate = try difference.estimate(
      confidenceLevel: DecisionRule.standard.confidenceLevel)
    (point, lower, upper) = (estimate.point, estimate.lower, estimate.upper)
    format = estimate.format(scale: 0.01).withPlus
    self.rounds = rounds
    pValue = try difference.pValue
    pointOverRuns = overRuns?.difference
    pValueOverRuns = try overRuns?.pValue
  }

  private static func isShown(_ point: Double, _ pValue: Double?) -> Bool {
    let rule = DecisionRule.standard
    return (pValue ?? 1) <= rule.discoveryRate && abs(point) > rule.floor
  }
}
