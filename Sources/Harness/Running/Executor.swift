import Recording

/// Carries out runs. Processes stand behind this protocol, so that all above it can be tested
/// with runs that were recorded; executors that watch or count stand before others.
public protocol Executor {
  /// Makes runs that follow each other in a batch, with nothing between them. Whatever goes wrong
  /// is in a run's ending.
  /// - Parameters:
  ///   - batch: the runs that are wanted; one at least.
  ///   - whenPrepared: called once what is to be done before the batch, and is no part of it, has been
  ///     done; not at all where that failed.
  /// - Returns: the first of them at least; the rest is to be asked for again.
  func execute(_ batch: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run]
}

extension Executor {
  /// Makes one run.
  public func execute(_ planned: PlannedRun) -> Run { execute([planned], whenPrepared: {})[0] }
}

/// An executor that makes one run at a time, before which nothing is to be done.
public protocol SingleRunExecutor: Executor {
  /// Makes one run.
  func execute(_ planned: PlannedRun) -> Run
}

extension SingleRunExecutor {
  /// Makes the first run alone.
  public func execute(_ batch: ArraySlice<PlannedRun>, whenPrepared: () -> Void) -> [Run] {
    batch.prefix(1).map { planned in
      whenPrepared()
      return execute(planned)
    }
  }
}

/// The progress of a plan, of which some runs may be made again.
public struct PlanProgress {
  /// The number of the plan's runs that are done; fewer than before where their story and round begins
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
