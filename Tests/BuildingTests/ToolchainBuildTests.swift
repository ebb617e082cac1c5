import Building
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// Packages that are built by toolchains which only pretend.
@Suite(.tags(.endToEnd)) struct ToolchainBuildTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func build(_ name: String, _ toolchain: String?, _ flags: [String] = []) -> Build {
    Build(
      name: name,
      origin: .package(
        PackageBuild(
          package: "..", product: "app", configuration: .debug, swiftFlags: flags,
          toolchain: toolchain)))
  }

  private func make(_ builds: Build...) async throws -> [BuiltDriver] {
    try await DriverBuilder(
      folder: folder["Scenarios"], searchPath: folder["path"].string, progress: { _, _ in }
    ).make(builds)
  }

  @Test func `builds of two toolchains are compiled by their own, in separate folders`()
    async throws
  {
    let log = folder["log"]
    for (name, version) in [
      ("path", "Swift version 6.3.1"), ("old", "Swift version 6.2.1\nTarget: t"),
    ] {
      try folder.addPretendedSwift(
        "echo \(name) >> \(log)",
        at: name == "old" ? "old/usr/bin/swift" : "path/swift",
        version: version)
    }
    let built = try await make(build("a", "../old"), build("b", nil), build("c", "../old", ["-O"]))
    #expect(
      built.map(\.record.compiler)
        == ["Swift version 6.2.1", "Swift version 6.3.1", "Swift version 6.2.1"])
    #expect(
      built.map(\.record.recipe) == [
        "swift build -c debug, toolchain ../old", "swift build -c debug",
        "swift build -c debug -Xswiftc -O, toolchain ../old",
      ])
    // The first 16 digits of the hash of the path of its swift.
    let hash = try Completion.of([
      "/bin/sh", "-c", "printf %s '\(folder.file("old/usr/bin/swift"))' | sha256sum",
    ]).output.prefix(16)
    #expect(
      built.map(\.commands)
        == ["plain@\(hash)", "plain", "O@\(hash)"].map {
          [[folder[".build/rehearse/\($0)/debug/app"].string]]
        })
    #expect(
      try folder.text(of: "log").split(separator: "\n").sorted() == ["old", "old", "path"])
  }

  @Test(arguments: [
    ("echo broken >&2; exit 1", "broken"), ("exit 0", ""), ("echo ' '", ""),
  ])
  func `a toolchain that does not report its version builds nothing`(
    _ script: String, _ log: String
  ) async throws {
    let swift = try folder.addScript(
      "old/usr/bin/swift", "[ \"$1\" = --version ] || touch \(folder["made"])\n\(script)")
    let error = await #expect(throws: BuildError.self) { try await make(build("a", "../old")) }
    #expect(
      error?.description
        == "The build 'a' asks for the toolchain '../old', which does not work: '\(swift) --version' fails."
        + (log.isEmpty ? "" : "\n\(log)"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("made")))
  }

  @Test func `a toolchain for another machine is refused`() async throws {
    let swift = try folder.addScript("old/usr/bin/swift", "#!/no/such/interpreter")
    let error = await #expect(throws: BuildError.self) { try await make(build("a", "../old")) }
    #expect(
      error?.description.hasPrefix(
        "The build 'a' asks for the toolchain '../old', which does not work: '\(swift) --version' fails.\n"
      )
        == true)
  }

  @Test func `a build at a revision uses the toolchain that is next to the scenario now`()
    async throws
  {
    let repository = try RevisionRepository()
    let log = repository.folder["../\(repository.folder.path.lastComponent?.string ?? "").log"]
      .lexicallyNormalized()
    defer { try? FileManager.default.removeItem(atPath: log.string) }
    try repository.commit([".gitignore": ".build/\ntools/\n"], "ignore the toolchains")
    func add(_ name: String) throws {
      try repository.folder.addPretendedSwift(
        "echo \(name) >> \(log)\necho '{\"object\":{\"dependencies\":[]}}' > \"$scratch/workspace-state.json\"",
        at: "tools/\(name)/usr/bin/swift", version: "Swift version 6.2.1")
    }
    try add("one")
    try add("two")
    let cache = CacheSetting(folder: repository.folder[".build/cache"])
    for name in ["one", "one", "two"] {
      let build = Build(
        name: "plain",
        origin: .package(
          PackageBuild(
            package: "..", product: "tiny", configuration: .debug, swiftFlags: [],
            toolchain: "../tools/\(name)")))
      let made = try await repository.make(
        [.init(build, at: .named("main"), as: "main")], cache: cache)
      #expect(made.drivers[0].record.compiler == "Swift version 6.2.1")
      await made.putAway()
    }
    // The second is from the cache; another toolchain of the same words is another compiler.
    #expect(try String(contentsOfFile: log.string, encoding: .utf8) == "one\ntwo\n")
  }
}
