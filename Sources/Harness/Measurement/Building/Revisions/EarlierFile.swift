import Recording
import SystemPackage

/// A file of a repository as it was at a revision.
public struct EarlierFile: Sendable {
  /// The revision.
  public let revision: Revision
  /// The text; nil if there was no such file.
  public let text: String?

  /// Creates a value for a file that is already known.
  public init(_ text: String?, at revision: Revision) {
    self.text = text
    self.revision = revision
  }

  /// Reads a file at the path that it has now, in a commit by any name that git knows.
  /// - Throws: ``RevisionError``, or `CancellationError`.
  public init(_ path: FilePath, at name: String) async throws {
    let repository = try await GitRepository(containing: path.removingLastComponent())
    let folder = try RevisionSources.place(of: path.removingLastComponent(), in: repository.folder)
    let place = folder.appending(path.lastComponent.map { [$0] } ?? []).string
    revision = try await repository.revision(of: .named(name))
    text =
      try await repository.holds(place, at: revision.commit)
      ? try await repository.git(["cat-file", "blob", "\(revision.commit):\(place)"]) : nil
  }
}

extension GitRepository {
  /// Returns whether a commit has a file or a folder at a path from the repository's top.
  func holds(_ place: String, at commit: String) async throws -> Bool {
    if place.isEmpty { return true }
    return try await !git(["ls-tree", "-z", "--full-tree", commit, "--", place]).isEmpty
  }
}
