import Foundation
import Recording
import Subprocess
import SystemPackage

/// A git repository, by the program `git`: its own rules on what is ignored, linked and configured
/// are too many for a second implementation.
struct GitRepository: Sendable {
  /// The top folder of the work tree.
  let folder: FilePath

  /// The repository that a folder is in.
  /// - Throws: ``RevisionError/noRepository(folder:reason:)``.
  init(containing folder: FilePath) async throws {
    let result: String
    do {
      result = try await Self.git(["rev-parse", "--show-toplevel"], in: folder)
    } catch let error as RevisionError {
      guard case .gitFailed(_, let reason) = error else { throw error }
      throw RevisionError.noRepository(folder: folder, reason: reason)
    }
    self.folder = FilePath(result)
  }

  /// A work tree that is known to be one.
  init(at folder: FilePath) { self.folder = folder }

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

  /// What git prints, without the line feed at its end.
  /// - Throws: ``RevisionError/gitFailed(arguments:reason:)``, ``RevisionError/noGit``.
  @discardableResult
  func git(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> String {
    try await Self.git(arguments, environment, in: folder)
  }

  private static func git(
    _ arguments: [String], _ environment: [String: String] = [:], in folder: FilePath
  ) async throws -> String {
    var settings: [Subprocess.Environment.Key: String?] = [:]
    for (name, value) in environment {
      if let key = Subprocess.Environment.Key(rawValue: name) {
        settings.updateValue(value, forKey: key)
      }
    }
    let result = try await finding {
      try await run(
        .name("git"), arguments: Arguments(["-C", folder.string] + arguments),
        environment: .inherit.updating(settings), input: .none, output: .string(limit: 1 << 20),
        error: .string(limit: 1 << 16))
    }
    guard result.terminationStatus.isSuccess else {
      let words = result.standardError.trimmingCharacters(in: .whitespacesAndNewlines)
      throw RevisionError.gitFailed(arguments: arguments, reason: words)
    }
    return result.standardOutput.trimmingCharacters(in: .newlines)
  }

  private static func finding<Success>(_ body: () async throws -> Success) async throws -> Success {
    do {
      return try await body()
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw RevisionError.noGit
    }
  }
}
