import Recording
import Statistics

/// A verdict on the measurements of a cell, with how sure it is.
public struct CellResult: Sendable, Hashable {
  /// The verdict.
  public internal(set) var verdict: Verdict
  /// The value that was found, with its interval or range.
  public let value: Value
  /// The ratio or the mean, in base units, that the test was about: 1 where the gate allows nothing.
  public let bound: Double
  /// From what it was found.
  public let evidence: Evidence
  /// The purpose of the runs.
  public let kind: RunKind
  /// The p value of "not above the bound": of a gated cell after Holm over all of them, of others
  /// the q value of "no change" after Benjamini and Hochberg. Nil where nothing was left to chance.
  public let pValue: Double?
  /// The minimum detectable change, as the ratio or mean that it leads to: the smallest true one above
  /// the bound that so designed a measurement finds with the rule's power (`DetectionDesign`).
  public let detectable: Double
  /// The check of whether a small change in time that is shown may be the place of the code; nil of
  /// all else.
  public internal(set) var layout: LayoutCheck?
  /// The move of the control that leaves this cell without a verdict, so that it is inconclusive
  /// whatever was found; nil where there is none.
  public private(set) var controlMove: Estimate?

  /// A Boolean value indicating whether a change was put down to the place of the code.
  public var isLayoutSuspect: Bool { layout == .suspect }
  /// The estimates that are called no change however sure they are; nil of budgets, and of measurements
  /// that repeat, whose bound says it.
  public internal(set) var negligible: ClosedRange<Double>?
  /// The share of 1 within which the ratio counts as unchanged, or as within its gate; nil as before.
  public internal(set) var margin: Double?
  /// The mean of the baseline's measurements in base units; nil as before.
  public internal(set) var baseline: Double?

  /// Where the work went that seems to be saved, so that a shown improvement is called none; nil of all else.
  public internal(set) var moved: MovedWork?

  /// What would decide it; nil where it is decided, and where no number of pairs in reach would.
  public internal(set) var deciding: DecidingEffort?

  /// A Boolean value indicating whether its runs are exact only to the kernel's batches of pages.
  var isBatched = false
  /// A Boolean value indicating whether it is a range of runs that are known to vary: those of both sides may be
  /// apart by chance, so that it shows no small change, and chance has a part in it.
  public var isRangeOfVaryingRuns: Bool {
    guard case .range = value else { return false }
    if case .varying = evidence { return true }
    return isBatched
  }

  /// What each of several machines found; nil of one machine.
  public internal(set) var machines: MachineSpread?

  /// The same without a verdict, since the control moved.
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
    /// Candidate over baseline, of runs that repeat each other.
    case range(RatioRange)
    /// The candidate's mean in base units, which has a budget.
    case mean(Estimate)

    /// The best single value.
    public var point: Double {
      switch self {
      case .ratio(let estimate), .mean(let estimate): estimate.point
      case .range(let range): range.point
      }
    }

    /// The low end of the interval or range.
    public var lower: Double {
      switch self {
      case .ratio(let estimate), .mean(let estimate): estimate.lower
      case .range(let range): range.lower
      }
    }

    /// The high end of the interval or range.
    public var upper: Double {
      switch self {
      case .ratio(let estimate), .mean(let estimate): estimate.upper
      case .range(let range): range.upper
      }
    }

    /// Of a ratio: with which digits its change in percent is shown.
    public var changeFormat: NumberFormat {
      switch self {
      case .ratio(let estimate), .mean(let estimate): estimate.changeFormat
      case .range(let range): range.changeFormat
      }
    }

    /// A ratio as a change, with the digits of this one: `+2.31`, in percent.
    public func change(_ ratio: Double) -> String {
      changeFormat.string(for: (ratio - 1) * 100)
    }
  }

  /// From what a verdict was found.
  public enum Evidence: Sendable, Hashable {
    /// So many pairs of runs.
    case pairs(Int)
    /// So many layouts of the code, each with its pairs.
    case layouts(Int, pairs: Int)
    /// So many machines that are unlike or do not agree, each with its pairs.
    case machines(Int, pairs: Int)
    /// So many runs of each side, which repeat each other.
    case repeats(Int)
    /// So many counts of each side, which do not repeat each other: their ranges are compared.
    case varying(Int)
    /// So many runs of both sides that no round ties together.
    case independent(Int)
    /// So many runs of each side, which were measured at different times: a change of the machine
    /// looks like one of the program.
    case acrossTimes(Int)
    /// So many runs of the candidate alone.
    case values(Int)
    /// So many cycles of the candidate, in one process.
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
