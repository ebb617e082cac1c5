/// Which state of a repository a build is made from.
public enum SourceState: Sendable, Equatable {
  /// A commit, by any name that git knows.
  case named(String)
  /// The files as they are now, committed or not; those that git ignores are left out.
  case workTree
}
