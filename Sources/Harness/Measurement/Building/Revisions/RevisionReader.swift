import Foundation
import Recording
import SystemPackage

/// Asks git for the current commit of a folder's repository.
public struct RevisionReader: Sendable {
  private let folder: FilePath
  private let searchPath: String?

  /// Asks how tracked files differ from the commit. It gives the hashes of all contents, binary ones, too.
  private static let differences = [
    "diff", "--patch", "--full-index", "--unified=0", "--diff-algorithm=myers", "--no-ext-diff",
    "--no-textconv", "--submodule=diff", "--ignore-submodules=none", "HEAD",
  ]

  /// Creates a reader for a folder in the repository; `git` is looked up in `searchPath`, by default PATH.
  public init(folder: FilePath, searchPath: String? = nil) {
    self.folder = folder
    self.searchPath = searchPath
  }

  /// The current revision; nil if the folder is in no repository, there is no commit yet, or there is no git.
  /// - Throws: ``RevisionError`` if there is a repository that git can't read.
  public func read() async throws(RevisionError) -> Revision? {
    // One call for the commit and its branch, so that they belong together.
    let status = [
      "status", "--porcelain=v2", "--branch", "--no-ahead-behind", "--untracked-files=no",
      "--ignore-submodules=none",
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
    let text = try await git(GitCommand.time(of: commit)) ?? ""
    guard let time = GitCommand.time(text) else {
      throw .unreadable(folder: folder.string, reason: "the commit's time is '\(text)'")
    }
    let head = header("head")
    let isDirty = lines.contains { !$0.hasPrefix("#") }
    // Without them the commit is still known.
    let differences = isDirty ? try? await git(Self.differences) : nil
    var revision = Revision(
      commit: commit, branch: head == "(detached)" ? nil : head,
      committedAt: time,
      isDirty: isDirty, changes: differences.map { SHA256.text(of: SHA256.digest(of: $0)) })
    let new = try? await git([
      "ls-files", "-z", "--others", "--exclude-standard", ":/", ":(top,exclude,glob)**/.build/**",
    ])
    revision.hasNewCode = new?.split(separator: "\0").contains { SourceFile.isCode("\($0)") }
    return revision
  }

  /// Returns git's output; nil if there is no git or no repository.
  private func git(_ arguments: [String]) async throws(RevisionError) -> String? {
    do {
      // The messages are matched below.
      return try await GitCommand(folder: folder, searchPath: searchPath)
        .output(of: arguments, ["LC_ALL": "C"])
    } catch RevisionError.noGit {
      return nil
    } catch RevisionError.gitFailed(_, let reason) {
      if RevisionError.meansNoRepository(reason) { return nil }
      let line = reason.split(separator: "\n").first.map(String.init) ?? "git says nothing"
      throw .unreadable(folder: folder.string, reason: line)
    } catch {
      throw .unreadable(folder: folder.string, reason: "\(error)")
    }
  }
}
