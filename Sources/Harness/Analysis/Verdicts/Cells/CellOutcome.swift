/// The outcome of a cell: a verdict, or why there is none.
public enum CellOutcome: Sendable, Hashable {
  /// It was judged.
  case judged(CellResult)
  /// Runs of its story failed on a build; a crash is no regression, and no value either.
  case failed(build: String, count: Int, of: Int)
  /// Runs of its story failed on both builds, so many in all: the change in question need not be why.
  case failedOnBoth(baseline: String, candidate: String, count: Int, of: Int)
  /// The builds led to different outcomes of its story, and the scenario expects neither of them.
  case differing(baseline: String, candidate: String)
  /// Runs of its story could not be measured on a build, which is Rehearse's failure.
  case unmeasured(build: String, count: Int, of: Int)
  /// The candidate has the story, the stored baseline has no run of it; or its revision can't replay
  /// it, for the reason that is given.
  case new(since: String?)
  /// Both sides are proven to be the same, so nothing was measured.
  case proven
  /// It cannot be compared, for this reason; a gate that is not looked at does not hold.
  case missing(NoRatio)

  /// The verdict and the reason for it, where it was judged.
  public var result: CellResult? {
    guard case .judged(let result) = self else { return nil }
    return result
  }

  /// The verdict, where there is one.
  public var verdict: Verdict? { result?.verdict }

  /// Why a story has failed that fails on both sides.
  public static func bothReason(
    _ baseline: String, _ candidate: String, _ count: Int, of all: Int
  ) -> String {
    "\(count) of \(all) runs failed, on '\(baseline)' as on '\(candidate)'"
  }

  /// Why a story has failed of which neither side is known to be wrong.
  public static func differingReason(_ baseline: String, _ candidate: String) -> String {
    "'\(baseline)' and '\(candidate)' lead to different outcomes, and the scenario's 'expect' allows "
      + "both, so which of them is wrong is not known"
  }
}
