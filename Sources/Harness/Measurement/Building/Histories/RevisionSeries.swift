import Foundation
import Recording
import Scenarios
import SystemPackage

/// Makes a build at one revision after the other, while that of the first stays.
///
/// Like ``RevisionBuilder``, except that the revisions are not known in advance. Packages are compiled
/// in one work tree, in which only differences from the previous revision are recompiled, and their
/// executables are kept. Builds that need their files have two work trees: one for the first revision
/// and one for the latest. While the value lives no other Rehearse builds in the repository.
public struct RevisionSeries: Sendable {
  private let builder: RevisionBuilder
  private let repository: GitRepository
  private let sources: RevisionSources
  private let home: RevisionHome
  private let shared: LinkedWorkTree

  /// Takes over the repository's folder for revisions.
  /// - Throws: ``RevisionError``.
  public init(by builder: RevisionBuilder) async throws {
    self.builder = builder
    repository = try await GitRepository(containing: builder.folder, searchPath: builder.searchPath)
    sources = try RevisionSources(of: builder.folder, in: repository)
    home = try RevisionHome(in: repository.folder)
    shared = LinkedWorkTree(of: repository, at: home.place(ofSide: nil))
    // What a killed process left is of no use.
    await shared.remove()
  }

  /// Makes a build at a revision. The first is the one that stays. A build that needs its files replaces the
  /// latest other one. The layouts are as for `DriverBuilder.make(_:layouts:)`.
  /// - Throws: ``RevisionError``, ``BuildError``, or `CancellationError`.
  public func make(
    _ side: RevisionBuilder.BuildAtRevision, isFirst: Bool, layouts: Int?
  ) async throws -> BuiltDriver {
    try sources.check(side.build)
    let revision = try await sources.revision(of: side, in: repository)
    let tree =
      side.build.isOfPackage
      ? shared : LinkedWorkTree(of: repository, at: home.place(ofSide: isFirst ? 1 : 2))
    let isThere = FileManager.default.fileExists(atPath: tree.place.tree.string)
    try await tree.bring(to: revision.commit, isNew: !side.build.isOfPackage || !isThere)
    return try await builder.driver(
      of: side, at: revision, by: try builder.builder(of: side, in: tree, sources, home), layouts,
      tree, sources, home)
  }

  /// Records inputs; nil if that is impossible.
  public var tracing: InputTracing? { builder.tracing }

  /// The known inputs of the first and the latest revision.
  public func inputs(
    of sides: [RevisionBuilder.BuildAtRevision], _ drivers: [BuiltDriver]
  ) async throws -> BuildInputs? {
    try await builder.inputs(
      of: sides, drivers,
      in: (1...2).map { LinkedWorkTree(of: repository, at: home.place(ofSide: $0)) },
      of: repository,
      at: drivers.compactMap(\.record.revision))
  }

  /// The history without commits that change nothing that both ends read.
  public func contracted(
    _ history: CommitHistory, good: InputRecord, bad: InputRecord
  ) async throws -> ContractedHistory {
    try await history.leavingOutEqual(to: good, and: bad, in: repository)
  }

  /// Removes the work trees.
  public func putAway() async {
    await shared.remove()
    for side in 1...2 {
      let tree = LinkedWorkTree(of: repository, at: home.place(ofSide: side))
      if FileManager.default.fileExists(atPath: tree.place.tree.string) { await tree.remove() }
    }
  }
}
