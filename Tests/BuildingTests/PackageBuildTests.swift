import Building
import Foundation
import Recording
import Scenarios
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Packages that are really compiled, or a `swift` that only pretends.
@Suite(.serialized, .tags(.endToEnd)) struct PackageBuildTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.add(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "tiny", targets: [.executableTarget(name: "tiny")])
      """)
  }

  private func make(_ flags: [String] = [], searchPath: String? = nil) async throws -> BuiltDriver {
    let package = PackageBuild(
      package: "..", product: "tiny", configuration: .debug, swiftFlags: flags)
    let builder = DriverBuilder(folder: folder["Scenarios"], searchPath: searchPath) { _ in }
    return try await builder.make(Build(name: "flagged", origin: .package(package)))
  }

  @Test func `a package is built with its flags, in a scratch folder of the build's own`()
    async throws
  {
    try folder.add(
      "Sources/tiny/main.swift",
      """
      #if TINY
        print("with the flag")
      #else
        print("without")
      #endif
      """)
    let built = try await make(["-DTINY"])
    let executable = folder[".build/rehearse/flagged/debug/tiny"].string
    #expect(built.command == [executable])
    #expect(built.record.recipe == "swift build -c debug -Xswiftc -DTINY")
    #expect(built.record.isOptimised == false)
    #expect(built.record.compiler?.contains("Swift version") == true)
    #expect(try Completion.of(built.command).output == "with the flag\n")
    let sum = try Completion.of(["sha256sum", executable])
    #expect(built.record.sha256 == String(sum.output.prefix(64)))
  }

  @Test func `a package that does not compile fails with the compiler's words`() async throws {
    try folder.add("Sources/tiny/main.swift", "let number: Int = \"text\"\n")
    let error = await #expect(throws: BuildError.self) { try await make() }
    let text = error?.description ?? ""
    #expect(
      text.hasPrefix("The build 'flagged' failed: swift build --product tiny -c debug\n"))
    #expect(text.contains("main.swift:1:19: error: cannot convert value of type 'String'"))
    #expect(!text.contains("-Xswiftc"))
  }

  @Test func `of a long log the last 25 lines are kept, however long they are`() async throws {
    let tools = try ScratchFolder()
    try tools.addScript(
      "swift", "/usr/bin/seq 1 100; /usr/bin/head -c 300000 /dev/zero | /usr/bin/tr '\\0' x; exit 1"
    )
    let error = await #expect(throws: BuildError.self) {
      try await make(searchPath: tools.path.string)
    }
    let lines = (error?.description ?? "").split(separator: "\n")
    #expect(lines.count == 26)
    #expect(lines.dropFirst().first == "77")
    #expect(lines.last?.count == 300_000)
  }

  @Test func `a build that is cancelled leaves neither the package manager nor its children`()
    async throws
  {
    let tools = try ScratchFolder()
    let pipe = try NamedPipe(tools["pid"])
    try tools.addScript("swift", "sleep 1000 & echo $! > \(pipe.path); wait")
    let task = Task { try await make(searchPath: tools.path.string) }
    let child = try #require(try pipe.number())
    let watch = try #require(ProcessWatch(child))
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(watch.hasEnded())
  }
}
