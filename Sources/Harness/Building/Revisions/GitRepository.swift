import Foundation
import Recording
import SystemPackage

/// A git repository, by the program `git`: its own rules on what is ignored, linked and configured
/// are too many for a second implementation.
struct GitRepository: Sendable {
  /// The top folder of the work tree, without symbolic links where it was looked for.
  let folder: FilePath
  private let searchPath: String?

  /// The repository that a folder is in.
  /// - Parameter searchPath: where `git` is looked up; PATH unless told otherwise.
  /// - Throws: ``RevisionError/noRepository(folder:reason:)``, ``RevisionError/noGit``.
  init(containing folder: FilePath, searchPath: String? = nil) async throws {
    let command = GitCommand(folder: folder, searchPath: searchPath)
    do {
      let top = try await command.output(of: ["rev-parse", "--show-toplevel"])
      self.init(at: FilePath(top).resolved, searchPath: searchPath)
    } catch RevisionError.gitFailed(_, let reason) {
      throw RevisionError.noRepository(folder: folder, reason: reason)
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

  /// What a state of the sources is.
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

  /// What git prints, without the line feeds at its end.
  /// - Throws: ``RevisionError/gitFailed(arguments:reason:)``, ``RevisionError/noGit``.
  @discardableResult
  func git(_ arguments: [String], _ settings: [String: String] = [:]) async throws -> String {
    try await GitCommand(folder: folder, searchPath: searchPath).output(of: arguments, settings)
  }
}
