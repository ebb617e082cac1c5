/// The state of a repository from which a build is made.
public enum SourceState: Sendable, Equatable {
  /// A commit, by any name that git knows.
  case named(String)
  /// The current files, committed or not, without those that git ignores.
  case workTree
}
