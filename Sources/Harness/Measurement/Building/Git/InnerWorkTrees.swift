import Foundation
import SystemPackage

/// The submodules, also nested ones, of a work tree that is brought to a commit.
///
/// A submodule that the user has checked out is made from its local objects: its commit need not be
/// pushed, and may be one of uncommitted files. Otherwise git fetches it.
struct InnerWorkTrees {
  /// The user's own work tree.
  let repository: GitRepository?
  let tree: GitRepository

  /// Brings each to the commit that the outer commit names.
  func bring(to commit: String) async throws {
    for module in try await tree.submodules(of: commit) {
      let own = repository?.inner(at: module.path)
      try await bring(module, from: own)
      guard let inner = tree.inner(at: module.path) else { continue }
      try await InnerWorkTrees(repository: own, tree: inner).bring(to: module.commit)
    }
  }

  private func bring(_ module: GitRepository.Submodule, from own: GitRepository?) async throws {
    let place = tree.folder.appending(FilePath(module.path).components)
    let files = FileManager.default
    // A sparse checkout has no such folder.
    guard files.fileExists(atPath: place.string) else { return }
    if let there = tree.inner(at: module.path), try await there.has(module.commit) {
      return try await Self.checkOut(module.commit, in: there)
    }
    guard let own, try await own.has(module.commit) else {
      return try await fetch(module, to: place)
    }
    // In the linked work tree, never in the user's own.
    try files.removeItem(atPath: place.string)
    let inner = tree.linked(at: place)
    let format = try await own.git(["rev-parse", "--show-object-format"])
    try await tree.git([
      "init", "--quiet", "--template=", "--object-format=\(format)", place.string,
    ])
    func path(_ name: String) async throws -> String {
      try await own.git(["rev-parse", "--path-format=absolute", "--git-path", name])
    }
    let folder = place.appending(".git")
    try files.createDirectory(
      atPath: folder.appending("objects/info").string, withIntermediateDirectories: true)
    try Data((try await path("objects") + "\n").utf8)
      .write(to: URL(filePath: folder.appending("objects/info/alternates").string))
    if let shallow = files.contents(atPath: try await path("shallow")) {
      try shallow.write(to: URL(filePath: folder.appending("shallow").string))
    }
    // Filters, and where a partial clone gets its files; everything but its place, which must come last.
    let (shared, file) = (try await path("config"), folder.appending("config").string)
    let text =
      (files.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? "")
      + "[include]\n\tpath = \(Self.quoted(shared))\n"
      + "[core]\n\tbare = false\n\tworktree = \(Self.quoted(place.string))\n"
    try Data(text.utf8).write(to: URL(filePath: file))
    try await Self.checkOut(module.commit, in: inner)
  }

  private func fetch(_ module: GitRepository.Submodule, to place: FilePath) async throws {
    // Without a submodule's name there is no address to fetch from.
    guard
      FileManager.default.fileExists(atPath: tree.folder.appending(".gitmodules").string)
    else { return }
    if tree.inner(at: module.path) != nil {
      // In the linked work tree, as above.
      try FileManager.default.removeItem(atPath: place.string)
      try FileManager.default.createDirectory(
        atPath: place.string, withIntermediateDirectories: false)
    }
    try await tree.git([
      "submodule", "--quiet", "update", "--init", "--force", "--checkout", "--", module.path,
    ])
    try await tree.inner(at: module.path)?.git(["clean", "--quiet", "-ffdx"])
  }

  /// A value in a configuration file.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
    return "\"" + escaped.replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }

  private static func checkOut(_ commit: String, in inner: GitRepository) async throws {
    try await inner.git(["checkout", "--quiet", "--detach", "--force", commit])
    try await inner.git(["clean", "--quiet", "-ffdx"])
  }
}

extension GitRepository {
  /// The files that differ from the checked-out commit, relative to the top, including those of
  /// submodules; nil if files are missing, or belong to a repository that is no submodule.
  func filesBesideCommit() async throws -> [String]? {
    let commit = try await commit("HEAD")
    var names: [String] = []
    let modules = try await submodules(of: commit).map(\.path)
    let entries = try await git([
      "diff", "--raw", "--no-renames", "--ignore-submodules=none", "-z", commit,
    ]).split(separator: "\0").map(String.init)
    for index in stride(from: 0, to: entries.count - 1, by: 2) {
      if entries[index].hasSuffix(" D") { return nil }
      if !modules.contains(entries[index + 1]) { names.append(entries[index + 1]) }
    }
    names += try await git(["ls-files", "--others", "-z"]).split(separator: "\0").map(String.init)
    if names.contains(where: { $0.hasSuffix("/") }) { return nil }
    for module in modules {
      guard let inner = inner(at: module) else { continue }
      guard let beside = try await inner.filesBesideCommit() else { return nil }
      names += beside.map { "\(module)/\($0)" }
    }
    return names
  }
}
