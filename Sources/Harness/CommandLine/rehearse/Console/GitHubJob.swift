import CommandSupport
import Exporting
import Foundation
import Glibc
import Reports
import SystemPackage

/// The job of GitHub Actions that runs this program.
struct GitHubJob {
  private let workspace: String?
  private let summary: String?

  /// Nil outside of GitHub Actions.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard environment["GITHUB_ACTIONS"] == "true" else { return nil }
    workspace = environment["GITHUB_WORKSPACE"]
    summary = environment["GITHUB_STEP_SUMMARY"]
  }

  /// A file's path in annotations: from the repository's folder, which is the workspace.
  func path(of file: FilePath) -> String {
    let working = FilePath(FileManager.default.currentDirectoryPath)
    let absolute = working.pushing(file).lexicallyNormalized()
    var relative = absolute
    guard let workspace, relative.removePrefix(FilePath(workspace).lexicallyNormalized()) else {
      return file.string
    }
    return relative.string
  }

  /// Annotates the job and appends to its summary.
  ///
  /// Annotations go to standard error. GitHub's runner reads commands from both streams, and standard output
  /// has the result, with `--json` a document.
  /// - Throws: `OutputError`, and `TableError`.
  func tell(_ experiments: [ExportedExperiment]) throws {
    Console.tell(GitHubAnnotations.text(experiments))
    guard let summary, !summary.isEmpty else { return }
    let path = FilePath(summary)
    do {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.append, .create, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter {
        // The step's earlier output counts, too.
        let used = try file.seek(offset: 0, from: .end)
        let text = try GitHubSummary.text(
          experiments, limit: max(0, GitHubSummary.limit - Int(used)))
        try file.writeAll(text.utf8)
      }
    } catch let error as Errno {
      throw OutputError.notWritten(path, operation: "append", error)
    }
  }
}
