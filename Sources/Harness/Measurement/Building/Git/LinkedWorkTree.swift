import Foundation
import Programs
import SystemPackage

/// A second work tree of a repository, in which one revision after the other is built.
struct LinkedWorkTree: Sendable {
  /// The user's own repository.
  let repository: GitRepository
  let place: WorkTreePlace
  private let tree: GitRepository

  /// Refers to a work tree that may not exist yet, or was left by a killed Rehearse.
  init(of repository: GitRepository, at place: WorkTreePlace) {
    self.repository = repository
    self.place = place
    tree = repository.linked(at: place.tree)
  }

  /// Creates it at a commit if it is new, that is, not made before by this process. Otherwise moves it there:
  /// files that are the same in both keep their dates, so that they are not recompiled.
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
      try await InnerWorkTrees(repository: repository, tree: tree).bring(to: commit)
    } catch RevisionError.gitFailed(_, let reason) {
      throw RevisionError.noSubmodules(commit: commit, reason: reason)
    }
  }

  /// The identity of the files of the commit as far as git stores them: its hash for all of them, and those
  /// that are left out here. What filters and line endings make of a file, only its content shows.
  func identity(of commit: String) async throws -> [String] {
    let absent = try await tree.isSparse ? tree.absent() : []
    return [try await repository.tree(of: commit)] + absent.map { "without \($0)" }
  }

  /// The files that differ from the commit, relative to the top, including those of submodules; nil
  /// if files are missing, or belong to a repository that is no submodule.
  func filesBesideCommit() async throws -> [String]? { try await tree.filesBesideCommit() }

  /// A folder of the checked-out revision, by its path from the repository's top.
  /// - Throws: ``RevisionError/outside(path:repository:)`` if a symbolic link of that revision leads
  ///   elsewhere.
  func folder(_ place: FilePath) throws(RevisionError) -> FilePath {
    let folder = tree.folder.appending(place.components)
    guard folder.resolved.place(in: tree.folder.resolved) != nil else {
      throw .outside(path: folder, repository: tree.folder)
    }
    return folder
  }

  /// Copies the versions of a package's dependencies from the user's work tree if they are not under version
  /// control, so that all sides have the same. Otherwise a release that came out between two builds would
  /// look like an effect of the change. The package is a path from the repository's top.
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

  /// Removes it; what was built stays. This is a task of its own, because the caller's may be
  /// cancelled, and with it every command that it starts.
  func remove() async {
    // Leftovers are replaced the next time.
    await Task { try? await clear() }.value
  }

  /// All of it is in the folder that has our mark, see ``RevisionHome``.
  ///
  /// Not with `git worktree prune`: that would also forget the user's own work trees on disks that
  /// are not mounted now.
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
    // Forced twice for a locked one, as git leaves it if it is killed while making it.
    try await repository.git(["worktree", "remove", "--force", "--force", tree.folder.string])
  }
}

/// Keeps what was built before the next revision is built over it.
enum Keeping {
  /// Copies executables, with the resources and libraries beside them and the executables of `services`, into a folder
  /// whose old content is replaced. The commands are one per layout, each with its executable first, all in one
  /// folder.
  /// - Returns: the commands, with the copies.
  /// - Throws: ``RevisionError/notKept(path:reason:)``.
  static func copies(
    of commands: [[String]], beside services: [String] = [], in folder: FilePath
  ) throws(RevisionError) -> [[String]] {
    let files = FileManager.default
    do {
      // A place in our own folder, which the caller has claimed (``OwnFolder``).
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
