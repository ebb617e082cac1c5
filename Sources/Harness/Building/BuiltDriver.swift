import Recording

/// An executable that can host runs, and what is known about it.
public struct BuiltDriver: Sendable {
  /// What is stored with the experiment.
  public let record: BuildRecord
  /// The command that starts it, its first word an absolute path.
  public let command: [String]
}
