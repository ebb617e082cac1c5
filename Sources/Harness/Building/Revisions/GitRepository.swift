import Foundation
import Glibc
import Recording
import Subprocess
import SystemPackage

/// A git repository, by the program `git`: its own rules on what is ignored, linked and configured
/// are too many for a second implementation.
struct GitRepository: Sendable {
  /// The top folder of the work tree, without symbolic links where it was looked for.
  let folder: FilePath
  private let searchPath: String?

  /// The repository that a folder is in.
  /// - Parameter searchPath: where `git` is looked up; PATH by default.
  /// - Throws: ``RevisionError/noRepository(folder:reason:)``, ``RevisionError/refused(folder:reason:)``,
  ///   ``RevisionError/noGit``.
  init(containing folder: FilePath, searchPath: String? = nil) async throws {
    let command = GitCommand(folder: folder, searchPath: searchPath)
    do {
      let top = try await command.output(of: GitCommand.top, ["LC_ALL": "C"])
      self.init(at: FilePath(top).resolved, searchPath: searchPath)
    } catch RevisionError.gitFailed(_, let reason) {
      throw RevisionError.noTop(of: folder, reason: reason)
    }
  }

  /// A work tree that is known to be one.
  init(at folder: FilePath, searchPath: String? = nil) {
    self.folder = folder
    self.searchPath = searchPath
  }

  /// A work tree of the same repository elsewhere.
  func linked(at folder: FilePath) -> GitRepository {
    GitRepository(at: folder, searchPath: searchPath)
  }

  /// Returns what a state of the sources is.
  func revision(of state: SourceState) async throws -> Revision {
    switch state {
    case .named(let name):
      try await revision(try await commit(name), branch: name, isDirty: false)
    case .workTree: try await snapshot()
    }
  }

  private func revision(
    _ commit: String, branch: String?, isDirty: Bool
  ) async throws -> Revision {
    let time = try await git(["show", "--no-patch", "--format=%ct", commit, "--"])
    guard let seconds = Double(time) else {
      throw RevisionError.unreadable(
        folder: folder.string, reason: "the commit's time is '\(time)'")
    }
    return Revision(
      commit: commit, branch: branch, committedAt: Date(timeIntervalSince1970: seconds),
      isDirty: isDirty)
  }

  /// The commit that a name stands for.
  /// - Throws: ``RevisionError/noSuchRevision(_:reason:)``.
  func commit(_ name: String) async throws -> String {
    do {
      return try await git([
        "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}",
      ])
    } catch RevisionError.gitFailed(_, let reason) {
      throw RevisionError.noSuchRevision(name, reason: reason)
    }
  }

  /// git's name for all files of a commit: the same files have the same.
  func tree(of commit: String) async throws -> String {
    try await git(["rev-parse", "--verify", "--end-of-options", "\(commit)^{tree}"])
  }

  /// The paths that differ between two commits.
  func differingPaths(from baseline: String, to candidate: String) async throws -> [String] {
    try await git([
      "diff", "--name-only", "--no-renames", "--ignore-submodules=none", "-z", baseline, candidate,
    ]).split(separator: "\0").map(String.init)
  }

  /// The paths of all files of a commit.
  func paths(of commit: String) async throws -> [String] {
    try await git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit])
      .split(separator: "\0").map(String.init)
  }

  /// The work tree as it is now, as a commit: what was changed and what is new, but not ignored,
  /// included. Neither the index nor any branch is touched.
  func snapshot() async throws -> Revision {
    let head = try await commit("HEAD")
    let index = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-index-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: index) }
    let environment = ["GIT_INDEX_FILE": index]
    // From HEAD's tree, so that files that are tracked although they are ignored stay in.
    _ = try await git(["read-tree", head], environment)
    _ = try await git(["add", "--all"], environment)
    let tree = try await git(["write-tree"], environment)
    if try await git(["rev-parse", "\(head)^{tree}"]) == tree {
      return try await revision(head, branch: nil, isDirty: false)
    }
    // A name and a date of their own, so that the same tree always is the same commit.
    let author = [
      "NAME": "Rehearse", "EMAIL": "rehearse@localhost", "DATE": "2000-01-01T00:00:00Z",
    ]
    let identity = author.reduce(into: [String: String]()) { identity, entry in
      identity["GIT_AUTHOR_\(entry.key)"] = entry.value
      identity["GIT_COMMITTER_\(entry.key)"] = entry.value
    }
    let commit = try await git(
      ["commit-tree", tree, "-p", head, "-m", "The work tree as Rehearse found it"], identity)
    return try await revision(commit, branch: nil, isDirty: true)
  }

  /// Returns what git prints, without the line feeds at its end.
  /// - Throws: ``RevisionError/gitFailed(arguments:reason:)``, ``RevisionError/noGit``.
  @discardableResult
  func git(_ arguments: [String], _ settings: [String: String] = [:]) async throws -> String {
    try await GitCommand(folder: folder, searchPath: searchPath).output(of: arguments, settings)
  }
}

/// The program `git`, working in one folder, whatever repository the environment names.
struct GitCommand: Sendable {
  /// The folder that it works in.
  let folder: FilePath
  /// Where `git` is looked up; PATH where nil.
  let searchPath: String?

  /// What asks for the top folder of the work tree. By its message, in English, is told why there is none.
  static let top = ["rev-parse", "--show-toplevel"]

  /// The variables that `git rev-parse --local-env-vars` lists. A hook of git's hands them to all
  /// that it starts: with them a command that is meant for another work tree would change the
  /// user's own.
  static let localVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
  ]

  /// Returns what git prints, without the line feeds at its end.
  /// - Parameter settings: variables of its environment.
  /// - Throws: ``RevisionError/gitFailed(arguments:reason:)``, ``RevisionError/noGit``, or
  ///   `CancellationError`.
  func output(
    of arguments: [String], _ settings: [String: String] = [:]
  ) async throws -> String {
    // Asked to end first: then it takes its lock files with it.
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))]
    do {
      let result = try await run(
        .name("git"), arguments: Arguments(["-C", folder.string] + arguments),
        environment: environment(settings), platformOptions: options, input: .none,
        output: .string(limit: 64 << 20), error: .string(limit: 1 << 20))
      try Task.checkCancellation()
      guard result.terminationStatus.isSuccess else {
        let words = result.standardError.trimmingCharacters(in: .whitespacesAndNewlines)
        throw RevisionError.gitFailed(arguments: arguments, reason: words)
      }
      return result.standardOutput.trimmingCharacters(in: .newlines)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw RevisionError.noGit
    }
  }

  /// The environment of programs that work in a repository's folder, whatever repository this process
  /// was told of.
  static let elsewhere = environment([:])

  private func environment(_ settings: [String: String]) -> Subprocess.Environment {
    var settings = settings
    if let searchPath { settings["PATH"] = settings["PATH"] ?? searchPath }
    return Self.environment(settings)
  }

  private static func environment(_ settings: [String: String]) -> Subprocess.Environment {
    var changes: [Subprocess.Environment.Key: String?] = [:]
    func set(_ name: String, _ value: String?) {
      if let key = Subprocess.Environment.Key(rawValue: name) {
        changes.updateValue(value, forKey: key)
      }
    }
    for name in localVariables { set(name, nil) }
    for (name, value) in settings { set(name, value) }
    return .inherit.updating(changes)
  }
}

extension FilePath {
  /// The same place without symbolic links and dots; where nothing is there, without dots alone.
  var resolved: FilePath {
    guard let path = realpath(string, nil) else { return lexicallyNormalized() }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// The path from a folder to here; both without symbolic links. Nil where this is not in it.
  func place(in folder: FilePath) -> FilePath? {
    var place = self
    return place.removePrefix(folder) ? place : nil
  }
}
