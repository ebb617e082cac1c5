import Recording

/// One reading of a tree.
public struct TreeReading: Sendable, Equatable {
  /// Sums over the tree; CPU time includes processes that have ended.
  public let sample: Sample
  /// All that was used so far; up to date in detailed readings.
  public let used: TreeCounters
  /// The number of living processes.
  public let processes: Int
  /// A Boolean value indicating whether all living root processes are stopped by a signal.
  public let isStopped: Bool
  /// The machine's counters, from their last reading.
  let machine: MachineCounters
  /// CPU time that this reading spent on proportional memory, ns.
  let aside: Int64
}
