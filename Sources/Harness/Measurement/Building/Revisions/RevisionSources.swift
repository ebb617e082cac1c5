import Programs
import Recording
import Scenarios
import SystemPackage

extension Build {
  /// A Boolean value indicating whether the package manager builds it.
  public var isOfPackage: Bool {
    if case .package = origin { true } else { false }
  }

  /// The same build, with absolute paths into a repository moved to another work tree of it.
  func moved(into tree: FilePath, from repository: FilePath) -> Build {
    guard case .command(let words) = origin else { return self }
    var moved = self
    moved.origin = .command(
      words.map { word in
        guard let place = FilePath(word).resolvedIfAbsolute?.place(in: repository) else {
          return word
        }
        return tree.appending(place.components).string
      })
    return moved
  }
}

extension FilePath {
  fileprivate var resolvedIfAbsolute: FilePath? { isAbsolute ? lexicallyNormalized() : nil }
}

/// The places of a scenario's sources in its repository.
struct RevisionSources: Sendable {
  /// The top folder of the user's own work tree.
  let repository: FilePath
  /// The path from there to the scenario's folder.
  let scenario: FilePath

  /// The path from a repository's top to a folder in it.
  static func place(
    of folder: FilePath, in repository: FilePath
  ) throws(RevisionError) -> FilePath {
    guard let place = folder.resolved.place(in: repository) else {
      throw .outside(path: folder, repository: repository)
    }
    return place
  }

  /// Refuses a build that is the same at every revision.
  /// - Throws: ``RevisionError``.
  func check(_ build: Build) throws(RevisionError) {
    switch build.origin {
    case .package(let package): _ = try place(of: package)
    case .command(let words):
      // An interpreter may belong to anyone; the program is then in the other words, or in what it finds here.
      guard words.count == 1, build.making.isEmpty else { return }
      let isHere =
        words[0].contains("/") && normalized(FilePath(words[0])).place(in: repository) != nil
      if !isHere { throw .sameProgram(build: build.name, path: words[0], repository: repository) }
    // The files that they work on may be the revision's, whatever their programs are.
    case .steps: return
    }
  }

  /// The revision at which a side is made.
  /// - Throws: ``RevisionError/noFolder(_:revision:)`` if the folder in which the build is made is missing there,
  ///   and other cases of ``RevisionError``.
  func revision(
    of side: RevisionBuilder.BuildAtRevision, in repository: GitRepository
  ) async throws -> Revision {
    let revision = try await repository.revision(of: side.state)
    let folder = try folder(of: side.build)
    guard try await repository.holds(folder.string, at: revision.commit) else {
      throw RevisionError.noFolder(folder, revision: side.name)
    }
    return revision
  }

  /// The path from the repository's top to the folder in which a build is made.
  func folder(of build: Build) throws(RevisionError) -> FilePath {
    guard case .package(let package) = build.origin else { return scenario }
    return try place(of: package)
  }

  /// The path from the repository's top to a package.
  func place(of package: PackageBuild) throws(RevisionError) -> FilePath {
    let path = FilePath(package.package)
    // It would remain the user's own package, whatever work tree the scenario is in.
    guard path.isRelative else { throw .outside(path: path, repository: repository) }
    // First by name only, as it is joined at build time; then following links.
    let folder = normalized(path)
    guard let place = folder.place(in: repository) else {
      throw .outside(path: folder, repository: repository)
    }
    _ = try Self.place(of: folder, in: repository)
    return place
  }

  private func normalized(_ path: FilePath) -> FilePath {
    repository.appending(scenario.components).pushing(path).lexicallyNormalized()
  }
}

extension RevisionSources {
  /// The sources of a scenario in a folder.
  init(of folder: FilePath, in repository: GitRepository) throws(RevisionError) {
    self.init(
      repository: repository.folder, scenario: try Self.place(of: folder, in: repository.folder))
  }
}
