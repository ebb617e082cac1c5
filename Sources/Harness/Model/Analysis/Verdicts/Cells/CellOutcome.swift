import Recording

/// The outcome of a cell: a verdict, or why there is none.
public enum CellOutcome: Sendable, Hashable {
  case judged(CellResult)
  /// Runs of its story failed on a build; a crash is neither a regression nor a value.
  case failed(build: String, count: Int, of: Int)
  /// Runs of its story failed on both builds, this many in all: the change may not be the reason.
  case failedOnBoth(baseline: String, candidate: String, count: Int, of: Int)
  /// The builds led to different outcomes, and the scenario expects neither.
  case differing(baseline: String, candidate: String)
  /// Rehearse could not measure runs of its story on a build.
  case unmeasured(build: String, count: Int, of: Int)
  /// The candidate has the story, but the stored baseline has no run of it, or its revision can't replay it
  /// for the given reason.
  case new(since: String?)
  /// Both sides are proven to be the same in this respect, so nothing was measured.
  case proven(Decision.Proof.SharedKind)
  /// It cannot be compared, for this reason; an unexamined gate does not pass.
  case missing(NoRatio)

  /// The result, if it was judged.
  public var result: CellResult? {
    guard case .judged(let result) = self else { return nil }
    return result
  }

  /// The verdict, if there is one.
  public var verdict: Verdict? { result?.verdict }
}
