import Foundation
import Recording
import Scenarios
import SystemPackage

/// Executables of a build that are kept under a name, to measure later builds against: those of a package,
/// or the files that commands made beside those of a commit, which are put into its work tree again.
///
/// Unlike those in the cache they stay, and nothing makes them again: a new compiler changes the
/// candidate alone.
public struct Anchor: Sendable, Equatable {
  /// The name.
  public let name: String
  /// The record of the build, with its own name and its revision.
  public let record: BuildRecord
  private let folder: AnchorFolder

  init(_ name: String, in folder: AnchorFolder) throws(AnchorError) {
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
    let found = try found(try folder.entries.copy(name, to: target))
    guard !found.commands.isEmpty else { throw AnchorError.otherKind(name, build: build) }
    return BuiltDriver(record: found.record, commands: found.commands)
  }

  /// Puts the files that commands made into a work tree of the anchor's commit.
  /// - Parameter build: the build's name in the scenario.
  /// - Returns: the record of the build.
  func restore(into files: TreeFiles, for build: String) throws -> BuildRecord {
    guard record.name == build else {
      throw AnchorError.otherBuild(name, of: record.name, asked: build)
    }
    let found = try found(try files.restore(name, from: folder.entries))
    guard found.commands.isEmpty else { throw AnchorError.otherKind(name, build: build) }
    return found.record
  }

  private func found(_ answer: ExecutableCache.Answer) throws(AnchorError) -> ExecutableCache.Found
  {
    switch answer {
    case .found(let found): found
    case .missing: throw .missing(name, folder: folder.path, known: [])
    case .damaged(let reason): throw .damaged(name, folder: folder.path, reason: reason)
    }
  }
}
