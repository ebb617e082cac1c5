import Recording

/// Makes runs. Processes stay behind this protocol, so that everything above it can be tested with
/// recorded runs. Executors that watch or count wrap other executors. Each defines one of the two functions: by default
/// each calls the other.
public protocol Executor {
  /// Makes one run. Whatever goes wrong is in its ending.
  func execute(_ planned: PlannedRun) -> Run

  /// Makes runs back to back in a batch of at least one.
  /// - Returns: at least the first of them; the rest must be asked for again.
  func execute(_ batch: ArraySlice<PlannedRun>) -> [Run]
}

extension Executor {
  /// Makes one run, as a batch.
  public func execute(_ planned: PlannedRun) -> Run { execute([planned])[0] }

  /// Makes the first run alone.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] { batch.prefix(1).map(execute) }
}

/// The progress of a plan, some runs of which may be made again.
public struct PlanProgress {
  /// The number of the plan's runs that are done; it falls if their story and round starts again.
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
