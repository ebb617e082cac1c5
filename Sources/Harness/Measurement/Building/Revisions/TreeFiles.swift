import Foundation
import Programs
import Scenarios
import SystemPackage

/// The files that commands made in a work tree beside those of its commit, moved into and out of a
/// folder of executables.
struct TreeFiles {
  let tree: LinkedWorkTree
  /// The folder in which they are in between.
  private let passage: FilePath

  init(of tree: LinkedWorkTree, passingThrough folder: FilePath) {
    self.tree = tree
    passage = folder.appending("made")
  }

  /// Restores the files of an entry, if there is one, into the work tree. `hashes` is as for
  /// ``ExecutableCache/copy(_:to:ifMadeOf:)``.
  func restore(
    _ key: String, from cache: ExecutableCache, ifMadeOf hashes: ContentHashes? = nil
  ) throws -> ExecutableCache.Answer {
    let answer = try cache.copy(
      key, to: passage, ifMadeOf: hashes.map { (tree: tree.place.tree, hashes: $0) })
    guard case .found = answer else { return answer }
    let files = FileManager.default
    // In the caller's folder, which it has claimed; so below.
    defer { try? files.removeItem(atPath: passage.string) }
    for name in try files.subpathsOfDirectory(atPath: passage.string) {
      let source = passage.appending(name).string
      let kind = try files.attributesOfItem(atPath: source)[.type] as? FileAttributeType
      if kind != .typeDirectory { try Self.copy(name, from: passage, to: tree.place.tree) }
    }
    return answer
  }

  /// Keeps what the commands made, if they did nothing else to the work tree and all files together have at
  /// most `limit` bytes. Returns why they are not kept, as the end of a sentence; nil if they are.
  func keep(
    _ driver: BuiltDriver, of build: Build, as key: String, in cache: ExecutableCache,
    upTo limit: Int64 = .max
  ) async throws -> String? {
    let files = FileManager.default
    if case .command(let words) = build.origin, words[0].contains("/") {
      // Otherwise it would be whatever is there when the entry is used.
      guard FilePath(driver.commands[0][0]).lexicallyNormalized().starts(with: tree.place.tree)
      else { return "its program is outside the repository" }
    }
    guard let names = try await tree.filesBesideCommit() else {
      return "they remove a file of the commit, or make a repository"
    }
    if names.isEmpty { return "they made no file besides those of the commit" }
    if files.fileExists(atPath: passage.string) { try files.removeItem(atPath: passage.string) }
    defer { try? files.removeItem(atPath: passage.string) }
    for name in names { try Self.copy(name, from: tree.place.tree, to: passage) }
    guard try ExecutableCache.size(of: passage) <= limit else {
      return "its files are larger than \(limit) bytes"
    }
    var kept = BuiltDriver(record: driver.record, commands: [])
    kept.inputs = driver.inputs
    let own = tree.place.outermost.string + "/"
    kept.inputs?.written = driver.inputs?.written.filter { !$0.hasPrefix(own) } ?? []
    try cache.keep(kept, madeBy: build.making.map(\.text), from: passage, as: key)
    return nil
  }

  private static func copy(_ name: String, from source: FilePath, to target: FilePath) throws {
    let files = FileManager.default
    let path = target.appending(name)
    // A folder of the revision may be a link to the user's own.
    var there = path.removingLastComponent()
    while there != target, (try? files.attributesOfItem(atPath: there.string)) == nil {
      there.removeLastComponent()
    }
    guard there == target || there.resolved.starts(with: target.resolved) else {
      throw RevisionError.notOurs(folder: there.resolved, found: name)
    }
    try files.createDirectory(
      atPath: path.removingLastComponent().string, withIntermediateDirectories: true)
    // Even if it is a dangling link.
    if (try? files.attributesOfItem(atPath: path.string)) != nil {
      try files.removeItem(atPath: path.string)
    }
    try files.copyItem(atPath: source.appending(name).string, toPath: path.string)
  }
}
