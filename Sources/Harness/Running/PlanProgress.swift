import Recording

/// How much of a plan is done, where some of it may be done again.
public struct PlanProgress {
  /// How many of the plan's runs are done; fewer than before where their story and round begins
  /// anew.
  public private(set) var done = 0
  private var inTry = 0
  private var latest: Run?

  /// Nothing is done.
  public init() {}

  /// Counts a run that was made.
  public mutating func count(_ run: Run) {
    let isSameGroup =
      latest.map { $0.kind == run.kind && $0.story == run.story && $0.round == run.round } ?? false
    if let latest, isSameGroup, run.attempt > latest.attempt { done -= inTry }
    if !isSameGroup || run.attempt != latest?.attempt { inTry = 0 }
    done += 1
    inTry += 1
    latest = run
  }
}
