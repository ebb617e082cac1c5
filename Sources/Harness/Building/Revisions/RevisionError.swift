import SystemPackage

/// Why a revision is not known, or can't be built.
public enum RevisionError: Error, Equatable, CustomStringConvertible {
  /// There is no `git` in PATH.
  case noGit
  /// The folder is in no git repository.
  case noRepository(folder: FilePath, reason: String)
  /// No commit has that name.
  case noSuchRevision(String, reason: String)
  /// git refuses to read the repository, or can't.
  case unreadable(folder: String, reason: String)
  /// The build is a command: nothing that could be built at another revision.
  case notBuilt(build: String)
  /// A git command failed.
  case gitFailed(arguments: [String], reason: String)
  /// Another Rehearse builds revisions of this repository.
  case inUse(folder: FilePath)
  /// What was built can't be kept.
  case notKept(path: FilePath, reason: String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .noGit:
      "Comparing revisions needs the program 'git', which is not in PATH. Install it (Debian: "
        + "apt-get install git)."
    case .noRepository(let folder, let reason):
      "The folder \(folder) is in no git repository, so it has no revisions to compare."
        + Self.quoted(reason)
    case .noSuchRevision(let name, let reason):
      "There is no revision '\(name)'; allowed: a branch, a tag or a commit of this repository. "
        + "In a shallow clone fetch it first (git fetch origin \(name))." + Self.quoted(reason)
    case .unreadable(let folder, let reason):
      "The commit of \(folder) is not known, and is not recorded: \(reason)"
    case .notBuilt(let build):
      "The build '\(build)' is a command, which Rehearse does not build, so it can't be made at "
        + "another revision. Name a build with 'configuration'."
    case .gitFailed(let arguments, let reason):
      "git \(arguments.joined(separator: " ")) failed." + Self.quoted(reason)
    case .inUse(let folder):
      "Another Rehearse builds revisions in \(folder). Wait until it has ended."
    case .notKept(let path, let reason): "The build \(path) can't be kept: \(reason)"
    }
  }

  private static func quoted(_ reason: String) -> String { reason.isEmpty ? "" : "\n\(reason)" }
}
