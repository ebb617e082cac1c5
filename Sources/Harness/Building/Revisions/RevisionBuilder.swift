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
  private let searchPath: String?
  private let progress: @Sendable (String) -> Void

  /// A builder.
  /// - Parameters:
  ///   - folder: the scenario file's folder.
  ///   - searchPath: where `git` and `swift` are looked up; PATH by default.
  ///   - progress: receives each line that the package manager writes.
  public init(
    folder: FilePath, searchPath: String? = nil, progress: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.searchPath = searchPath
    self.progress = progress
  }

  /// One side: a build at a revision, and what it is called there.
  public struct Side: Sendable {
    /// The build.
    public let build: Build
    /// The files that it is built of.
    public let state: SourceState
    /// The build's name in the experiment.
    public let name: String

    /// A side.
    /// - Parameter name: the build's name in the experiment.
    public init(_ build: Build, at state: SourceState, as name: String) {
      self.build = build
      self.state = state
      self.name = name
    }
  }

  /// Makes all sides. The work tree is removed however it ends; what was built stays until the
  /// next comparison.
  /// - Parameter layouts: as of ``DriverBuilder/make(_:layouts:)``.
  /// - Returns: the drivers, in order, with the right to use them.
  /// - Throws: ``RevisionError``, ``BuildError``, or `CancellationError`.
  public func make(_ sides: [Side], layouts: Int? = nil) async throws -> RevisionBuilds {
    for side in sides {
      if case .command = side.build.origin { throw RevisionError.notBuilt(build: side.build.name) }
    }
    let repository = try await GitRepository(containing: folder, searchPath: searchPath)
    let scenario = try place(of: folder, in: repository)
    let packages = try sides.map { try package(of: $0, from: scenario, in: repository) }
    // Before the work tree is looked at: it has git ignore what is built in it.
    let home = try RevisionHome(in: repository.folder)
    var revisions: [Revision] = []
    for side in sides { revisions.append(try await repository.revision(of: side.state)) }
    let tree = LinkedWorkTree(of: repository, at: home.tree)
    let result = await Result {
      try await tree.add(at: revisions[0].commit)
      var drivers: [BuiltDriver] = []
      for (index, side) in sides.enumerated() {
        try await tree.checkOut(revisions[index].commit)
        try tree.takeOverResolvedVersions(of: packages[index])
        let builder = DriverBuilder(
          folder: try tree.folder(scenario), scratch: home.builds, searchPath: searchPath,
          progress: progress)
        let built: BuiltDriver
        do {
          built = try await builder.make(side.build, layouts: layouts)
        } catch let error as BuildError {
          let words =
            side.state == .workTree
            ? "The files as they are now ('\(side.name)') do"
            : "The revision '\(side.name)' (\(revisions[index].commit.prefix(10))) does"
          throw BuildError.atRevision(words, tree: home.tree, error)
        }
        drivers.append(try kept(built, of: side, at: revisions[index], in: home))
      }
      return drivers
    }
    await tree.remove()
    return RevisionBuilds(try result.get(), in: home)
  }

  /// The path from the repository's top to a folder in it.
  private func place(
    of folder: FilePath, in repository: GitRepository
  ) throws(RevisionError) -> FilePath {
    guard let place = folder.resolved.place(in: repository.folder) else {
      throw .outside(path: folder, repository: repository.folder)
    }
    return place
  }

  /// The path from the repository's top to a side's package.
  private func package(
    of side: Side, from scenario: FilePath, in repository: GitRepository
  ) throws(RevisionError) -> FilePath {
    guard case .package(let package) = side.build.origin else {
      throw .notBuilt(build: side.build.name)
    }
    let path = FilePath(package.package)
    // It would stay the user's own package, whatever work tree the scenario is in.
    guard path.isRelative else { throw .outside(path: path, repository: repository.folder) }
    // By the names alone, as it is joined where it is built; then by the links on the way.
    let folder = repository.folder.appending(scenario.components).pushing(path)
      .lexicallyNormalized()
    guard let place = folder.place(in: repository.folder) else {
      throw .outside(path: folder, repository: repository.folder)
    }
    _ = try self.place(of: folder, in: repository)
    return place
  }

  private func kept(
    _ built: BuiltDriver, of side: Side, at revision: Revision, in home: RevisionHome
  ) throws(RevisionError) -> BuiltDriver {
    var record = built.record
    record.name = side.name
    record.revision = revision
    let store = home.kept.appending(revision.commit + "-" + side.build.name)
    return BuiltDriver(record: record, commands: try Keeping.copies(of: built.commands, in: store))
  }
}

extension Result where Failure == any Error {
  /// Makes the result of what an asynchronous body returns or throws.
  fileprivate init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

/// The builds at several revisions. As long as the value lives no other Rehearse builds over it:
/// keep it until all is measured.
public struct RevisionBuilds: Sendable {
  /// The drivers, in the order of the sides.
  public let drivers: [BuiltDriver]
  private let home: RevisionHome

  init(_ drivers: [BuiltDriver], in home: RevisionHome) {
    self.drivers = drivers
    self.home = home
  }
}

/// The folder of a repository in which its revisions are built, for one Rehearse at a time: as long
/// as the value lives.
final class RevisionHome: Sendable {
  /// Where it is.
  let folder: FilePath
  private let lock: Int32

  /// Where the one work tree is.
  var tree: FilePath { folder.appending("tree") }
  /// Where the package manager builds.
  var builds: FilePath { folder.appending("builds") }
  /// Where each revision's executables are, until the next comparison.
  var kept: FilePath { folder.appending("kept") }

  /// Takes the folder, and removes what an earlier comparison kept.
  /// - Throws: ``RevisionError/inUse(folder:)``, ``RevisionError/notKept(path:reason:)``.
  init(in repository: FilePath) throws(RevisionError) {
    folder = repository.appending(".build/rehearse/revisions")
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      // Else a repository that does not ignore .build would take all this for the user's files.
      try Data("*\n".utf8).write(to: URL(fileURLWithPath: folder.appending(".gitignore").string))
    } catch {
      throw .notKept(path: folder, reason: error.localizedDescription)
    }
    // Let go by the end of the process, however it ends.
    lock = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw .inUse(folder: folder)
    }
    do {
      if FileManager.default.fileExists(atPath: kept.string) {
        try FileManager.default.removeItem(atPath: kept.string)
      }
    } catch {
      throw .notKept(path: kept, reason: error.localizedDescription)
    }
  }

  deinit { close(lock) }
}
