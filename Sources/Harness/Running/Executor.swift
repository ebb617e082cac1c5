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
