import Recording
import SystemPackage

/// A file that differs between two commits.
public struct DifferingFile: Sendable, Hashable {
  /// Its path in the user's own work tree; absolute, and that of the repository without symbolic links.
  public let path: FilePath
  /// A Boolean value indicating whether it can be executed at the first of them.
  public let isProgram: Bool

  /// Asks git for those between two commits, in a folder of the repository.
  /// - Throws: ``RevisionError``, or `CancellationError`.
  public static func all(
    from baseline: String, to candidate: String, in folder: FilePath
  ) async throws -> [DifferingFile] {
    let repository = try await GitRepository(containing: folder)
    let paths = try await repository.differingPaths(from: baseline, to: candidate)
    if paths.isEmpty { return [] }
    // `MODE KIND OBJECT`, a tab, and the path.
    let entries = try await repository.git(["ls-tree", "-r", "-z", "--full-tree", baseline])
      .split(separator: "\0")
    let programs = Set(
      entries.filter { $0.hasPrefix("100755 ") }.compactMap { entry in
        entry.split(separator: "\t", maxSplits: 1).last.map(String.init)
      })
    return paths.map { path in
      DifferingFile(
        path: repository.folder.appending(FilePath(path).components),
        isProgram: programs.contains(path))
    }
  }
}
