import Building
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// Packages that are really compiled, at revisions of a real repository.
@Suite(.serialized, .tags(.endToEnd)) struct RevisionBuildTests {
  private let folder: ScratchFolder
  private let build = Build(
    name: "plain",
    origin: .package(
      PackageBuild(package: "..", product: "tiny", configuration: .debug, swiftFlags: [])))

  init() throws {
    folder = try ScratchFolder()
    try folder.add(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "tiny", targets: [.executableTarget(name: "tiny")])
      """)
    try folder.add(".gitignore", ".build/\n")
    try folder.add("Scenarios/s.yml", "")
    try folder.add("Sources/tiny/main.swift", #"print("first", #filePath)"#)
    try git("init", "--quiet", "--initial-branch", "main")
    try commit("first")
  }

  private func git(_ arguments: String...) throws {
    let result = try Completion.of(
      ["git", "-C", folder.path.string, "-c", "user.name=n", "-c", "user.email=n@localhost"]
        + arguments)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func commit(_ message: String) throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", message)
  }

  private func make(_ sides: [RevisionBuilder.Side]) async throws -> [BuiltDriver] {
    try await RevisionBuilder(folder: folder["Scenarios"]) { _ in }.make(sides)
  }

  private var hasWorkTree: Bool {
    FileManager.default.fileExists(atPath: folder[".build/rehearse/revisions/tree"].string)
  }

  @Test func `both sides are built, at one path, and the work tree is gone`() async throws {
    try folder.add("Sources/tiny/main.swift", #"print("second", #filePath)"#)
    try folder.add("Sources/tiny/new.swift", "func unused() {}")
    let drivers = try await make([
      .init(build, at: .named("main"), as: "main"), .init(build, at: .workTree, as: "now"),
    ])
    let outputs = try drivers.map { try Completion.of($0.commands[0]).output }
    let path = folder[".build/rehearse/revisions/tree/Sources/tiny/main.swift"]
    #expect(outputs == ["first \(path)\n", "second \(path)\n"])
    #expect(drivers.map(\.record.name) == ["main", "now"])
    #expect(drivers.map { $0.record.revision?.isDirty } == [false, true])
    #expect(!hasWorkTree)
    let status = try Completion.of(["git", "-C", folder.path.string, "status", "--porcelain"])
    #expect(status.output == " M Sources/tiny/main.swift\n?? Sources/tiny/new.swift\n")
    let trees = try Completion.of(["git", "-C", folder.path.string, "worktree", "list"])
    #expect(trees.output.split(separator: "\n").count == 1)
  }

  @Test func `the same files are the same program, whatever the revision is called`() async throws {
    try git("commit", "--quiet", "--allow-empty", "--message", "nothing")
    let drivers = try await make([
      .init(build, at: .named("main~1"), as: "before"), .init(build, at: .workTree, as: "now"),
    ])
    #expect(drivers[0].record.sha256 == drivers[1].record.sha256)
    #expect(drivers[0].record.revision?.commit != drivers[1].record.revision?.commit)
    #expect(drivers[1].record.revision?.isDirty == false)
  }

  @Test func `a revision that does not build fails with the log's tail, and leaves nothing`()
    async throws
  {
    try folder.add("Sources/tiny/main.swift", "nonsense")
    try commit("broken")
    let error = try await #require(throws: BuildError.self) {
      try await make([
        .init(build, at: .named("main~1"), as: "before"), .init(build, at: .workTree, as: "now"),
      ])
    }
    #expect(error.description.contains("cannot find 'nonsense' in scope"))
    #expect(!hasWorkTree)
  }

  @Test func `a revision that is not there is refused before anything is built`() async throws {
    let error = try await #require(throws: RevisionError.self) {
      try await make([.init(build, at: .named("gone"), as: "gone")])
    }
    #expect(error.description.hasPrefix("There is no revision 'gone'; allowed: a branch"))
    #expect(!hasWorkTree)
  }

  @Test func `a work tree that was left behind is replaced`() async throws {
    try folder.add(".build/rehearse/revisions/tree/stale", "")
    let drivers = try await make([.init(build, at: .named("main"), as: "main")])
    #expect(drivers.count == 1)
    #expect(!hasWorkTree)
  }

  @Test func `outside of a repository, and for a command, there is nothing to build`() async throws
  {
    let outside = try ScratchFolder()
    let builder = RevisionBuilder(folder: outside.path) { _ in }
    let error = try await #require(throws: RevisionError.self) {
      try await builder.make([.init(build, at: .workTree, as: "now")])
    }
    #expect(error.description.hasPrefix("The folder \(outside.path) is in no git repository"))
    let command = Build(name: "ready", origin: .command(["./driver"]))
    await #expect(throws: RevisionError.notBuilt(build: "ready")) {
      try await make([.init(command, at: .workTree, as: "now")])
    }
  }
}
