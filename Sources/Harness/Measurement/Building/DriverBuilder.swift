import Foundation
import Programs
import Recording
import Scenarios
import Subprocess
import SystemPackage

/// Receives each output line of what makes a build, with the build's name.
public typealias BuildProgress = @Sendable (_ build: String, _ line: String) -> Void

/// Makes the executables of a scenario's builds.
///
/// The package manager recompiles everything if flags change, and nothing if they don't. So builds
/// with the same flags share a scratch path, `.build/rehearse/FLAGS` in their package, and packages
/// that several products need are compiled once. Builds with other flags, or of another toolchain
/// (`FLAGS@HASH`), have another path.
/// Builds made by commands are made one after the other, because they may share a folder.
public struct DriverBuilder: Sendable {
  let folder: FilePath
  /// The working folder of drivers, if it differs: packages built at a revision still use the current files.
  var workingFolder: FilePath?
  private let scratch: FilePath?
  let searchPath: SearchPath
  let toolchains: Toolchains
  let progress: BuildProgress
  /// Records what is read while builds are made; nil if not needed.
  public var tracing: InputTracing?
  /// The folders to name in records.
  var roots: [InputCollector.Root] = []
  /// Records what the commands of one build read.
  private var trace: MakeTrace?

  /// Creates a builder for the scenario in a folder, where relative paths start. Scratch paths are in `scratch`, by
  /// default in `.build/rehearse` of the package; `searchPath`, by default PATH, is where `swift` and commands are
  /// looked up; `progress` receives each output line of what makes the build.
  public init(
    folder: FilePath, scratch: FilePath? = nil, searchPath: String? = nil,
    toolchains: Toolchains = .installed, progress: @escaping BuildProgress
  ) {
    self.folder = folder
    self.scratch = scratch
    self.searchPath = searchPath.map { SearchPath($0) } ?? .own
    self.toolchains = toolchains
    self.progress = progress
  }

  /// Makes one build. A package is linked in this many shuffled layouts; if nil, in the linker's own. A
  /// command always has one layout: it is not linked here.
  /// - Throws: ``BuildError``, or `CancellationError` if the task was cancelled, which stops the package
  ///   manager.
  public func make(_ build: Build, layouts: Int? = nil) async throws -> BuiltDriver {
    guard let tracing, build.isOfPackage ? !roots.isEmpty : !build.making.isEmpty else {
      return try await makeAlone(build, layouts: layouts)
    }
    let trace = try MakeTrace(by: tracing.tracer, tracing.hashes)
    var traced = self
    traced.trace = trace
    do {
      guard case .package(let package) = build.origin else {
        var driver = try await traced.makeAlone(build, layouts: layouts)
        driver.inputs = try trace.inputs(in: folder, roots: roots, own: [])
        return driver
      }
      let place = try scratch(of: package, layouts == nil ? [] : Self.sections, for: build.name)
      let record = PackageInputs(in: place)
      func inputs() throws -> TracedInputs? {
        try trace.inputs(
          in: FilePath(FileManager.default.currentDirectoryPath), roots: roots,
          own: [place] + PackageInputs.caches,
          leavingOut: try readsGit(package) ? [] : ["git"]
        ).map(record.joined)
      }
      var driver: BuiltDriver
      do {
        driver = try await traced.makeAlone(build, layouts: layouts)
      } catch let error as BuildError {
        // The next build does not read again what this one compiled.
        _ = try? inputs()
        throw error
      }
      driver.inputs = try inputs()
      return driver
    } catch BuildError.failed {
      // Some programs don't work under a tracer. What fails without one as well fails here.
      return try await makeAlone(build, layouts: layouts)
    }
  }

  /// Returns whether a package's manifest asks for git information. The package manager asks git
  /// anyway, which looks at all files, but passes the answer only to such manifests.
  private func readsGit(_ package: PackageBuild) throws -> Bool {
    let folder = root(of: package)
    return try FileManager.default.contentsOfDirectory(atPath: folder.string)
      .filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
      .contains {
        try String(contentsOfFile: folder.appending($0).string, encoding: .utf8)
          .contains("gitInformation")
      }
  }

  private func makeAlone(_ build: Build, layouts: Int?) async throws -> BuiltDriver {
    let driver: BuiltDriver
    switch build.origin {
    case .command(let words): driver = try await made(words, of: build)
    case .steps(let commands): driver = try await host(commands, of: build)
    case .package(let package):
      // A broken toolchain reports so before anything is built.
      _ = try await toolchainVersion(of: build)
      driver =
        if let layouts {
          try await shuffled(package, build: build.name, layouts: layouts)
        } else {
          try await compiled(package, build: build.name)
        }
    }
    return try completed(driver, of: build)
  }

  /// Makes several builds, two at once if their scratch paths differ, and returns the drivers in the order of
  /// the builds. Compiling a whole package keeps one CPU busy for long stretches; a third at once would cost
  /// more memory than it saves time. The layouts are as for ``make(_:layouts:)``.
  /// - Throws: as ``make(_:layouts:)``; the other builds are then stopped.
  public func make(_ builds: [Build], layouts: Int? = nil) async throws -> [BuiltDriver] {
    let lanes = try Dictionary(grouping: builds.indices) { index in
      guard case .package(let package) = builds[index].origin else { return "" }
      return try scratch(
        of: package, layouts == nil ? [] : Self.sections, for: builds[index].name
      ).string
    }.values.sorted { $0[0] < $1[0] }
    var drivers = [BuiltDriver?](repeating: nil, count: builds.count)
    try await withThrowingTaskGroup(of: [(Int, BuiltDriver)].self) { group in
      for (number, lane) in lanes.enumerated() {
        if number >= 2, let made = try await group.next() {
          for (index, driver) in made { drivers[index] = driver }
        }
        group.addTask {
          var made: [(Int, BuiltDriver)] = []
          for index in lane {
            made.append((index, try await make(builds[index], layouts: layouts)))
          }
          return made
        }
      }
      for try await made in group {
        for (index, driver) in made { drivers[index] = driver }
      }
    }
    let made = drivers.compactMap(\.self)
    for (build, driver) in zip(builds, made) where !build.making.isEmpty {
      try requireUnchanged(driver, build.name)
    }
    return made
  }

  private func compiled(_ package: PackageBuild, build: String) async throws -> BuiltDriver {
    let executable = try await compile(package.product, of: package, [], build)
    try await compileServices(of: package, [], build)
    let file = try Checksum(of: executable, build: build)
    let recipe = Self.recipe(package, [])
    let record = BuildRecord(
      name: build, recipe: recipe, compiler: try await version(of: package, for: build),
      sha256: file.sha256, size: file.size, isOptimised: package.isOptimised,
      checks: try await prove(package, executable: executable, recipe: recipe, build: build))
    return BuiltDriver(record: record, commands: [[executable.string]])
  }

  static func recipe(_ package: PackageBuild, _ flags: [String]) -> String {
    (["swift build"] + arguments(package, flags)).joined(separator: " ")
      + (package.toolchain.map { ", toolchain \($0)" } ?? "")
  }

  private static func arguments(_ package: PackageBuild, _ flags: [String]) -> [String] {
    ["-c", package.configuration.rawValue] + package.swiftFlags.flatMap { ["-Xswiftc", $0] } + flags
  }

  /// Builds a product of a package with Rehearse's own flags after the scenario's, and returns the
  /// executable. `compiling` flags change what is compiled, `linking` flags only how it is linked.
  func compile(
    _ product: String, of package: PackageBuild, _ compiling: [String], linking: [String] = [],
    _ build: String
  ) async throws -> FilePath {
    let scratch = try scratch(of: package, compiling, for: build)
    let words = ["build", "--product", product] + Self.arguments(package, compiling + linking)
    let places = ["--package-path", root(of: package).string, "--scratch-path", scratch.string]
    try await carryOut(
      try compiler(of: package, for: build), words + places, environment: environment(of: package),
      named: ["swift"] + words, build)
    return scratch.appending(package.configuration.rawValue).appending(product)
  }

  /// Builds the products that services need, beside the driver, in the linker's own layout.
  func compileServices(
    of package: PackageBuild, _ compiling: [String], _ build: String
  ) async throws {
    for product in package.services {
      _ = try await compile(product, of: package, compiling, build)
    }
  }

  private func root(of package: PackageBuild) -> FilePath {
    folder.pushing(FilePath(package.package)).lexicallyNormalized()
  }

  /// The scratch path for these flags and this compiler; both configurations have a folder there.
  func scratch(
    of package: PackageBuild, _ flags: [String], for build: String
  ) throws(BuildError) -> FilePath {
    var name = Self.name(of: package.swiftFlags + flags.filter { $0 != "-Xswiftc" })
    if package.toolchain != nil {
      let swift = try compiler(of: package, for: build)
      // No name made from flags contains this sign.
      name += "@" + SHA256.text(of: SHA256.digest(of: swift.string)).prefix(16)
    }
    return (scratch ?? root(of: package).appending(".build/rehearse")).appending(name)
  }

  /// Removes the resources beside what was built before. The package manager copies those that a package has, and
  /// leaves there what it no longer has.
  func removeResources(of package: PackageBuild, _ flags: [String], for build: String) throws {
    let folder = try scratch(of: package, flags, for: build)
      .appending(package.configuration.rawValue)
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder.string)) ?? []
    for name in names where name.hasSuffix(".resources") {
      // In the package manager's folder, with the ending that it gives them.
      try files.removeItem(atPath: folder.appending(name).string)
    }
  }

  /// A unique folder name for flags: two different builds must never write one executable.
  private static func name(of flags: [String]) -> String {
    guard !flags.isEmpty else { return "plain" }
    let plain = /-[A-Za-z0-9_=-]+/
    let name = flags.map { $0.dropFirst() }.joined(separator: "+")
    let isSaid = flags.allSatisfy { $0.wholeMatch(of: plain) != nil } && name.count <= 80
    guard isSaid, name != "plain", !name.hasPrefix("flags-") else {
      return "flags-" + SHA256.text(of: SHA256.digest(of: flags.joined(separator: "\0")))
    }
    return name
  }

  /// Runs a program that makes a part of a build, and passes on its output. It uses Subprocess, because a cancelled
  /// task has to end it with all that it started. Its working folder is by default this process's; errors name the
  /// command by `words`.
  /// - Throws: ``BuildError/failed(build:command:log:)``, or `CancellationError`.
  func carryOut(
    _ program: FilePath, _ arguments: [String], in working: FilePath? = nil,
    environment: Subprocess.Environment = GitCommand.elsewhere, named words: [String],
    _ build: String
  ) async throws {
    // Its own process group, which is asked to end as a whole: if only the package manager were
    // killed, it would leave its compilers behind. Ctrl-C in a terminal is for Rehearse to handle.
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(5)),
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(5)),
    ]
    let all = [program.string] + arguments
    let traced = trace?.command(all)
    let carriedOut = traced?.words ?? all
    let result = try await run(
      .path(FilePath(carriedOut[0])), arguments: Arguments(Array(carriedOut.dropFirst())),
      environment: environment, workingDirectory: working, platformOptions: options,
      input: .none, output: .sequence, error: .combinedWithOutput
    ) { execution in
      // Processes that the command leaves running keep its tracer, and so its output, open.
      let process = execution.processIdentifier.value
      let remains = Task { [trace] in
        if let trace, let traced {
          try await trace.tracer.endRemains(of: process, writing: traced.trace)
        }
      }
      defer { remains.cancel() }
      var tail: [String] = []
      // A linker's command line has unlimited length.
      for try await line in execution.standardOutput.strings(bufferingPolicy: .unbounded) {
        let line = line.trimmingCharacters(in: .newlines)
        progress(build, line)
        tail = (tail + [line]).suffix(25)
      }
      return tail
    }
    try Task.checkCancellation()
    guard result.terminationStatus.isSuccess else {
      throw BuildError.failed(
        build: build, command: ShellWords.line(words),
        log: result.closureResult.joined(separator: "\n"))
    }
  }
}

/// The paths of the programs and files that words name.
extension DriverBuilder {
  /// The path named by a command's first word: a path from a folder, or a program of that name.
  func program(_ word: String, from folder: FilePath) -> FilePath? {
    word.contains("/") ? folder.pushing(FilePath(word)) : searchPath.program(word)
  }

  /// The file that a whole word names, such as an interpreter's script; nil if it is none.
  static func file(_ word: String, from folder: FilePath) -> FilePath? {
    let path = folder.pushing(FilePath(word))
    return SearchPath.isFile(path) ? path : nil
  }
}
