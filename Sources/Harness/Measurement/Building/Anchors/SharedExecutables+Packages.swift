import Recording
import Scenarios
import SystemPackage

/// Packages, at a revision or as they are.
extension SharedExecutables {
  /// The driver of the package in `folder`, taken from here; if there is none yet, `make` makes it, with its
  /// executables in their own folder, and it is added. Its executables are copied to `target`. `tree` is the
  /// top folder of the repository or of the work tree; `progress` receives where the driver comes from.
  /// - Throws: ``RevisionError/sharedDamaged(_:reason:)``, and errors of `make`.
  func driver(
    _ key: String?, of build: Build, _ package: PackageBuild, in folder: FilePath,
    by builder: DriverBuilder, copiedTo target: FilePath, tree: FilePath, _ layouts: Int?,
    progress: (String) -> Void, make: () async throws -> BuiltDriver
  ) async throws -> BuiltDriver {
    guard let key else { return try await make() }
    if try !holds(key) {
      let versions = CacheKey.resolvedVersions(in: folder)
      let made = try await make()
      let flags = layouts == nil ? [] : DriverBuilder.sections
      guard
        CacheKey.isComplete(
          for: folder, resolvedBefore: versions, in: tree,
          scratch: try builder.scratch(of: package, flags, for: build.name))
      else {
        progress(
          "not shared: Package.resolved lacks versions, or a dependency is outside the repository"
        )
        return made
      }
      guard let executable = made.commands.first?.first else { return made }
      try entries.keep(made, from: FilePath(executable).removingLastComponent(), as: key)
    }
    progress("taken from \(self.folder)")
    var driver = try copy(key, to: target)
    // The services' files may have changed.
    driver.record.files = nil
    return try builder.completed(driver, of: build)
  }
}

extension DriverBuilder {
  /// Makes several builds. Packages are made once for all machines that share a folder. Other
  /// builds consist of files in the scenario's folder, and are made or used there.
  /// - Throws: as `make(_:layouts:)`, and ``RevisionError``, also if the folder is in no repository, because
  ///   the commit identifies what a build is made of.
  public func make(
    _ builds: [Build], layouts: Int?, sharing shared: SharedExecutables
  ) async throws -> [BuiltDriver] {
    let repository = try await GitRepository(containing: folder)
    let sources = try RevisionSources(of: folder, in: repository)
    let copies = try OwnFolder(repository.folder.appending(".build/rehearse/shared")).path
    let commit = try await repository.revision(of: .workTree).commit
    var drivers: [BuiltDriver] = []
    for build in builds {
      guard case .package(let package) = build.origin else {
        drivers.append(try await make(build, layouts: layouts))
        continue
      }
      let place = try sources.place(of: package)
      let key = try await shared.key(
        of: build, layouts: layouts, at: commit, place: place, in: repository)
      // Paths of equal length, because a process's arguments move its stack.
      let kept = copies.appending("\(key ?? build.name)")
      let driver = try await shared.driver(
        key, of: build, package, in: repository.folder.appending(place.components), by: self,
        copiedTo: kept, tree: repository.folder, layouts,
        progress: { progress(build.name, $0) }
      ) {
        var built = try await make(build, layouts: layouts)
        built.commands = try Keeping.copies(of: built.commands, beside: package.services, in: kept)
        return built
      }
      drivers.append(driver)
    }
    for (build, driver) in zip(builds, drivers) where !build.making.isEmpty {
      try requireUnchanged(driver, build.name)
    }
    return drivers
  }
}
