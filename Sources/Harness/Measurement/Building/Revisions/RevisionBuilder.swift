import Foundation
import Glibc
import Programs
import Recording
import Scenarios
import SystemPackage

/// Makes a build of a scenario at several revisions of its repository.
///
/// For packages, one work tree, below `.build/rehearse/revisions/tree` in the repository, is brought to
/// each revision in turn, including that of the current files. So all sides are compiled at one path:
/// paths end up in executables, so at different paths two builds of the same commit would be different
/// programs. What need not be recompiled, above all dependencies, stays from one revision to the next.
///
/// For programs made by commands, and for scripts, it is unknown which files they look for while
/// they run: libraries, modules, data. So each side works in its own work tree, at a path of the
/// same length, until it is measured.
public struct RevisionBuilder: Sendable {
  let folder: FilePath
  let searchPath: String?
  private let toolchains: Toolchains
  private let cache: CacheSetting?
  let shared: SharedExecutables?
  let tracing: InputTracing?
  private let progress: BuildProgress

  /// Creates a builder for the scenario in a folder. `git` and `swift` are looked up in `searchPath`, by default PATH.
  /// Executables are kept in the `cache` for later calls, or `shared` with other machines instead; without `tracing`
  /// nothing is cached, because it would be unknown what it was made of. `progress` receives each output line of what
  /// makes a side, with the side's name.
  public init(
    folder: FilePath, searchPath: String? = nil, toolchains: Toolchains = .installed,
    cache: CacheSetting? = nil, sharing shared: SharedExecutables? = nil,
    tracing: InputTracing? = nil, progress: @escaping BuildProgress
  ) {
    self.folder = folder
    self.searchPath = searchPath
    self.toolchains = toolchains
    self.cache = cache
    self.shared = shared
    self.tracing = tracing
    self.progress = progress
  }

  /// One side: a build at a revision, and its name.
  public struct BuildAtRevision: Sendable {
    /// The build.
    public let build: Build
    /// The files that it is built of.
    public let state: SourceState
    /// The build's name in the experiment.
    public let name: String
    /// The executables that represent those of the state; nil if they are to be made.
    public let anchor: Anchor?
    /// The texts of the fixture and of the steps' arguments, which may name files for the driver.
    public let givenFiles: [String]

    /// Creates a side.
    public init(
      _ build: Build, at state: SourceState, as name: String, anchor: Anchor? = nil,
      givenFiles: [String] = []
    ) {
      self.givenFiles = givenFiles
      self.build = build
      self.state = state
      self.name = name
      self.anchor = anchor
    }
  }

  /// Makes all sides. The work tree shared by packages is removed in any case; what was built in it stays until the
  /// next comparison. Builds that commands make, or that are files of the revision, have a work tree for each side, in
  /// which they work until they are put away.
  ///
  /// The layouts are as for `DriverBuilder.make(_:layouts:)`. If `skipsProven`, nothing is made if git knows that both
  /// sides are the same; then the drivers have no commands. Both sides get one `harness`, or each keeps its own if
  /// nil.
  /// - Returns: the drivers, in order, with the right to use them.
  /// - Throws: ``RevisionError``, ``BuildError``, or `CancellationError`.
  public func make(
    _ sides: [BuildAtRevision], layouts: Int? = nil, skippingProven skipsProven: Bool = false,
    harness: HarnessSource? = nil
  ) async throws -> RevisionBuilds {
    let repository = try await GitRepository(containing: folder, searchPath: searchPath)
    let sources = try RevisionSources(of: folder, in: repository)
    for side in sides { try sources.check(side.build) }
    // Before the work tree is examined, because it makes git ignore what is built in it.
    let home = try RevisionHome(in: repository.folder)
    var revisions: [Revision] = []
    for side in sides {
      revisions.append(try await sources.revision(of: side, in: repository))
    }
    // They are compared and kept as what they are made of.
    let recorded = revisions
    let finding = try await takeHarness(harness, of: sides, at: &revisions, repository, sources)
    let proof = try await Self.proof(of: sides, at: revisions, in: repository)
    if skipsProven, let proof,
      sides.allSatisfy({ !$0.build.isOfPackage && !$0.build.making.isEmpty })
    {
      let unmade = zip(sides, revisions).map { side, revision in
        BuiltDriver(
          record: BuildRecord(
            name: side.name, recipe: "not made: both sides are the same", revision: revision),
          commands: [])
      }
      return RevisionBuilds(
        drivers: Self.drivers(unmade, of: recorded), proof: proof, inputs: nil, harness: finding,
        home: home, trees: [])
    }
    let shared = LinkedWorkTree(of: repository, at: home.place(ofSide: nil))
    var own: [LinkedWorkTree] = []
    let result = await Result {
      var all: [(builder: DriverBuilder, driver: BuiltDriver)] = []
      for (index, side) in sides.enumerated() {
        if let first = all.first,
          try await isUnchanged(first.driver, of: sides[0], for: side, at: revisions, repository)
        {
          var same = first.driver
          same.record.name = side.name
          same.record.revision = revisions[index]
          all.append((first.builder, same))
          progress(side.name, "no compiler reads what changed")
          continue
        }
        var tree = shared
        if !side.build.isOfPackage {
          tree = LinkedWorkTree(of: repository, at: home.place(ofSide: index + 1))
          own.append(tree)
        }
        try await tree.bring(
          to: revisions[index].commit, isNew: !side.build.isOfPackage || all.isEmpty)
        let builder = try self.builder(of: side, in: tree, sources, home)
        all.append(
          (
            builder,
            try await driver(
              of: side, at: revisions[index], by: builder, layouts, tree, sources, home)
          ))
      }
      for (side, made) in zip(sides, all) where !side.build.making.isEmpty {
        try made.builder.requireUnchanged(made.driver, side.name)
      }
      return all.map(\.driver)
    }
    await shared.remove()
    if case .failure = result {
      for tree in own { await tree.remove() }
    }
    let drivers = try result.get()
    return RevisionBuilds(
      drivers: Self.drivers(drivers, of: recorded), proof: proof,
      inputs: try await inputs(of: sides, drivers, in: own, of: repository, at: revisions),
      harness: finding, home: home, trees: own)
  }

  func builder(
    of side: BuildAtRevision, in tree: LinkedWorkTree, _ sources: RevisionSources,
    _ home: RevisionHome
  ) throws(RevisionError) -> DriverBuilder {
    if case .package(let package) = side.build.origin {
      try tree.takeOverResolvedVersions(of: sources.place(of: package))
    }
    // Both sides are the same build.
    var builder = DriverBuilder(
      folder: try tree.folder(sources.scenario), scratch: home.builds, searchPath: searchPath,
      toolchains: toolchains
    ) { [progress] _, line in progress(side.name, line) }
    if side.build.isOfPackage { builder.workingFolder = folder }
    builder.tracing = tracing
    builder.roots = [InputCollector.Root(InputRecord.tree, tree.place.tree)]
    return builder
  }

  /// Makes one side at its checked-out revision, or takes it from the cache.
  func driver(
    of side: BuildAtRevision, at revision: Revision, by builder: DriverBuilder, _ layouts: Int?,
    _ tree: LinkedWorkTree, _ sources: RevisionSources, _ home: RevisionHome
  ) async throws -> BuiltDriver {
    func named(_ driver: BuiltDriver) -> BuiltDriver {
      var named = driver
      named.record.name = side.name
      named.record.revision = revision
      if !side.build.isOfPackage { named.folder = builder.folder }
      return named
    }
    do {
      guard case .package(let package) = side.build.origin else {
        let build = side.build.moved(into: tree.place.tree, from: tree.repository.folder)
        if let anchor = side.anchor {
          let files = TreeFiles(of: tree, passingThrough: home.kept)
          let recipe = try anchor.restore(into: files, for: build)
          progress(side.name, "taken from the anchor '\(anchor.name)'")
          return named(try await taken(build, by: builder, recipe: recipe))
        }
        return named(
          try await made(build, of: side, at: revision.commit, by: builder, tree, sources, home))
      }
      let kept = home.kept.appending(revision.commit + "-" + side.build.name)
      if let anchor = side.anchor {
        // Of the same length, because a process's arguments move its stack. The candidate may be at
        // that commit.
        let place = home.kept.appending(
          "anchor" + revision.commit.dropFirst(6) + "-" + side.build.name)
        let driver = try anchor.driver(copiedTo: place, for: side.build.name, layouts: layouts)
        progress(side.name, "taken from the anchor '\(anchor.name)'")
        return named(try builder.completed(driver, of: side.build))
      }
      func make() async throws -> BuiltDriver {
        let flags = layouts == nil ? [] : DriverBuilder.sections
        try builder.removeResources(of: package, flags, for: side.build.name)
        var built = try await builder.make(side.build, layouts: layouts)
        // The next side is built over it.
        built.commands = try Keeping.copies(of: built.commands, beside: package.services, in: kept)
        return built
      }
      if let shared {
        let place = try sources.place(of: package)
        let key = try await shared.key(
          of: side.build, layouts: layouts, at: revision.commit, place: place, in: tree.repository)
        return named(
          try await shared.driver(
            key, of: side.build, package, in: tree.folder(place), by: builder, copiedTo: kept,
            tree: tree.place.tree, layouts, progress: { progress(side.name, $0) }, make: make))
      }
      return named(
        try await cached(
          package, layouts, at: revision.commit, tree, sources, builder, kept, side, make: make))
    } catch let error as BuildError {
      let words =
        side.state == .workTree
        ? "The files as they are now ('\(side.name)') do"
        : "The revision '\(side.name)' (\(revision.commit.prefix(10))) does"
      throw BuildError.atRevision(words, tree: tree.place.tree, error)
    }
  }

  /// Makes a build with commands, or takes what they made before. For the current files it is
  /// always made, as they won't be asked for again.
  private func made(
    _ build: Build, of side: BuildAtRevision, at commit: String, by builder: DriverBuilder,
    _ tree: LinkedWorkTree, _ sources: RevisionSources, _ home: RevisionHome
  ) async throws -> BuiltDriver {
    if let shared,
      let key = try await shared.key(
        of: side.build, layouts: nil, at: commit, place: sources.scenario, in: tree.repository)
    {
      let files = TreeFiles(of: tree, passingThrough: home.kept)
      if try !shared.holds(key) {
        let driver = try await builder.make(build)
        if let refusal = try await files.keep(driver, of: build, as: key, in: shared.entries) {
          progress(side.name, "not shared: \(refusal)")
          return driver
        }
      }
      progress(side.name, "taken from \(shared.folder)")
      let inputs = try shared.restore(key, into: files)
      return try await taken(build, by: builder, recipe: build.recipe, madeOf: inputs)
    }
    guard side.state != .workTree, let tracing,
      let cache = cache?.cache(of: tree.repository.folder),
      let kept = try await MadeFiles(
        of: build, at: commit, in: tree, scenario: sources.scenario, cache: cache,
        hashes: tracing.hashes, passingThrough: home.kept)
    else { return try await builder.make(build) }
    let (found, damage) = try kept.restore()
    if let damage { progress(side.name, "made again: \(damage)") }
    if let found {
      progress(side.name, "taken from the cache")
      return try await taken(build, by: builder, recipe: build.recipe, madeOf: found.inputs)
    }
    let driver = try await builder.make(build)
    try await kept.keep(driver)
    return driver
  }

  /// A build whose files were restored as they were made before.
  private func taken(
    _ build: Build, by builder: DriverBuilder, recipe: String, madeOf inputs: TracedInputs? = nil
  ) async throws -> BuiltDriver {
    var unmade = build
    unmade.making = []
    var driver = try await builder.make(unmade)
    driver.record.recipe = recipe
    driver.inputs = inputs
    return driver
  }

  /// The driver from the cache; otherwise it is made, and cached if allowed.
  private func cached(
    _ package: PackageBuild, _ layouts: Int?, at commit: String, _ tree: LinkedWorkTree,
    _ sources: RevisionSources, _ builder: DriverBuilder, _ kept: FilePath, _ side: BuildAtRevision,
    make: () async throws -> BuiltDriver
  ) async throws -> BuiltDriver {
    guard let tracing, let cache = cache?.cache(of: tree.repository.folder) else {
      return try await make()
    }
    let place = try sources.place(of: package)
    let compiler = (
      swift: try builder.compiler(of: package, for: side.build.name),
      words: try await builder.compilerWords(of: package, for: side.build.name)
    )
    let key = try await CacheKey(
      of: package, layouts: layouts, at: commit, in: tree, package: place, compiler: compiler)
    let inputs = (tree: tree.place.tree, hashes: tracing.hashes)
    switch try cache.copy(key.text, to: kept, ifMadeOf: inputs) {
    case .found(let found):
      progress(side.name, "taken from the cache")
      var record = found.record
      // The services' files may have changed.
      record.files = nil
      var driver = BuiltDriver(record: record, commands: found.commands)
      driver.inputs = found.inputs
      return try builder.completed(driver, of: side.build)
    case .damaged(let reason): progress(side.name, "made again: \(reason)")
    case .missing: break
    }
    let folder = try tree.folder(place)
    let versions = CacheKey.resolvedVersions(in: folder)
    let driver = try await make()
    let flags = layouts == nil ? [] : DriverBuilder.sections
    if driver.inputs?.record.isTraced == true,
      CacheKey.isComplete(
        for: folder, resolvedBefore: versions, in: tree.place.tree,
        scratch: try builder.scratch(of: package, flags, for: side.build.name))
    {
      try cache.keep(driver, from: kept, as: key.text)
    }
    return driver
  }
}

extension Result where Failure == any Error {
  /// Creates the result of what an asynchronous body returns or throws.
  fileprivate init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
