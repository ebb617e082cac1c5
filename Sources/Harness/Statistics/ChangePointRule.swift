/// Finds the changes of level in a series of measurements over time: E-divisive means as Apache
/// Otava 0.8 (formerly Hunter) has it.
///
/// 1. **Suspect.** Windows of ``windowLength`` values move along the series by half of their
///    length, or to the last change found. In each, the part with the greatest ``Divergence`` is
///    split there, again and again, as long as Student's t test between the two parts is
///    significant at a level above ``level``: ten times as high below 5 %, twice as high below
///    50 %, else the same. A change that only shows among its neighbours would be missed at once
///    at the level asked for.
/// 2. **Confirm.** With the changes of all windows, the tests are made anew between neighbours,
///    and the weakest is dropped until all hold: first those with the greatest p that is not below
///    ``level``, then those whose magnitude is not above ``leastMagnitude``.
///
/// The test is deterministic, where E-divisive's own permutations are not: equal series give equal
/// changes.
///
/// Where Otava drops a change, it makes the tests of the two changes that followed it anew, and
/// not that of the one before; so does this, to find what Otava finds. The mean after a change may
/// therefore end at a later change that was dropped. In one thing it differs: means of equal values
/// are equal here, where Otava's may differ by the last bit and pass for a change.
///
/// Sources: D. S. Matteson, N. A. James (2014), see ``Divergence``; M. Fleming, P. Kołaczkowski,
/// I. Kumar et al., "Hunter: Using Change Point Detection to Hunt for Performance Regressions",
/// ICPE 2023, doi:10.1145/3578244.3583719; Apache Otava 0.8.0, against which it is tested.
public struct ChangePointRule: Hashable, Sendable {
  /// How many values a window holds; at least 2.
  public let windowLength: Int
  /// The p below which a change is one, between 0 and 1.
  public let level: Double
  /// The relative change that has to be exceeded, 0.01 being 1 %; not negative.
  public let leastMagnitude: Double

  /// Otava's own values unless told otherwise: windows of 50, p below 0.001, any magnitude.
  ///
  /// - Throws: ``StatisticsError/windowLength(_:)``, ``StatisticsError/significanceLevel(_:)``,
  ///   ``StatisticsError/leastMagnitude(_:)`` for values out of range.
  public init(
    windowLength: Int = 50, level: Double = 0.001, leastMagnitude: Double = 0
  ) throws(StatisticsError) {
    guard windowLength >= 2 else { throw .windowLength(windowLength) }
    guard level > 0, level < 1 else { throw .significanceLevel(level) }
    guard leastMagnitude >= 0, leastMagnitude.isFinite else {
      throw .leastMagnitude(leastMagnitude)
    }
    self.windowLength = windowLength
    self.level = level
    self.leastMagnitude = leastMagnitude
  }

  /// The changes in a series, in order.
  ///
  /// - Throws: As ``MeanShift``, for values near the largest `Double`.
  /// - Complexity: O(n w²) for windows of w values and few changes.
  public func changes(in series: Distribution) throws(StatisticsError) -> [ChangePoint] {
    try confirmed(suspected(in: series.values), in: series.values)
  }

  /// The level of the first step.
  var levelOfSuspicion: Double {
    level < 0.05 ? level * 10 : level < 0.5 ? level * 2 : level
  }
}
