import Building
import Foundation
import Programs
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// A repository of a test's own, with a package at its top and a scenario in a folder below.
struct RevisionRepository {
  let folder: ScratchFolder
  /// Programs that are found before those of PATH.
  let tools: ScratchFolder
  private let repository: GitFolder

  init() throws {
    folder = try ScratchFolder()
    tools = try ScratchFolder()
    try folder.add(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "tiny", targets: [.executableTarget(name: "tiny")])
      """)
    try folder.add([".gitignore": ".build/\n", "Scenarios/s.yml": ""])
    try folder.add("Sources/tiny/main.swift", #"print("first", #filePath)"#)
    repository = try GitFolder(folder.path)
    try commit("first")
  }

  /// A build of a package, by the path from the scenario to it.
  static func build(of package: String = "..") -> Build {
    Build(
      name: "plain",
      origin: .package(
        PackageBuild(package: package, product: "tiny", configuration: .debug, swiftFlags: [])))
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String { try repository.git(arguments) }

  func commit(_ message: String) throws { try repository.commit(message) }

  /// Writes files, and commits everything.
  func commit(_ files: KeyValuePairs<String, String>, _ message: String) throws {
    try repository.commit(files, message)
  }

  /// Makes builds of the package at the top.
  func make(_ states: (SourceState, name: String)...) async throws -> RevisionBuilds {
    try await make(states.map { .init(Self.build(), at: $0.0, as: $0.name) })
  }

  /// Makes builds. `scenarios` is the scenario's folder, where it is not that in the repository.
  func make(
    _ sides: [RevisionBuilder.BuildAtRevision], from scenarios: FilePath? = nil,
    cache: CacheSetting? = nil,
    skippingProven skipsProven: Bool = false, progress: @escaping BuildProgress = { _, _ in }
  ) async throws -> RevisionBuilds {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try await RevisionBuilder(
      folder: scenarios ?? folder["Scenarios"], searchPath: "\(tools.path):\(path)", cache: cache,
      tracing: cache == nil ? nil : InputTracing(try await Tracer(in: SearchPath(path))),
      progress: progress
    ).make(sides, skippingProven: skipsProven)
  }

  /// What a `swift` that fails after a script tells of a build; `$root` is the package's folder.
  /// - Throws: what else goes wrong.
  func log(
    of script: String, package: String = "..", from scenarios: FilePath? = nil
  ) async throws -> String {
    try tools.addScript(
      "swift",
      """
      for word; do [ "$last" = --package-path ] && root=$word; last=$word; done
      \(script)
      exit 1
      """)
    let side = RevisionBuilder.BuildAtRevision(
      Self.build(of: package), at: .named("main"), as: "main")
    do {
      _ = try await make([side], from: scenarios)
    } catch BuildError.atRevision(_, _, .failed(_, _, let log)) {
      return log
    }
    throw Errno.noSuchFileOrDirectory
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder[name].string)
  }

  /// The work tree in which packages are built.
  var tree: FilePath {
    home.appending("tree/up/up").appending(folder.path.lastComponent ?? "tree")
  }
  /// Where revisions are built.
  var home: FilePath { folder[".build/rehearse/revisions"] }
  /// Whether the work tree that revisions are built in is there.
  var hasWorkTree: Bool { exists(".build/rehearse/revisions/tree") }
  /// How many work trees git knows.
  var workTrees: Int {
    get throws { try git("worktree", "list").split(separator: "\n").count }
  }
}
