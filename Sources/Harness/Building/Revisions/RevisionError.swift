import SystemPackage

/// Why a revision is unknown, or can't be built.
public enum RevisionError: Error, Equatable, CustomStringConvertible {
  /// There is no `git` in PATH.
  case noGit
  /// The folder is in no git repository.
  case noRepository(folder: FilePath, reason: String)
  /// There may be a repository, but git does not read it.
  case refused(folder: FilePath, reason: String)
  /// No commit has that name.
  case noSuchRevision(String, reason: String)
  /// No commit has that name, but a branch of a remote has.
  case onlyOfRemote(String, branch: String)
  /// The repository has no work tree.
  case bare(folder: FilePath)
  /// No commit has that name in this clone, which does not have all commits.
  case notFetched(String, command: String)
  /// git refuses to read the repository, or can't.
  case unreadable(folder: String, reason: String)
  /// The build is a program from outside the repository, which nothing makes.
  case sameProgram(build: String, path: String, repository: FilePath)
  /// The package or the scenario is outside the repository, so it is the same at all revisions.
  case outside(path: FilePath, repository: FilePath)
  /// The submodules of a revision can't be checked out.
  case noSubmodules(commit: String, reason: String)
  /// The revision does not have the folder that the scenario is in, or the package.
  case noFolder(FilePath, revision: String)
  /// A git command failed.
  case gitFailed(arguments: [String], reason: String)
  /// Another Rehearse builds or measures revisions of this repository.
  case inUse(folder: FilePath)
  /// The product, or the folder for it, can't be kept.
  case notKept(path: FilePath, reason: String)
  /// A folder in which Rehearse keeps and removes files contains other files, such as this one.
  case notOurs(folder: FilePath, found: String)

  /// The failure and what to do.
  public var description: String {
    switch self {
    case .noGit:
      "Comparing revisions needs the program 'git', which is not in PATH. Install it (Debian: "
        + "apt-get install git)."
    case .noRepository(let folder, let reason):
      "The folder \(folder) is in no git repository, so it has no revisions to compare."
        + Self.quoted(reason)
    case .refused(let folder, let reason):
      // A repository that was unpacked or mounted, or that is in a container, belongs to another user.
      if let trust = reason.firstMatch(of: /git config --global --add safe\.directory .+/) {
        "git refuses the repository of \(folder): it belongs to somebody else. If you trust it: \(trust.0)"
      } else {
        "git can't read the repository of \(folder)." + Self.quoted(reason)
      }
    case .noSuchRevision(let name, let reason):
      "There is no revision '\(name)'; allowed: a branch, a tag or a commit of this repository."
        + Self.quoted(reason)
    case .onlyOfRemote(let name, let branch):
      "There is no revision '\(name)' in this clone. There is '\(branch)', as of the last fetch from the "
        + "remote."
    case .bare(let folder):
      "The repository of \(folder) is bare: it has no files. Use a work tree of it (git worktree add)."
    case .notFetched(let name, let command):
      "There is no revision '\(name)' in this clone, which is shallow. Fetch it first (\(command)); in "
        + "GitHub Actions give actions/checkout 'fetch-depth: 0'."
    case .unreadable(let folder, let reason):
      "The commit of \(folder) is not known, and is not recorded: \(reason)"
    case .sameProgram(let build, let path, let repository):
      "The build '\(build)' is the program '\(path)', which is not a file of \(repository), so it is the "
        + "same at every revision. Name a program or a script of the repository by a path from the "
        + "scenario's folder, or say with 'make' how it is built."
    case .outside(let path, let repository):
      "The path \(path) is absolute or leads out of the repository \(repository), so both sides "
        + "would be compiled from the same files, not from those of their revisions. Let the "
        + "scenario name a package in the repository, by a path relative to the scenario file."
    case .noSubmodules(let commit, let reason):
      "The submodules of the revision \(commit) can't be checked out, so it can't be built. Make "
        + "'git submodule update --init --recursive' work at that revision: their commits have to "
        + "be pushed, and their addresses have to be reachable." + Self.quoted(reason)
    case .noFolder(let folder, let revision):
      "The revision '\(revision)' has no folder '\(folder)', so there is nothing to compare with."
    case .gitFailed(let arguments, let reason):
      "git \(arguments.joined(separator: " ")) failed." + Self.quoted(reason)
    case .inUse(let folder):
      "Another Rehearse is building or measuring revisions in \(folder). Wait until it has ended."
    case .notKept(let path, let reason): "The build \(path) can't be kept: \(reason)"
    case .notOurs(let folder, let found):
      "The folder \(folder) holds '\(found)', which Rehearse did not make, so it keeps and removes nothing "
        + "there. Name a new or an empty folder, or move that away."
    }
  }

  /// Why git finds no repository for a folder.
  static func noTop(of folder: FilePath, reason: String) -> RevisionError {
    if reason.contains("must be run in a work tree") { return .bare(folder: folder) }
    return meansNoRepository(reason)
      ? .noRepository(folder: folder, reason: reason) : .refused(folder: folder, reason: reason)
  }

  /// Returns whether git's message says that a folder is in no repository.
  static func meansNoRepository(_ reason: String) -> Bool {
    reason.contains("not a git repository")
  }

  private static func quoted(_ reason: String) -> String { reason.isEmpty ? "" : "\n\(reason)" }
}
