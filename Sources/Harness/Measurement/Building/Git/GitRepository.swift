import Foundation
import Programs
import Recording
import SystemPackage

/// A git repository, accessed through the program `git`: its rules on what is ignored, linked and
/// configured are too many for a second implementation.
struct GitRepository: Sendable {
  /// The top folder of the work tree; without symbolic links if it was searched for.
  let folder: FilePath
  private let searchPath: String?
  /// A Boolean value indicating whether git must find the repository in the folder itself. If that lost its
  /// `.git`, git would take the enclosing repository, the user's own, and check out and clean there.
  private let isWithinAnother: Bool

  /// The repository that a folder is in. `git` is looked up in `searchPath`, or in PATH by default.
  /// - Throws: ``RevisionError/noRepository(folder:reason:)``, ``RevisionError/refused(folder:reason:)``,
  ///   ``RevisionError/bare(folder:)``, ``RevisionError/noGit``, or `CancellationError`.
  init(containing folder: FilePath, searchPath: String? = nil) async throws {
    let command = GitCommand(folder: folder, searchPath: searchPath)
    do {
      let top = try await command.output(of: GitCommand.top, ["LC_ALL": "C"])
      self.init(at: FilePath(top).resolved, searchPath: searchPath)
    } catch RevisionError.gitFailed(_, let reason) {
      throw RevisionError.noTop(of: folder, reason: reason)
    }
  }

  /// Creates a repository from a folder known to be a work tree.
  init(at folder: FilePath, searchPath: String? = nil, isWithinAnother: Bool = false) {
    self.folder = folder
    self.searchPath = searchPath
    self.isWithinAnother = isWithinAnother
  }

  /// A work tree of the same repository elsewhere.
  func linked(at folder: FilePath) -> GitRepository {
    GitRepository(at: folder, searchPath: searchPath, isWithinAnother: true)
  }

  func revision(of state: SourceState) async throws -> Revision {
    switch state {
    case .named(let name): try await revision(try await commit(name), branch: name, isDirty: false)
    case .workTree: try await snapshot()
    }
  }

  private func revision(_ commit: String, branch: String?, isDirty: Bool) async throws -> Revision {
    let text = try await git(GitCommand.time(of: commit))
    guard let time = GitCommand.time(text) else {
      throw RevisionError.unreadable(
        folder: folder.string, reason: "the commit's time is '\(text)'")
    }
    return Revision(commit: commit, branch: branch, committedAt: time, isDirty: isDirty)
  }

  /// The commit that a name resolves to.
  /// - Throws: ``RevisionError/noSuchRevision(_:reason:)``, ``RevisionError/notFetched(_:command:)``,
  ///   ``RevisionError/onlyOfRemote(_:branch:)``.
  func commit(_ name: String) async throws -> String {
    do {
      return try await git([
        "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}",
      ])
    } catch RevisionError.gitFailed(_, let reason) {
      if let command = try await fetch(of: name) {
        throw RevisionError.notFetched(name, command: command)
      }
      if let branch = try await branchOfRemote(name) {
        throw RevisionError.onlyOfRemote(name, branch: branch)
      }
      throw RevisionError.noSuchRevision(name, reason: reason)
    }
  }

  /// git's hash for all files of a commit: equal files have equal hashes.
  func tree(of commit: String) async throws -> String {
    try await git(["rev-parse", "--verify", "--end-of-options", "\(commit)^{tree}"])
  }

  /// The current work tree as a commit: with changed and new files, also in submodules, but without
  /// ignored ones. Neither the index nor any branch is touched.
  func snapshot() async throws -> Revision {
    let head = try await commit("HEAD")
    let index = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-index-\(UUID().uuidString)").path
    // Made here, under a unique name.
    defer { try? FileManager.default.removeItem(atPath: index) }
    let environment = ["GIT_INDEX_FILE": index]
    // From HEAD's tree, so that tracked files stay in even if they are ignored, and without the
    // user's marks that make git skip a file (assume-unchanged, skip-worktree).
    _ = try await git(["read-tree", head], environment)
    if try await isSparse {
      try await keepAbsent(in: environment)
      _ = try await git(["add", "--all", "--sparse"], environment)
    } else {
      _ = try await git(["add", "--all"], environment)
    }
    try await addSubmodules(to: environment)
    let tree = try await git(["write-tree"], environment)
    if try await git(["rev-parse", "\(head)^{tree}"]) == tree {
      return try await revision(head, branch: nil, isDirty: false)
    }
    let commit = try await self.commit(
      tree: tree, after: head, "The work tree as Rehearse found it")
    return try await revision(commit, branch: nil, isDirty: true)
  }

  /// Makes a commit that is on no branch.
  func commit(tree: String, after parent: String, _ message: String) async throws -> String {
    // A fixed name and date, so that the same tree is always the same commit.
    let author = [
      "NAME": "Rehearse", "EMAIL": "rehearse@localhost", "DATE": "2000-01-01T00:00:00Z",
    ]
    let identity = author.reduce(into: [String: String]()) { identity, entry in
      identity["GIT_AUTHOR_\(entry.key)"] = entry.value
      identity["GIT_COMMITTER_\(entry.key)"] = entry.value
    }
    return try await git(
      ["commit-tree", "--no-gpg-sign", tree, "-p", parent, "-m", message], identity)
  }

  /// Returns git's output without the line feeds at its end; `input` is its standard input.
  /// - Throws: ``RevisionError/gitFailed(arguments:reason:)``, ``RevisionError/noGit``, or
  ///   `CancellationError`.
  @discardableResult
  func git(
    _ arguments: [String], _ settings: [String: String] = [:], input: String = ""
  ) async throws -> String {
    var settings = settings
    if isWithinAnother {
      settings["GIT_CEILING_DIRECTORIES"] = folder.removingLastComponent().string
    }
    return try await GitCommand(folder: folder, searchPath: searchPath)
      .output(of: arguments, settings, input: input)
  }

  /// Returns whether a command succeeds, where failing means no.
  func succeeds(_ arguments: [String]) async throws -> Bool {
    do {
      try await git(arguments)
      return true
    } catch RevisionError.gitFailed {
      return false
    }
  }
}

extension FilePath {
  /// The path from a folder to here; both without symbolic links. Nil if this is not in it.
  func place(in folder: FilePath) -> FilePath? {
    var place = self
    return place.removePrefix(folder) ? place : nil
  }
}
