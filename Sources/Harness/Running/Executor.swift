import Recording

/// Carries out runs. Processes stand behind this protocol, so that all above it can be tested
/// with runs that were recorded.
public protocol Executor {
  /// Makes one run. Whatever goes wrong is told by the run's ending.
  func execute(_ planned: PlannedRun) -> Run

  /// The same, for somebody who watches.
  /// - Parameter whenPrepared: called once what is to be done before the run, and is no part of it,
  ///   has been done; not at all where that failed.
  func execute(_ planned: PlannedRun, whenPrepared: () -> Void) -> Run

  /// Makes runs that follow each other in a row, with nothing between them.
  /// - Parameters:
  ///   - row: the runs that are wanted; one at least.
  ///   - whenPrepared: as of one run, for the row.
  /// - Returns: the first of them at least; the rest is to be asked for again.
  func execute(_ row: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run]
}

extension Executor {
  /// Makes one run, before which nothing is to be done.
  public func execute(_ planned: PlannedRun, whenPrepared: () -> Void) -> Run {
    whenPrepared()
    return execute(planned)
  }

  /// Makes the first run alone.
  public func execute(_ row: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
    row.prefix(1).map { execute($0, whenPrepared: whenPrepared) }
  }
}

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
