import Recording
import SystemPackage

/// A state of a repository's files, by git's hashes.
public struct SourceIdentity: Sendable, Hashable {
  /// The commit; for a work tree with changes one of its own, on no branch.
  public let commit: String
  /// git's hash of the files: equal files have equal hashes.
  public let tree: String

  /// Asks git, in a folder of the repository.
  /// - Throws: ``RevisionError``, or `CancellationError`.
  public init(of state: SourceState, in folder: FilePath) async throws {
    let repository = try await GitRepository(containing: folder)
    commit = try await repository.revision(of: state).commit
    tree = try await repository.tree(of: commit)
  }
}
