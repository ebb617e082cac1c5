import Foundation
import Recording
import Scenarios
import SystemPackage

/// Executables of a build that are kept under a name, to measure later builds against.
///
/// Unlike those in the cache they stay, and nothing makes them again: a new compiler changes the
/// candidate alone.
public struct Anchor: Sendable, Equatable {
  /// The name.
  public let name: String
  /// The record of the build, with its own name and its revision.
  public let record: BuildRecord
  private let folder: AnchorFolder

  fileprivate init(_ name: String, in folder: AnchorFolder) throws(AnchorError) {
    guard try folder.names().contains(name) else {
      throw .missing(name, folder: folder.path, known: try folder.names())
    }
    do {
      record = try folder.entries.record(of: name)
    } catch {
      throw .damaged(name, folder: folder.path, reason: "\(error)")
    }
    self.name = name
    self.folder = folder
  }

  /// The driver, whose executables are copied.
  /// - Parameters:
  ///   - target: where to; it is replaced.
  ///   - build: the build's name in the scenario.
  ///   - layouts: in how many layouts the candidate is linked.
  func driver(
    copiedTo target: FilePath, for build: String, layouts: Int?
  ) throws -> BuiltDriver {
    guard record.name == build else {
      throw AnchorError.otherBuild(name, of: record.name, asked: build)
    }
    let kept = record.layouts.count
    guard kept == layouts ?? 0 else {
      throw AnchorError.otherLayouts(name, kept: max(1, kept), asked: layouts ?? 1)
    }
    switch try folder.entries.copy(name, to: target) {
    case .found(let found): return BuiltDriver(record: found.record, commands: found.commands)
    case .missing: throw AnchorError.missing(name, folder: folder.path, known: [])
    case .damaged(let reason):
      throw AnchorError.damaged(name, folder: folder.path, reason: reason)
    }
  }
}

/// A folder of anchors. It has git ignore what is in it.
public struct AnchorFolder: Sendable, Equatable {
  /// Its path.
  public let path: FilePath

  /// The folder at that path, whether it is there or not.
  public init(_ path: FilePath) { self.path = path }

  fileprivate var entries: ExecutableCache { ExecutableCache(folder: path, limit: .max) }

  /// The anchors that are there, in order of their names; none where the folder is missing.
  /// - Throws: ``AnchorError/unreadable(folder:reason:)``.
  public func names() throws(AnchorError) -> [String] {
    let files = FileManager.default
    guard files.fileExists(atPath: path.string) else { return [] }
    do {
      return try files.contentsOfDirectory(atPath: path.string)
        .filter { files.fileExists(atPath: path.appending($0).appending("entry.json").string) }
        .sorted()
    } catch {
      throw .unreadable(folder: path, reason: error.localizedDescription)
    }
  }

  /// An anchor.
  /// - Throws: ``AnchorError`` where there is none, or its files are not those that were kept.
  public func anchor(_ name: String) throws(AnchorError) -> Anchor { try Anchor(name, in: self) }

  /// Keeps the executables of a build.
  /// - Throws: where one of that name is there and is not to be replaced, or the folder can't be written.
  func keep(_ driver: BuiltDriver, as name: String, replacing: Bool) throws {
    if try names().contains(name) {
      guard replacing else { throw AnchorError.exists(name, folder: path) }
      try FileManager.default.removeItem(atPath: path.appending(name).string)
    }
    guard let executable = driver.commands.first?.first else { return }
    try entries.keep(driver, from: FilePath(executable).removingLastComponent(), as: name)
  }
}

extension RevisionBuilder {
  /// Makes a build of a package at a revision, and keeps its executables under a name.
  /// - Returns: the build's record.
  /// - Throws: as ``make(_:layouts:skippingProven:)``, and ``AnchorError``.
  public func keep(
    _ side: Side, layouts: Int?, as name: String, in folder: AnchorFolder, replacing: Bool
  ) async throws -> BuildRecord {
    guard side.build.isOfPackage else { throw AnchorError.noPackage(build: side.build.name) }
    if !replacing, try folder.names().contains(name) {
      throw AnchorError.exists(name, folder: folder.path)
    }
    let builds = try await make([side], layouts: layouts)
    var driver = builds.drivers[0]
    driver.record.name = side.build.name
    try folder.keep(driver, as: name, replacing: replacing)
    await builds.putAway()
    return driver.record
  }
}

/// An anchor that is not there, or can't be used or kept.
public enum AnchorError: Error, Equatable, CustomStringConvertible {
  /// There is none of that name; these there are.
  case missing(String, folder: FilePath, known: [String])
  /// One of that name is there already.
  case exists(String, folder: FilePath)
  /// Its files are not those that were kept.
  case damaged(String, folder: FilePath, reason: String)
  /// The folder can't be read.
  case unreadable(folder: FilePath, reason: String)
  /// It is of another build of the scenario.
  case otherBuild(String, of: String, asked: String)
  /// It is linked in another number of layouts than the scenario asks for.
  case otherLayouts(String, kept: Int, asked: Int)
  /// The build is none of the package manager's.
  case noPackage(build: String)

  /// The mistake, and what to do.
  public var description: String {
    switch self {
    case .missing(let name, let folder, let known):
      let there = known.isEmpty ? "none" : known.joined(separator: ", ")
      return "There is no anchor '\(name)' in \(folder); there is \(there). "
        + "'rehearse anchor save \(name) SCENARIO' keeps one."
    case .exists(let name, let folder):
      return "There is an anchor '\(name)' in \(folder) already; --replace replaces it. Earlier "
        + "ratios to it are no longer comparable then."
    case .damaged(let name, let folder, let reason):
      return "The anchor '\(name)' in \(folder) can't be used: \(reason)."
    case .unreadable(let folder, let reason):
      return "The folder \(folder) can't be read: \(reason)"
    case .otherBuild(let name, let own, let asked):
      return "The anchor '\(name)' is of the build '\(own)', not of '\(asked)'; --build \(own) "
        + "compares with it."
    case .otherLayouts(let name, let kept, let asked):
      return
        "The anchor '\(name)' is linked in \(kept) layout\(kept == 1 ? "" : "s"), and the scenario asks for \(asked). "
        + "Keep another one, or change 'layouts'."
    case .noPackage(let build):
      return
        "The build '\(build)' is not made by the package manager, so there is no executable that "
        + "could be kept apart from its files. --against REVISION takes those of a revision."
    }
  }
}
