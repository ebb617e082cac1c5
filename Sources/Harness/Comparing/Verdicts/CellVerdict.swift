import Recording
import Statistics

/// What the figures of a cell show, and how sure that is.
public struct CellVerdict: Sendable, Hashable {
  /// The verdict.
  public let verdict: Verdict
  /// What was found, with its interval.
  public let figure: Figure
  /// The ratio or the mean, in base units, that the test was about.
  public let bound: Double
  /// From what it was found.
  public let evidence: Evidence
  /// What the runs were made for.
  public let kind: RunKind
  /// The p value of "not above the bound": of a gated cell after Holm over all of them, of others
  /// the q value of "no change" after Benjamini and Hochberg. Nil where nothing was left to chance.
  public let pValue: Double?
  /// The smallest ratio or mean above the bound that would have been found with the rule's power.
  public let detectable: Double
  /// Whether a change was put down to the place of the code.
  public let isLayoutSuspect: Bool

  /// What a verdict is about.
  public enum Figure: Sendable, Hashable {
    /// Candidate over baseline.
    case ratio(Estimate)
    /// The candidate's mean in base units, which has a budget.
    case mean(Estimate)

    /// The estimate.
    public var estimate: Estimate {
      switch self {
      case .ratio(let estimate), .mean(let estimate): estimate
      }
    }
  }

  /// From what a verdict was found.
  public enum Evidence: Sendable, Hashable {
    /// So many pairs of runs.
    case pairs(Int)
    /// So many layouts of the code, each with its pairs.
    case layouts(Int, pairs: Int)
    /// So many runs of each side, which repeat each other.
    case repeats(Int)
    /// So many runs of both sides that no round ties together.
    case independent(Int)
    /// So many runs of each side, which were measured at different times: a change of the machine
    /// looks like one of the program.
    case acrossTimes(Int)
    /// So many runs of the candidate alone.
    case values(Int)

    /// n, the number of pairs or runs.
    public var count: Int {
      switch self {
      case .pairs(let n), .layouts(_, let n), .repeats(let n), .independent(let n),
        .acrossTimes(let n), .values(let n):
        n
      }
    }
  }
}
