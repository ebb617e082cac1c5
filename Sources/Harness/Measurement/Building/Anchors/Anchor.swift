import Foundation
import Recording
import Scenarios
import SystemPackage

/// Executables of a build, kept under a name so that later builds can be measured against them: a package's
/// executables, or the files that commands made beside a commit's files, which are restored into its work tree.
///
/// Unlike executables in the cache they stay, and are never made again: a new compiler changes only
/// the candidate.
public struct Anchor: Sendable, Equatable {
  /// The name.
  public let name: String
  /// The record of the build, with its own name and its revision.
  public let record: BuildRecord
  private let folder: AnchorFolder

  init(_ name: String, in folder: AnchorFolder) throws(RevisionError) {
    guard try folder.names().contains(name) else {
      throw .noAnchor(name, folder: folder.path, known: try folder.names())
    }
    do {
      record = try folder.entries.record(of: name)
    } catch {
      throw .anchorDamaged(name, folder: folder.path, reason: "\(error)")
    }
    self.name = name
    self.folder = folder
  }

  /// Copies the executables to `target`, which is replaced, and returns their driver. The build is named as
  /// in the scenario; `layouts` is how many the candidate is linked in.
  func driver(copiedTo target: FilePath, for build: String, layouts: Int?) throws -> BuiltDriver {
    guard record.name == build else {
      throw RevisionError.anchorOfOtherBuild(name, of: record.name, asked: build)
    }
    let kept = record.layouts.count
    guard kept == layouts ?? 0 else {
      throw RevisionError.anchorOfOtherLayouts(name, kept: max(1, kept), asked: layouts ?? 1)
    }
    let found = try found(try folder.entries.copy(name, to: target))
    guard !found.commands.isEmpty else { throw RevisionError.anchorOfOtherKind(name, build: build) }
    return BuiltDriver(record: found.record, commands: found.commands)
  }

  /// Restores the files that commands made into a work tree of the anchor's commit, and returns the recipe of
  /// the build, which is named as in the scenario. It starts as the scenario says now.
  func restore(into files: TreeFiles, for build: Build) throws -> String {
    guard record.name == build.name else {
      throw RevisionError.anchorOfOtherBuild(name, of: record.name, asked: build.name)
    }
    let found = try found(try files.restore(name, from: folder.entries))
    guard found.commands.isEmpty else {
      throw RevisionError.anchorOfOtherKind(name, build: build.name)
    }
    return found.making.map(build.recipe(madeBy:)) ?? found.record.recipe
  }

  private func found(_ answer: ExecutableCache.Answer) throws(RevisionError)
    -> ExecutableCache.Found
  {
    switch answer {
    case .found(let found): found
    case .missing: throw .noAnchor(name, folder: folder.path, known: [])
    case .damaged(let reason): throw .anchorDamaged(name, folder: folder.path, reason: reason)
    }
  }
}
