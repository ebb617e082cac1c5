import Foundation
import SystemPackage

/// Work trees that have only some files of a commit.
extension GitRepository {
  /// A Boolean value indicating whether the work tree omits files of its commit.
  var isSparse: Bool {
    get async throws {
      do {
        return try await git(["config", "--type=bool", "core.sparseCheckout"]) == "true"
      } catch RevisionError.gitFailed {
        return false
      }
    }
  }

  /// Marks in another index the files that a sparse checkout omits: they are absent, not deleted.
  func keepAbsent(in index: [String: String]) async throws {
    // Taken from the user's own index; files that exist anyway are kept as they are.
    let absent = try await absent()
    guard !absent.isEmpty else { return }
    // Paths whose deletion is staged can't be marked, because HEAD does not have them.
    let known = Set(
      try await git(["ls-files", "--full-name", "-z"], index).split(separator: "\0").map(
        String.init))
    let marked = absent.filter(known.contains).map { "\($0)\0" }.joined()
    try await git(["update-index", "-z", "--skip-worktree", "--stdin"], index, input: marked)
  }

  /// Checks out files that this sparse work tree omits although another one has them.
  func checkOutPresent(in own: GitRepository) async throws {
    guard try await isSparse else { return }
    let present = try await leftOut().filter { Self.isThere(own.folder.appending($0)) }
    guard !present.isEmpty else { return }
    try await git(
      ["checkout-index", "--ignore-skip-worktree-bits", "--force", "-z", "--stdin"],
      input: present.map { "\($0)\0" }.joined())
  }

  /// The paths that a sparse checkout omits.
  func absent() async throws -> [String] {
    try await leftOut().filter { !Self.isThere(folder.appending($0)) }
  }

  /// The paths that git does not look for in the work tree.
  private func leftOut() async throws -> [String] {
    // `S`, a space, and the path.
    try await git(["ls-files", "-t", "--full-name", "-z"]).split(separator: "\0")
      .filter { $0.hasPrefix("S ") }.map { String($0.dropFirst(2)) }
  }

  /// Returns whether something is at a path, even a dangling link.
  private static func isThere(_ path: FilePath) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path.string)) != nil
  }
}
