import Recording
import Statistics

/// A verdict on the measurements of a cell, with its certainty.
public struct CellResult: Sendable, Hashable {
  /// The verdict.
  public internal(set) var verdict: Verdict
  /// The value, with its interval or range.
  public let value: Value
  /// The ratio or the mean, in base units, that was tested: 1 if the gate allows no growth.
  public let bound: Double
  /// The evidence that the verdict is based on.
  public let evidence: Evidence
  /// The purpose of the runs.
  public let kind: RunKind
  /// The p value of "not above the bound", after Holm over all gated cells; for ungated cells, the q value of
  /// "no change" after Benjamini and Hochberg. Nil if it was not tested.
  public let pValue: Double?
  /// The minimum detectable change, as the resulting ratio or mean: the smallest true value above the bound
  /// that such a measurement finds with the rule's power (`DetectionDesign`).
  public let detectable: Double
  /// The check of whether a small shown change in time may come from the code's place; nil for anything else.
  public internal(set) var layout: LayoutCheck?
  /// The control's move that makes this cell inconclusive; nil if there is none.
  public private(set) var controlMove: Estimate?

  /// A Boolean value indicating whether a change was attributed to the place of the code.
  public var isLayoutSuspect: Bool { layout == .suspect }
  /// The test of a ratio; nil for budgets and counts, and for measurements that repeat, whose bound says it all.
  var test: RatioTest?
  /// The estimates that count as no change, however certain; nil if no ratio was tested.
  public var negligible: ClosedRange<Double>? { test?.negligible }
  /// The share of 1 within which the ratio counts as unchanged, or as within its gate.
  public var margin: Double? { test?.margin }
  /// The mean of the baseline's measurements in base units.
  public var baseline: Double? { test?.baseline }

  /// The new place of apparently saved work, so that it is no improvement; nil for anything else.
  public internal(set) var moved: MovedWork?

  /// The effort that would decide it; nil if it is decided, or if no reachable number of pairs would.
  public internal(set) var deciding: DecidingEffort?

  /// A Boolean value indicating whether its runs are exact only to the kernel's batches of pages.
  var isBatched = false
  /// A Boolean value indicating whether it is a range of runs that are known to vary. Both sides may differ
  /// by chance, so it shows no small change.
  public var isRangeOfVaryingRuns: Bool {
    guard case .range = value else { return false }
    if case .varying = evidence { return true }
    return isBatched
  }

  /// The findings of each of several machines; nil for one machine.
  public internal(set) var machines: MachineSpread?

  /// The same without a verdict, because the control moved.
  func unproven(by move: Estimate) -> CellResult {
    var result = self
    (result.verdict, result.layout, result.controlMove) = (.inconclusive, nil, move)
    result.deciding = nil
    return result
  }

  /// The value that a verdict is about.
  public enum Value: Sendable, Hashable {
    /// Candidate over baseline.
    case ratio(Estimate)
    /// Candidate over baseline, for runs that repeat each other.
    case range(RatioRange)
    /// The candidate's mean in base units, for a budget.
    case mean(Estimate)
    /// Counts of both builds, which have no ratio.
    case counts(CountChange)

    /// A Boolean value indicating whether it is candidate over baseline.
    public var isRatio: Bool {
      switch self {
      case .ratio, .range: true
      case .mean, .counts: false
      }
    }

    /// The best single value; of counts, the candidate's mean, which has no interval.
    public var point: Double { numbers.point }

    /// The low end of the interval or range.
    public var lower: Double { numbers.lower }

    /// The high end of the interval or range.
    public var upper: Double { numbers.upper }

    private var numbers: (point: Double, lower: Double, upper: Double) {
      switch self {
      case .ratio(let value), .mean(let value): (value.point, value.lower, value.upper)
      case .range(let range): (range.point, range.lower, range.upper)
      case .counts(let counts):
        (counts.candidate.mean, counts.candidate.mean, counts.candidate.mean)
      }
    }

    /// The number format of a ratio's change in percent.
    public var changeFormat: NumberFormat {
      switch self {
      case .ratio(let estimate), .mean(let estimate): estimate.changeFormat
      case .range(let range): range.changeFormat
      case .counts: .integer
      }
    }

    /// A ratio as a change in percent, with the digits of this one: `+2.31`.
    public func change(_ ratio: Double) -> String { changeFormat.string(for: (ratio - 1) * 100) }
  }

  /// The evidence that a verdict is based on.
  public enum Evidence: Sendable, Hashable {
    case pairs(Int)
    /// This many layouts of the code, each with its pairs.
    case layouts(Int, pairs: Int)
    /// This many machines that are unlike or disagree, each with its pairs.
    case machines(Int, pairs: Int)
    /// This many runs of each side, which repeat.
    case repeats(Int)
    /// This many counts of each side, which do not repeat: their ranges are compared.
    case varying(Int)
    /// This many unpaired runs of both sides.
    case independent(Int)
    /// This many runs of each side, measured at different times: a change of the machine looks like one of
    /// the program.
    case acrossTimes(Int)
    /// This many runs of the candidate alone.
    case values(Int)
    /// This many cycles of the candidate, in one process.
    case cycles(Int)

    /// n, the number of pairs or runs.
    public var count: Int {
      switch self {
      case .pairs(let n), .layouts(_, let n), .machines(_, let n), .repeats(let n), .varying(let n),
        .independent(let n),
        .acrossTimes(let n), .values(let n), .cycles(let n):
        n
      }
    }
  }
}
