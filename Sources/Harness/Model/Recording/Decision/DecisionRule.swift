import Metrics
import Statistics

/// The numbers that a comparison is judged by; stored and quoted with each verdict.
///
/// For each gated cell the one-sided test of "candidate / baseline is at most the bound" is made on the
/// pairs' log ratios (`PairedTest`). Holm's procedure keeps the chance of even one false alarm in the whole
/// comparison at or below ``alpha``. The bound is what the gate's `at-most` allows, by default no growth at
/// all. A cell has regressed if that is shown and the estimate lies above the ``floor``
/// (``negligible(_:baseline:allowing:)``).
public struct DecisionRule: Sendable, Hashable, Codable {
  /// The rule's version; it grows with each change of these numbers that can change a verdict. That two equal runs for
  /// memory do (``RepeatRule/fewestIfSame``) came within version 7.
  public let version: Int
  /// The chance of any false alarm in a whole comparison.
  public var alpha = 0.01
  /// An estimate up to this is never called a regression, nor its mirror image an improvement: shifting code
  /// by some bytes alone has as much effect, and more (``LayoutGuard``). The test itself asks whether there
  /// is any growth. If the floor were part of its hypothesis, 30 real pairs would show +1 % in 46 % of cases
  /// rather than 84 %, with no fewer false alarms.
  public var floor = 0.005
  /// A cell is unchanged if its interval lies within this share of the baseline.
  public var margin = 0.02
  /// The confidence level of the intervals.
  public var confidenceLevel = 0.95
  /// The chance of finding the detectable effect.
  public var power = 0.9
  /// The share of cells called different for information that may be false.
  public var discoveryRate = 0.05
  /// When running measurements are analysed; nil if they are judged once, at their end.
  public var interims: InterimSchedule?
  /// The numbers of pairs, beside the interim analyses, at which a cell may be settled without a finding. Nothing is
  /// tested there, so these looks take no part of ``alpha``. Nil for none: for attempts of a loop, and without
  /// interim analyses.
  public var looks: [Int]?
  /// A cell needs no more pairs if its growth is shown to be below this or allowed, its interval includes a change
  /// within the ``floor`` or an allowed one, and it is unchanged or within its gate.
  public var futilityMargin = 0.012
  /// The chance, at each look and interim analysis, of settling a cell that way although its growth is greater.
  ///
  /// Version 6 had a margin of 1.5 %, a shared level of 5 %, and no looks. If nothing changed, a story of real pairs
  /// took 13.0 pairs with it, and takes 8.7 now. Growth of 1 % is found about as often, and of 2 % each time.
  public var futilityLevel = 0.05
  /// The rule for anonymous memory that repeats to the page.
  public var repeats = RepeatRule.memory
  /// The rule for instructions, whose counts repeat.
  public var counts = RepeatRule.instructions
  /// When growth is attributed to the place of the code.
  public var layoutGuard = LayoutGuard()

  /// This version of the rule.
  /// - Parameter interims: the interim analyses of running measurements; nil for one at the end.
  public init(interims: InterimSchedule? = nil) {
    version = 7
    self.interims = interims
    looks = interims == nil ? nil : [5, 7, 12, 17, 25]
  }

  /// Judged once, at the end.
  public static let standard = DecisionRule()

  /// Judged at 10, 15, 20, 30, 45 and 60 pairs, with looks at 5, 7, 12, 17 and 25.
  public static let adaptive = DecisionRule(interims: .standard)

  /// The numbers of pairs at which a cell may be settled: looks and interim analyses, in ascending order.
  public var stops: [Int] {
    guard let pairs = interims?.pairs, let last = pairs.last else { return [] }
    return Set(pairs + (looks ?? []).filter { $0 < last }).sorted()
  }

  /// The growth that one gated cell is tested against, as a ratio: 1 if its gate names none.
  public func bound(allowing allowed: Double?) -> Double { 1 + (allowed ?? 0) }

  /// The estimates that are called neither growth nor improvement, however certain: those up to ``floor``,
  /// and those whose difference from the baseline's mean (in base units, above 0) is at most the metric's own
  /// absolute floor (`Metric.absoluteFloor`). If a gate says how much growth it allows, that replaces
  /// ``floor`` upwards.
  public func negligible(
    _ metric: Metric, baseline: Double, allowing allowed: Double?
  ) -> ClosedRange<Double> {
    let share = baseline > 0 ? metric.absoluteFloor / baseline : 0
    let minimum = max(0, min(1 / (1 + floor), 1 - share))
    return minimum...(1 + max(allowed == nil ? floor : 0, share))
  }

  /// The share of 1 within which a ratio counts as unchanged, or as within a gate that allows this growth;
  /// nil for the rule's own.
  public func unchangedMargin(allowing allowed: Double?) -> Double {
    allowed.map { max($0, floor) } ?? margin
  }

  /// The runs that repeat a metric's measurements, and how these are judged; nil if no kind of runs repeats
  /// it.
  public func repeating(_ metric: Metric) -> (kind: RunKind, rule: RepeatRule)? {
    switch metric.ofDriver {
    case .peakAnonymousMemory: (.fixedAddresses, repeats)
    case .instructions, .hardwareInstructions: (.counted, counts)
    case _ where metric.isAllocationCount: (.allocations, .allocations)
    default: nil
    }
  }
}
