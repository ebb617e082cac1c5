/// The owner of the harness that both sides of a comparison get.
public struct HarnessSource: Sendable, Equatable {
  /// A revision as named by the user, or `work-tree`.
  public let name: String
  /// The files to take it from.
  public let state: SourceState

  /// Creates a source.
  public init(_ name: String, at state: SourceState) { (self.name, self.state) = (name, state) }
}

/// The state of a repository from which a build is made.
public enum SourceState: Sendable, Equatable {
  /// A commit, by any name that git knows.
  case named(String)
  /// The current files, committed or not, without those that git ignores.
  case workTree
}
