import Foundation
import Recording
import Subprocess
import SystemPackage

/// Asks git at which commit a folder's repository stands.
public struct RevisionReader: Sendable {
  private let folder: FilePath
  private let searchPath: String?

  /// A reader.
  /// - Parameters:
  ///   - folder: a folder in the repository.
  ///   - searchPath: where `git` is looked up; PATH unless told otherwise.
  public init(folder: FilePath, searchPath: String? = nil) {
    self.folder = folder
    self.searchPath = searchPath
  }

  /// The revision now; nil where the folder is in no repository, where no commit was made yet, and
  /// where there is no git.
  /// - Throws: ``RevisionError`` where there is a repository that git can't read.
  public func read() async throws(RevisionError) -> Revision? {
    // One call for all but the time, so that nothing changes in between.
    let status = [
      "--no-optional-locks", "status", "--porcelain=v2", "--branch", "--untracked-files=no",
    ]
    guard let lines = try await git(status)?.split(separator: "\n").map(String.init) else {
      return nil
    }
    func header(_ name: String) -> String? {
      lines.first { $0.hasPrefix("# branch.\(name) ") }.map {
        String($0.dropFirst(10 + name.count))
      }
    }
    guard let commit = header("oid"), commit != "(initial)" else { return nil }
    let time = try await git(["show", "--no-patch", "--format=%ct", commit, "--"]) ?? ""
    guard let seconds = Double(time.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw .unreadable(folder: folder.string, reason: "the commit's time is '\(time)'")
    }
    let head = header("head")
    return Revision(
      commit: commit, branch: head == "(detached)" ? nil : head,
      committedAt: Date(timeIntervalSince1970: seconds),
      isDirty: lines.contains { !$0.hasPrefix("#") })
  }

  /// What git prints; nil where there is no git or no repository.
  private func git(_ arguments: [String]) async throws(RevisionError) -> String? {
    // A hook of git's tells its own repository to all that it starts; messages are matched below.
    var changes: [Subprocess.Environment.Key: String?] = [
      "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "LC_ALL": "C",
    ]
    if let searchPath { changes["PATH"] = searchPath }
    do {
      let result = try await run(
        .name("git"), arguments: Arguments(["-C", folder.string] + arguments),
        environment: .inherit.updating(changes), output: .string(limit: 64 << 20),
        error: .string(limit: 1 << 20))
      if result.terminationStatus.isSuccess { return result.standardOutput }
      let message = result.standardError
      if message.contains("not a git repository") { return nil }
      throw RevisionError.unreadable(folder: folder.string, reason: Self.firstLine(of: message))
    } catch let error as RevisionError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return nil
    } catch {
      throw .unreadable(folder: folder.string, reason: "\(error)")
    }
  }

  private static func firstLine(of message: String) -> String {
    message.split(separator: "\n").first.map(String.init) ?? "git says nothing"
  }
}
