import Foundation
import Programs
import Recording
import Scenarios
import SystemPackage

/// The known facts about two sides besides their programs: whether they are the same, whose harness they
/// have, and what they were made of.
extension RevisionBuilder {
  /// Returns whether nothing that a package is made of differs at its second revision, according to
  /// what its make read at the first.
  func isUnchanged(
    _ driver: BuiltDriver, of first: BuildAtRevision, for second: BuildAtRevision,
    at revisions: [Revision],
    _ repository: GitRepository
  ) async throws -> Bool {
    guard revisions.count == 2, second.build.isOfPackage, first.build == second.build,
      shared == nil,
      first.anchor == nil, second.anchor == nil, let record = driver.inputs?.record, record.isTraced
    else { return false }
    return try await repository.changes(from: revisions[0].commit, to: revisions[1].commit)
      .areUnused(by: record)
  }

  /// Finds how the harnesses of two sides differ, nil if they don't; or gives both that of `source`, and
  /// replaces `revisions` by revisions with it. Nil if there are not two sides.
  func takeHarness(
    _ source: HarnessSource?, of sides: [BuildAtRevision], at revisions: inout [Revision],
    _ repository: GitRepository, _ sources: RevisionSources
  ) async throws -> HarnessFinding? {
    guard sides.count == 2 else { return nil }
    func differing(_ one: String, _ other: String, _ side: BuildAtRevision) async throws -> [String]
    {
      let paths = try await repository.differingPaths(from: one, to: other)
      guard !paths.isEmpty else { return [] }
      let files = try await HarnessFiles(of: side, in: sources)
      return paths.filter(files.contain)
    }
    guard let source else {
      let paths = try await differing(revisions[0].commit, revisions[1].commit, sides[1])
      return paths.isEmpty ? nil : HarnessFinding(differing: paths)
    }
    let origin = try await repository.revision(of: source.state).commit
    var taken: Set<String> = []
    for (index, side) in sides.enumerated() {
      let paths = try await differing(revisions[index].commit, origin, side)
      taken.formUnion(paths)
      revisions[index].commit = try await repository.commit(
        revisions[index].commit, taking: paths, from: origin)
    }
    return HarnessFinding(source: source.name, commit: origin, taken: taken.sorted())
  }

  /// The same drivers, recorded with these revisions.
  static func drivers(_ drivers: [BuiltDriver], of revisions: [Revision]) -> [BuiltDriver] {
    zip(drivers, revisions).map { driver, revision in
      var driver = driver
      driver.record.revision = revision
      return driver
    }
  }

  /// The proof that both sides have the same files; nil if they don't, or if other tools made one before.
  static func proof(
    of sides: [BuildAtRevision], at revisions: [Revision], in repository: GitRepository
  ) async throws -> Decision.Proof? {
    guard sides.count == 2, sides.allSatisfy({ $0.anchor == nil }) else { return nil }
    let trees = [
      try await repository.tree(of: revisions[0].commit),
      try await repository.tree(of: revisions[1].commit),
    ]
    guard trees[0] == trees[1] else { return nil }
    return Decision.Proof(kind: .files, hash: trees[0], differing: [])
  }

  /// The known inputs of two sides before the replay; nil if there are not two sides.
  func inputs(
    of sides: [BuildAtRevision], _ drivers: [BuiltDriver], in trees: [LinkedWorkTree],
    of repository: GitRepository, at revisions: [Revision]
  ) async throws -> BuildInputs? {
    guard sides.count == 2 else { return nil }
    let known = sides.indices.map { index in
      let (side, driver) = (sides[index], drivers[index])
      return SideInputs(
        name: side.name, tree: side.build.isOfPackage ? nil : trees[index].place.tree,
        around: side.build.isOfPackage ? nil : trees[index].place.outermost,
        executables: side.build.isOfPackage
          ? FilePath(driver.commands[0][0]).removingLastComponent() : nil,
        maker: side.anchor == nil ? side.build.maker : .others, make: driver.inputs)
    }
    return BuildInputs(
      sides: known,
      pair: RevisionPair(
        top: repository.folder,
        differing: try await repository.differingPaths(
          from: revisions[0].commit, to: revisions[1].commit)
      ) {
        var paths: Set<String> = []
        for revision in revisions {
          paths.formUnion(try await repository.paths(of: revision.commit))
        }
        return paths
      }, searchPath: path)
  }

  private var path: SearchPath { searchPath.map { SearchPath($0) } ?? .own }
}
