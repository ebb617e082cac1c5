import Foundation
import Recording
import SystemPackage

/// Repositories in a repository.
extension GitRepository {
  /// A repository in another at a commit: an entry of mode 160000.
  struct Submodule: Sendable, Equatable {
    /// Its path from the outer repository's top.
    let path: String
    /// The commit of its own that it is at.
    let commit: String
  }

  static let submoduleMode = "160000"

  /// The repositories that a commit or a tree has in it, but for those in them.
  func submodules(of commit: String) async throws -> [Submodule] {
    try await git(["ls-tree", "-r", "-z", "--full-tree", commit]).split(separator: "\0")
      .compactMap { Self.submodule($0, hashAt: 2) }
  }

  /// - Parameter place: which of the words before the path is the hash.
  private static func submodule(_ entry: Substring, hashAt place: Int) -> Submodule? {
    guard entry.hasPrefix(submoduleMode), let tab = entry.firstIndex(of: "\t") else { return nil }
    let words = entry[..<tab].split(separator: " ")
    return Submodule(
      path: String(entry[entry.index(after: tab)...]), commit: String(words[place]))
  }

  /// The repository that is checked out at a path of this one; nil if none is.
  func inner(at path: String) -> GitRepository? {
    let place = folder.appending(FilePath(path).components)
    guard FileManager.default.fileExists(atPath: place.appending(".git").string) else { return nil }
    return linked(at: place)
  }

  /// Returns whether it has the files of a commit.
  func has(_ commit: String) async throws -> Bool {
    do {
      try await git(["cat-file", "-e", "\(commit)^{tree}"])
      return true
    } catch RevisionError.gitFailed {
      return false
    }
  }

  /// Puts each submodule that is checked out into an index as it is now, whatever the user has git
  /// ignore of it.
  func addSubmodules(to environment: [String: String]) async throws {
    let entries = try await git(["ls-files", "--stage", "-z"], environment)
    for entry in entries.split(separator: "\0") {
      guard let module = Self.submodule(entry, hashAt: 1), let inner = inner(at: module.path) else {
        continue
      }
      let commit = try await inner.snapshot().commit
      if commit == module.commit { continue }
      try await git(
        ["update-index", "--cacheinfo", "\(Self.submoduleMode),\(commit),\(module.path)"],
        environment)
    }
  }

  /// The paths that differ between two commits or trees, from the top, sorted, as they are: not quoted.
  ///
  /// Each file of a submodule counts by itself, whatever the user has git ignore. A submodule whose
  /// files are not known here, or that differs by its commit alone, counts by its own path.
  func differingPaths(from baseline: String, to candidate: String) async throws -> [String] {
    let fields = try await git([
      "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--ignore-submodules=none",
      baseline, candidate,
    ]).split(separator: "\0").map(String.init)
    var paths: [String] = []
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      let path = fields[index + 1]
      let words = fields[index].dropFirst().split(separator: " ").map(String.init)
      let sides = zip(words[0..<2], words[2..<4]).map { mode, hash in
        mode == Self.submoduleMode ? hash : nil
      }
      if sides.allSatisfy({ $0 == nil }) {
        paths.append(path)
        continue
      }
      let inside = try await differingPaths(in: path, from: sides[0], to: sides[1])
      // Where a file took its place, or the other way round.
      let isReplaced = sides.contains(nil) && !words[0..<2].contains("000000")
      paths += inside.isEmpty || isReplaced ? [path] + inside : inside
    }
    return paths.sorted()
  }

  /// The paths that differ in a submodule, from the outer top; empty where they are not known.
  /// - Parameters:
  ///   - baseline: its commit; nil where there was none.
  ///   - candidate: the same.
  private func differingPaths(
    in path: String, from baseline: String?, to candidate: String?
  ) async throws -> [String] {
    guard let inner = inner(at: path) else { return [] }
    for commit in [baseline, candidate].compactMap(\.self) {
      guard try await inner.has(commit) else { return [] }
    }
    // git's name of a tree without files.
    let none = try await inner.git(["hash-object", "-t", "tree", "--stdin"])
    return try await inner.differingPaths(from: baseline ?? none, to: candidate ?? none)
      .map { "\(path)/\($0)" }
  }
}
