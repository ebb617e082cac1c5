import Foundation
import Glibc
import Recording
import Scenarios
import SystemPackage

/// Makes a build of a scenario at several revisions of the repository that its package is in.
///
/// One work tree of its own, `.build/rehearse/revisions/tree` in the repository, is brought to
/// each revision in turn, also to that of the files as they are now. So all sides are compiled at
/// one path: paths end up in executables, and with paths of their own two builds of the same
/// commit would be different programs. What need not be compiled anew, dependencies above all,
/// stays from one revision to the next.
public struct RevisionBuilder: Sendable {
  private let folder: FilePath
  private let progress: @Sendable (String) -> Void

  /// A builder.
  /// - Parameters:
  ///   - folder: the scenario file's folder.
  ///   - progress: is told each line that the package manager writes.
  public init(folder: FilePath, progress: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    self.progress = progress
  }

  /// One side: a build at a revision, and what it is called there.
  public struct Side: Sendable {
    let build: Build
    let state: SourceState
    let name: String

    /// A side.
    /// - Parameter name: the build's name in the experiment.
    public init(_ build: Build, at state: SourceState, as name: String) {
      self.build = build
      self.state = state
      self.name = name
    }
  }

  /// Makes all sides. The work tree is removed however it ends; what was built stays.
  /// - Parameter layouts: as of ``DriverBuilder/make(_:layouts:)``.
  /// - Returns: the drivers, in order.
  /// - Throws: ``RevisionError``, ``BuildError``, or `CancellationError`.
  public func make(_ sides: [Side], layouts: Int? = nil) async throws -> [BuiltDriver] {
    for side in sides {
      if case .command = side.build.origin { throw RevisionError.notBuilt(build: side.build.name) }
    }
    let repository = try await GitRepository(containing: folder)
    var revisions: [Revision] = []
    for side in sides { revisions.append(try await repository.revision(of: side.state)) }
    let tree = try await LinkedWorkTree(of: repository, at: revisions[0].commit)
    let result = await Result {
      var drivers: [BuiltDriver] = []
      for (side, revision) in zip(sides, revisions) {
        try await tree.checkOut(revision.commit)
        drivers.append(try await make(side, at: revision, in: tree, layouts: layouts))
      }
      return drivers
    }
    await tree.remove()
    return try result.get()
  }

  private func make(
    _ side: Side, at revision: Revision, in tree: LinkedWorkTree, layouts: Int?
  ) async throws -> BuiltDriver {
    let builder = DriverBuilder(
      folder: tree.counterpart(of: folder), scratch: tree.home.appending("builds"),
      progress: progress)
    let built = try await builder.make(side.build, layouts: layouts)
    var record = built.record
    record.name = side.name
    record.revision = revision
    let store = tree.home.appending("kept").appending(revision.commit + "-" + side.build.name)
    return BuiltDriver(record: record, commands: try Keeping.copies(of: built.commands, in: store))
  }
}

extension Result where Failure == any Error {
  /// What an asynchronous body returns or throws.
  fileprivate init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
