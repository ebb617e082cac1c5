import Recording
import SystemPackage

/// The conditions under which commands are measured, the same for all of them.
public struct CommandConditions: Sendable {
  /// The file for standard input, read from its start in every run; nil for none.
  public var input: FilePath?
  /// A Boolean value indicating whether the commands' output is shown on standard error rather than dropped.
  public var showsOutput = false
  /// A Boolean value indicating whether a run counts even if the command exited with a status other
  /// than 0, or was ended by a signal.
  public var ignoresFailure = false
  /// The statuses other than 0 with which a run counts.
  public var ignoredStatuses: Set<Int32> = []
  /// A Boolean value indicating whether a run lasts until all processes that the command started
  /// have ended; otherwise those that outlive it are killed.
  public var waitsForTree = false
  /// A Boolean value indicating whether runs are put into a control group if possible; otherwise
  /// they are only sampled.
  public var usesControlGroup = true
  /// The time after which a run is ended; nil for never.
  public var timeLimit: Duration?
  /// The number of items that each command processes; nil if the user did not say.
  public var items: Int?

  /// No input, output, tolerated failures or waiting.
  public init() {}

  /// Returns whether a run counts although the command ended like this.
  func ignores(_ failure: RunFailure) -> Bool {
    if ignoresFailure { return true }
    guard failure.reason == .exited, let status = failure.exitCode else { return false }
    return ignoredStatuses.contains(status)
  }
}
