import Recording

/// An executable that can host runs, and what is known about it; or several, one a layout.
public struct BuiltDriver: Sendable {
  /// What is stored with the experiment.
  public let record: BuildRecord
  /// For each layout the command that starts it, its first word an absolute path; a single command
  /// where the code lies as the linker left it.
  public let commands: [[String]]
}
