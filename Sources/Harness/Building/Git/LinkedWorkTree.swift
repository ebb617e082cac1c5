import Foundation
import SystemPackage

/// A second work tree of a repository, in which one revision after the other is built.
struct LinkedWorkTree: Sendable {
  /// The user's own.
  let repository: GitRepository
  /// Where it is.
  let place: WorkTreePlace
  private let tree: GitRepository

  /// A work tree that is not there yet, or was left there by a Rehearse that was killed.
  init(of repository: GitRepository, at place: WorkTreePlace) {
    self.repository = repository
    self.place = place
    tree = repository.linked(at: place.tree)
  }

  /// Makes it at a commit, in the place of one that is there; files that are the same in both keep
  /// their dates where it was made by this process, so that they are not compiled anew.
  /// - Parameter isNew: whether this process did not make it before.
  func bring(to commit: String, isNew: Bool) async throws {
    if isNew {
      try await clear()
      try await repository.git([
        "worktree", "add", "--quiet", "--detach", tree.folder.string, commit,
      ])
      place.surround()
    }
    try await tree.git(["checkout", "--quiet", "--detach", "--force", commit])
    try await tree.git(["clean", "--quiet", "-ffdx"])
    try await tree.checkOutPresent(in: repository)
    do {
      try await InnerWorkTrees(of: repository, in: tree).bring(to: commit)
    } catch RevisionError.gitFailed(_, let reason) {
      throw RevisionError.noSubmodules(commit: commit, reason: reason)
    }
  }

  /// The files that are not as the commit has them, by their paths from the top, those of submodules
  /// included; nil where some are gone, or belong to a repository that is no submodule.
  func filesBesideCommit() async throws -> [String]? { try await tree.filesBesideCommit() }

  /// A folder of the revision that is checked out.
  /// - Parameter place: the path from the repository's top.
  /// - Throws: ``RevisionError/outside(path:repository:)`` where a symbolic link of that revision
  ///   leads elsewhere.
  func folder(_ place: FilePath) throws(RevisionError) -> FilePath {
    let folder = tree.folder.appending(place.components)
    guard folder.resolved.place(in: tree.folder.resolved) != nil else {
      throw .outside(path: folder, repository: tree.folder)
    }
    return folder
  }

  /// Takes over the versions of a package's dependencies where they are not under version control:
  /// they are those of the user's own work tree on all sides. Else a release that came out between
  /// two builds would be taken for the change in question.
  /// - Parameter package: the path from the repository's top to the package.
  func takeOverResolvedVersions(of package: FilePath) throws(RevisionError) {
    let name = "Package.resolved"
    let folder = try folder(package)
    let own = repository.folder.appending(package.components).appending(name)
    let linked = folder.appending(name)
    let files = FileManager.default
    guard files.fileExists(atPath: own.string), files.fileExists(atPath: folder.string),
      !files.fileExists(atPath: linked.string)
    else { return }
    do {
      try files.copyItem(atPath: own.string, toPath: linked.string)
    } catch {
      throw .notKept(path: linked, reason: error.localizedDescription)
    }
  }

  /// Removes it; what was built stays. A task of its own does so, for that of the caller may be
  /// cancelled, and with it every command that it starts.
  func remove() async {
    // What is left behind is replaced the next time.
    await Task { try? await clear() }.value
  }

  /// All of it lies in the folder that has our mark, see ``RevisionHome``.
  ///
  /// Not by `git worktree prune`: that would forget the user's own work trees, too, where they are
  /// on a disk that is not mounted now.
  private func clear() async throws {
    if FileManager.default.fileExists(atPath: place.outermost.string) {
      do {
        try FileManager.default.removeItem(atPath: place.outermost.string)
      } catch {
        throw RevisionError.notKept(path: place.outermost, reason: error.localizedDescription)
      }
    }
    let known = try await repository.git(["worktree", "list", "--porcelain"])
    guard known.split(separator: "\n").contains("worktree \(tree.folder)") else { return }
    // Forced twice for one that is locked, as git leaves it when it is killed while it makes it.
    try await repository.git(["worktree", "remove", "--force", "--force", tree.folder.string])
  }
}

/// Keeps what was built before the next revision is built over it.
enum Keeping {
  /// Copies executables, with the resources and libraries that they look for beside them.
  /// - Parameters:
  ///   - commands: one a layout, the executable first; all executables in one folder.
  ///   - services: the names of further executables in that folder.
  ///   - folder: where the copies go; what was there is replaced.
  /// - Returns: the commands, with the copies.
  /// - Throws: ``RevisionError/notKept(path:reason:)``.
  static func copies(
    of commands: [[String]], beside services: [String] = [], in folder: FilePath
  ) throws(RevisionError) -> [[String]] {
    let files = FileManager.default
    do {
      // A place in a folder of ours, which the caller has claimed (``OwnFolder``).
      if files.fileExists(atPath: folder.string) { try files.removeItem(atPath: folder.string) }
      try files.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
      guard let first = commands.first?.first else { return commands }
      let source = FilePath(first).removingLastComponent()
      let companions = try files.contentsOfDirectory(atPath: source.string)
        .filter { $0.hasSuffix(".resources") || $0.hasSuffix(".so") || services.contains($0) }
        .map { source.appending($0) }
      for path in commands.map({ FilePath($0[0]) }) + companions {
        guard let name = path.lastComponent else { continue }
        try files.copyItem(atPath: path.string, toPath: folder.appending(name).string)
      }
    } catch {
      throw .notKept(path: folder, reason: error.localizedDescription)
    }
    return commands.map { command in
      let name = FilePath(command[0]).lastComponent?.string ?? ""
      return [folder.appending(name).string] + command.dropFirst()
    }
  }
}
