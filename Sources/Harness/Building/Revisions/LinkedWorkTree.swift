import Foundation
import Glibc
import SystemPackage

/// A second work tree of a repository, in which one revision after the other is built.
struct LinkedWorkTree {
  /// Where it and what is built in it lie.
  let home: FilePath
  private let repository: GitRepository
  private let tree: GitRepository
  private let lock: Int32

  /// Makes the work tree; one that a Rehearse left behind that was killed is replaced.
  /// - Throws: ``RevisionError``.
  init(of repository: GitRepository, at commit: String) async throws {
    self.repository = repository
    home = repository.folder.appending(".build/rehearse/revisions")
    tree = GitRepository(at: home.appending("tree"))
    do {
      try FileManager.default.createDirectory(
        atPath: home.string, withIntermediateDirectories: true)
    } catch {
      throw RevisionError.notKept(path: home, reason: error.localizedDescription)
    }
    // Let go by the end of the process, however it ends.
    lock = open(home.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(lock)
      throw RevisionError.inUse(folder: home)
    }
    do {
      try await clear()
      // Hooks of the repository are for its own work tree.
      try await repository.git([
        "-c", "core.hooksPath=/dev/null", "worktree", "add", "--quiet", "--detach",
        tree.folder.string, commit,
      ])
    } catch {
      close(lock)
      throw error
    }
  }

  /// Brings it to another commit. Files that are the same in both keep their dates, so that they
  /// are not compiled anew.
  func checkOut(_ commit: String) async throws {
    try await tree.git([
      "-c", "core.hooksPath=/dev/null", "checkout", "--quiet", "--detach", "--force", commit,
    ])
    try await tree.git(["clean", "--quiet", "-ffdx"])
    try takeOverResolvedVersions()
  }

  /// The folder of the same place in this work tree.
  func counterpart(of folder: FilePath) -> FilePath {
    var inside = folder
    _ = inside.removePrefix(repository.folder)
    return tree.folder.appending(inside.components)
  }

  /// Removes it; what was built stays.
  func remove() async {
    // What is left behind is replaced the next time.
    try? await clear()
    close(lock)
  }

  private func clear() async throws {
    if FileManager.default.fileExists(atPath: tree.folder.string) {
      _ = try? await repository.git(["worktree", "remove", "--force", tree.folder.string])
      try? FileManager.default.removeItem(atPath: tree.folder.string)
    }
    try await repository.git(["worktree", "prune"])
  }

  /// Where the versions of dependencies are not under version control they are those of the
  /// user's own work tree on all sides: else a release that came out between two builds would be
  /// taken for the change in question.
  private func takeOverResolvedVersions() throws {
    let name = "Package.resolved"
    let (own, linked) = (repository.folder.appending(name), tree.folder.appending(name))
    guard FileManager.default.fileExists(atPath: own.string),
      !FileManager.default.fileExists(atPath: linked.string)
    else { return }
    do {
      try FileManager.default.copyItem(atPath: own.string, toPath: linked.string)
    } catch {
      throw RevisionError.notKept(path: linked, reason: error.localizedDescription)
    }
  }
}
