import Foundation
import Recording
import Scenarios
import SystemPackage

/// A folder of anchors. git ignores its contents.
public struct AnchorFolder: Sendable, Equatable {
  /// Its path.
  public let path: FilePath

  /// The folder at that path, which need not exist.
  public init(_ path: FilePath) { self.path = path }

  var entries: ExecutableCache { ExecutableCache(folder: path, limit: nil) }

  /// The existing anchors, sorted by name; none if the folder is missing.
  /// - Throws: ``RevisionError/anchorsUnreadable(folder:reason:)``.
  public func names() throws(RevisionError) -> [String] {
    let files = FileManager.default
    guard files.fileExists(atPath: path.string) else { return [] }
    do {
      return try files.contentsOfDirectory(atPath: path.string)
        .filter { ExecutableCache.isEntry(path.appending($0)) }
        .sorted()
    } catch {
      throw .anchorsUnreadable(folder: path, reason: error.localizedDescription)
    }
  }

  /// An anchor.
  /// - Throws: ``RevisionError`` if there is none, or its files have changed since they were kept.
  public func anchor(_ name: String) throws(RevisionError) -> Anchor { try Anchor(name, in: self) }

  /// Keeps the executables of a build.
  /// - Throws: if the name exists and must not be replaced, or the folder can't be written.
  func keep(_ driver: BuiltDriver, as name: String, replacing: Bool) throws {
    try makeRoom(for: name, replacing: replacing)
    guard let executable = driver.commands.first?.first else { return }
    try entries.keep(driver, from: FilePath(executable).removingLastComponent(), as: name)
  }

  /// Keeps the files that commands made in a work tree.
  /// - Throws: as ``keep(_:as:replacing:)``, and ``RevisionError/inseparable(build:reason:)``.
  func keep(
    _ driver: BuiltDriver, of build: Build, in files: TreeFiles, as name: String, replacing: Bool
  ) async throws {
    try makeRoom(for: name, replacing: replacing)
    guard let refusal = try await files.keep(driver, of: build, as: name, in: entries) else {
      return
    }
    throw RevisionError.inseparable(build: build.name, reason: refusal)
  }

  private func makeRoom(for name: String, replacing: Bool) throws {
    guard try names().contains(name) else { return }
    guard replacing else { throw RevisionError.anchorExists(name, folder: path) }
    try entries.remove(path.appending(name))
  }
}

extension RevisionBuilder {
  /// Makes a build at a revision, and keeps its executables under a name.
  /// - Returns: the build's record.
  /// - Throws: as `make(_:layouts:skippingProven:)`, and ``RevisionError``.
  public func keep(
    _ side: BuildAtRevision, layouts: Int?, as name: String, in folder: AnchorFolder,
    replacing: Bool
  ) async throws -> BuildRecord {
    guard side.build.isOfPackage || !side.build.making.isEmpty else {
      throw RevisionError.notMade(build: side.build.name)
    }
    if !replacing, try folder.names().contains(name) {
      throw RevisionError.anchorExists(name, folder: folder.path)
    }
    let builds = try await make([side], layouts: layouts)
    var driver = builds.drivers[0]
    driver.record.name = side.build.name
    do {
      if let tree = builds.trees.first {
        try await folder.keep(
          driver, of: side.build, in: TreeFiles(of: tree, passingThrough: builds.home.kept),
          as: name, replacing: replacing)
      } else {
        try folder.keep(driver, as: name, replacing: replacing)
      }
    } catch {
      await builds.putAway()
      throw error
    }
    await builds.putAway()
    return driver.record
  }
}
