import Statistics
import SystemPackage

/// The reason why a revision (or a saved one, an anchor) is unknown, or can't be built, found or kept.
///
/// It is no ``BuildError``: those say that the app's code of a revision does not compile, which callers answer
/// with another exit code, or by leaving out a commit.
public enum RevisionError: Error, Equatable, CustomStringConvertible {
  case noGit
  case noRepository(folder: FilePath, reason: String)
  /// There may be a repository, but git does not read it.
  case refused(folder: FilePath, reason: String)
  case noSuchRevision(String, reason: String)
  /// No commit has that name, but a branch of a remote has.
  case onlyOfRemote(String, branch: String)
  case bare(folder: FilePath)
  /// No commit has that name in this clone, which does not have all commits.
  case notFetched(String, command: String)
  /// git refuses to read the repository, or can't.
  case unreadable(folder: String, reason: String)
  /// The build is a program from outside the repository, which nothing makes.
  case sameProgram(build: String, path: String, repository: FilePath)
  /// The package or the scenario is outside the repository, so it is the same at all revisions.
  case outside(path: FilePath, repository: FilePath)
  case noSubmodules(commit: String, reason: String)
  /// The revision does not have the folder that the scenario is in, or the package.
  case noFolder(FilePath, revision: String)
  case gitFailed(arguments: [String], reason: String)
  case inUse(folder: FilePath)
  case notKept(path: FilePath, reason: String)
  /// A folder in which Rehearse keeps and removes files contains other files, such as this one.
  case notOurs(folder: FilePath, found: String)
  /// There is no history between two revisions, the good and the bad end.
  case noHistory(String, String, HistoryGap)
  /// There is no anchor of that name; `known` are those that exist.
  case noAnchor(String, folder: FilePath, known: [String])
  case anchorExists(String, folder: FilePath)
  case anchorDamaged(String, folder: FilePath, reason: String)
  case anchorsUnreadable(folder: FilePath, reason: String)
  case anchorOfOtherBuild(String, of: String, asked: String)
  case anchorOfOtherLayouts(String, kept: Int, asked: Int)
  /// The anchor was kept of a package, but the build is now made by commands, or the other way round.
  case anchorOfOtherKind(String, build: String)
  /// The build to keep is made by nothing: it is files of the revision.
  case notMade(build: String)
  /// The products of the build's commands can't be separated from the work tree, for this reason.
  case inseparable(build: String, reason: String)
  /// Shared executables have changed since they were added to this folder, or were removed.
  case sharedDamaged(FilePath, reason: String)
  /// The description of a kept build is not what was written; continues a sentence.
  case recordChanged
  /// A file of a kept build is not what was written; continues a sentence.
  case fileChanged(String)

  /// The reason why there is no history between two revisions.
  public enum HistoryGap: Sendable, Equatable {
    case equal
    case reversed
    /// Neither contains the other; `base` is the best common ancestor, nil if there is none.
    case noAncestor(base: String?)
    /// It may be incomplete, because not all commits were fetched.
    case shallow
    case tooMany(String)
  }

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
    case .noHistory(let good, let bad, let gap): Self.words(gap, good, bad)
    case .noAnchor(let name, let folder, let known):
      "There is no anchor '\(name)' in \(folder); known: "
        + (known.isEmpty ? "none" : known.joined(separator: ", "))
        + ". 'rehearse anchor save \(name) SCENARIO' saves one."
    case .anchorExists(let name, let folder):
      "There is an anchor '\(name)' in \(folder) already; --replace replaces it, but earlier ratios to it "
        + "are then no longer comparable."
    case .anchorDamaged(let name, let folder, let reason):
      "The anchor '\(name)' in \(folder) can't be used: \(reason)."
    case .anchorsUnreadable(let folder, let reason): "The folder \(folder) can't be read: \(reason)"
    case .anchorOfOtherBuild(let name, let own, let asked):
      "The anchor '\(name)' is of the build '\(own)', not of '\(asked)'; --build \(own) compares with it."
    case .anchorOfOtherLayouts(let name, let kept, let asked):
      "The anchor '\(name)' is linked in \(kept.counted("layout", "layouts")), but the scenario asks for "
        + "\(asked). Save another one, or change 'layouts'."
    case .anchorOfOtherKind(let name, let build):
      "The anchor '\(name)' was saved when '\(build)' was made in another way: by a package, or by "
        + "'make:'. Save another one."
    case .notMade(let build):
      "The build '\(build)' is made neither by a package nor by 'make:', so there is nothing to save but "
        + "the revision's own files. --against REVISION uses those."
    case .inseparable(let build, let reason):
      "The files that the commands of '\(build)' made can't be kept apart from their work tree: "
        + "\(reason). --against REVISION makes them each time."
    case .sharedDamaged(let entry, let reason):
      "The executables in \(entry) can't be used: \(reason). Remove that folder, and make the parts that "
        + "were measured with it again."
    case .recordChanged: "its description is not what was written"
    case .fileChanged(let name): "'\(name)' is not the file that was written"
    }
  }

  private static func words(_ gap: HistoryGap, _ good: String, _ bad: String) -> String {
    switch gap {
    case .equal:
      "'\(good)' and '\(bad)' are the same commit, so nothing lies between them. Name an older commit as "
        + "the good end."
    case .reversed:
      "'\(bad)' came before '\(good)'. The good end is the older one, whichever is faster: rehearse bisect "
        + "\(bad) \(good)."
    case .noAncestor(let base):
      "'\(good)' is not among the ancestors of '\(bad)', so no commit between them made the change. "
        + (base.map {
          "They parted at \($0.prefix(10)), which can be the good end of either: rehearse bisect "
            + "\($0.prefix(10)) \(bad)."
        } ?? "They have no common ancestor.")
    case .shallow:
      "'\(good)' is not known to be among the ancestors of '\(bad)', because this clone is shallow. Fetch "
        + "what is missing (git fetch --unshallow; in GitHub Actions 'fetch-depth: 0')."
    case .tooMany(let count):
      "There are \(count) commits between the two ends; allowed: \(CommitHistory.mostCommits). Name a good "
        + "end that is nearer."
    }
  }

  /// The reason why git finds no repository for a folder.
  static func noTop(of folder: FilePath, reason: String) -> RevisionError {
    if reason.contains("must be run in a work tree") { return .bare(folder: folder) }
    return meansNoRepository(reason)
      ? .noRepository(folder: folder, reason: reason) : .refused(folder: folder, reason: reason)
  }

  /// Returns whether git's message says that a folder is in no repository: it has no status of its own for
  /// that.
  static func meansNoRepository(_ reason: String) -> Bool {
    reason.contains("not a git repository")
  }

  private static func quoted(_ reason: String) -> String { reason.isEmpty ? "" : "\n\(reason)" }
}
