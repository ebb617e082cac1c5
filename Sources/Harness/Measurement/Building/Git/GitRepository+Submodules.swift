import Foundation
import Recording
import SystemPackage

extension GitRepository {
  /// A repository in another at a commit: an entry of mode 160000.
  struct Submodule: Sendable, Equatable {
    /// Its path from the outer repository's top.
    let path: String
    /// The commit of the submodule's own repository.
    let commit: String
  }

  static let submoduleMode = "160000"

  /// The submodules in a commit or a tree, without those nested in them.
  func submodules(of commit: String) async throws -> [Submodule] {
    try await git(["ls-tree", "-r", "-z", "--full-tree", commit]).split(separator: "\0")
      .compactMap { Self.submodule($0, hashAt: 2) }
  }

  /// Returns the submodule of an entry, in whose words before the path the hash is at this place; nil for
  /// other entries.
  private static func submodule(_ entry: Substring, hashAt place: Int) -> Submodule? {
    guard entry.hasPrefix(submoduleMode), let tab = entry.firstIndex(of: "\t") else { return nil }
    let words = entry[..<tab].split(separator: " ")
    return Submodule(path: String(entry[entry.index(after: tab)...]), commit: String(words[place]))
  }

  /// The repository that is checked out at a path of this one; nil if none is.
  func inner(at path: String) -> GitRepository? {
    let place = folder.appending(FilePath(path).components)
    guard FileManager.default.fileExists(atPath: place.appending(".git").string) else { return nil }
    return linked(at: place)
  }

  func has(_ commit: String) async throws -> Bool {
    try await succeeds(["cat-file", "-e", "\(commit)^{tree}"])
  }

  /// Adds each checked-out submodule to an index as it is now, regardless of what the user has git ignore.
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

  /// The paths that differ between two commits, relative to the top, sorted, unquoted.
  ///
  /// A changed submodule is listed with its own path and each changed file in it, regardless of
  /// what the user has git ignore; with all its files if one of its commits is unknown here.
  func differingPaths(from baseline: String, to candidate: String) async throws -> [String] {
    let fields = try await git([
      "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--ignore-submodules=none",
      baseline, candidate,
    ]).split(separator: "\0").map(String.init)
    var paths: [String] = []
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      let path = fields[index + 1]
      // `:OLDMODE NEWMODE OLD NEW LETTER`
      let words = fields[index].dropFirst().split(separator: " ").map(String.init)
      paths.append(path)
      let commits = zip(words[0..<2], words[2..<4]).filter { $0.0 == Self.submoduleMode }.map(\.1)
      guard !commits.isEmpty, let inner = inner(at: path) else { continue }
      paths += try await inner.differingPaths(among: commits).map { "\(path)/\($0)" }
    }
    return paths.sorted()
  }

  /// The paths that differ between two commits; if there is only one commit, or only one is known
  /// here, all of its paths.
  private func differingPaths(among commits: [String]) async throws -> [String] {
    var known: [String] = []
    for commit in commits where try await has(commit) { known.append(commit) }
    if known.count == 2 { return try await differingPaths(from: known[0], to: known[1]) }
    guard let only = known.first else { return [] }
    return try await paths(of: only)
  }

  /// The paths of all files of a commit, relative to the top, including those of submodules as far
  /// as they are known here.
  func paths(of commit: String) async throws -> [String] {
    let names = try await git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit])
      .split(separator: "\0").map(String.init)
    var paths = names
    for module in try await submodules(of: commit) {
      guard let inner = inner(at: module.path), try await inner.has(module.commit) else { continue }
      paths += try await inner.paths(of: module.commit).map { "\(module.path)/\($0)" }
    }
    return paths
  }
}
