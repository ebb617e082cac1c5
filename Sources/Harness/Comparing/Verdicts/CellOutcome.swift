/// What became of a cell: a verdict, or why there is none.
public enum CellOutcome: Sendable, Hashable {
  /// It was judged.
  case judged(CellVerdict)
  /// Runs of its story failed on a build; a crash is no regression, and no figure either.
  case failed(build: String, count: Int, of: Int)
  /// Runs of its story could not be measured on a build, which is Rehearse's failure.
  case unmeasured(build: String, count: Int, of: Int)
  /// The candidate has the story, the stored baseline has no run of it.
  case new
  /// It cannot be compared, for this reason; a gate that is not looked at does not hold.
  case missing(NoRatio)

  /// The verdict, where there is one.
  public var verdict: CellVerdict? {
    guard case .judged(let verdict) = self else { return nil }
    return verdict
  }
}
