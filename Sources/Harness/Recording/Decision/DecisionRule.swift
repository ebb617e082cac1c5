import Metrics
import Statistics

/// The numbers by which a comparison is judged; they are stored and quoted with each verdict.
///
/// For each gated cell the one-sided test of "candidate / baseline is at most the bound" is made on
/// the pairs' log ratios (`PairedTest`), and Holm's procedure holds the chance of even one
/// false alarm in the whole comparison at or below ``alpha``. The bound is what the gate's `at-most`
/// allows, no growth at all where it says nothing. A cell has regressed where that is shown and the
/// estimate lies above the ``floor`` (``negligible(_:baseline:allowing:)``).
public struct DecisionRule: Sendable, Hashable, Codable {
  /// Which rule this is; a change that can change a verdict makes it greater.
  public let version: Int
  /// The chance of any false alarm in a whole comparison.
  public var alpha = 0.01
  /// An estimate up to this is never called a regression, nor its mirror image an improvement: shifting
  /// code by some bytes alone makes as much, and more (``LayoutGuard``). The test itself asks whether
  /// there is growth at all: were the floor part of its hypothesis, +1 % would be found of 30 real pairs
  /// in 46 % of cases rather than 84 %, and no fewer false alarms would be made.
  public var floor = 0.005
  /// A cell is unchanged where its interval lies within this share of the baseline.
  public var margin = 0.02
  /// The level of the intervals.
  public var confidenceLevel = 0.95
  /// With which chance the detectable effect would have been found.
  public var power = 0.9
  /// Of the cells called different for information, the share that may be false.
  public var discoveryRate = 0.05
  /// When measurements that go on are looked at; nil where they are judged once, at their end.
  public var interims: InterimSchedule?
  /// At an interim analysis, a cell needs no more pairs where its growth is shown to be below this,
  /// it is improved or unchanged, and its interval does not leave out the ``floor``.
  public var futilityMargin = 0.015
  /// The chance, over all interim analyses, of stopping a cell that way though its growth is greater.
  public var futilityLevel = 0.05
  /// The rule for anonymous memory that repeats to the page.
  public var repeats = RepeatRule.memory
  /// The rule for instructions, whose counts repeat.
  public var counts = RepeatRule.instructions
  /// When growth is put down to the place of the code.
  public var layoutGuard = LayoutGuard()

  /// This version of the rule.
  /// - Parameter interims: the interim analyses of measurements that go on; nil for one at the end.
  public init(interims: InterimSchedule? = nil) {
    version = 6
    self.interims = interims
  }

  /// Judged once, at the end.
  public static let standard = DecisionRule()

  /// Judged at 10, 15, 20, 30, 45 and 60 pairs.
  public static let adaptive = DecisionRule(interims: .standard)
}

extension DecisionRule {
  /// The growth that one gated cell's test is made against, as a ratio: 1 where its gate names none.
  public func bound(allowing allowed: Double?) -> Double { 1 + (allowed ?? 0) }

  /// The estimates that are called neither growth nor improvement, however sure they are: those up to
  /// ``floor``, and those whose difference is no greater than the metric's own absolute floor
  /// (`Metric.absoluteFloor`). Where a gate says how much growth it allows, that takes the place of
  /// ``floor`` upwards.
  /// - Parameters:
  ///   - baseline: the mean of the baseline's measurements, in base units; above 0.
  ///   - allowed: the growth that the cell's gate allows; nil for the rule's own.
  public func negligible(
    _ metric: Metric, baseline: Double, allowing allowed: Double?
  ) -> ClosedRange<Double> {
    let share = baseline > 0 ? metric.absoluteFloor / baseline : 0
    let minimum = max(0, min(1 / (1 + floor), 1 - share))
    return minimum...(1 + max(allowed == nil ? floor : 0, share))
  }

  /// The share of 1 within which a ratio counts as unchanged, or as within its gate.
  /// - Parameter allowed: the growth that the cell's gate allows; nil for the rule's own.
  public func unchangedMargin(allowing allowed: Double?) -> Double {
    allowed.map { max($0, floor) } ?? margin
  }
}

extension DecisionRule {
  /// The runs that repeat a metric's measurements, and how these are judged; nil for a metric that no
  /// kind of runs repeats.
  public func repeating(_ metric: Metric) -> (kind: RunKind, rule: RepeatRule)? {
    switch metric.ofDriver {
    case .peakAnonymousMemory: (.fixedAddresses, repeats)
    case .instructions, .hardwareInstructions: (.counted, counts)
    case _ where metric.isAllocationCount: (.allocations, .allocations)
    default: nil
    }
  }
}
