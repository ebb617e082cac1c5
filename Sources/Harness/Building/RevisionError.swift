/// Why the commit of a repository is not known.
public enum RevisionError: Error, Equatable, CustomStringConvertible {
  /// git refuses to read the repository, or can't.
  case unreadable(folder: String, reason: String)

  /// What happened and what follows.
  public var description: String {
    switch self {
    case .unreadable(let folder, let reason):
      "The commit of \(folder) is not known, and is not recorded: \(reason)"
    }
  }
}
