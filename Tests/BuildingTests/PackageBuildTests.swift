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

  private func make(
    _ flags: [String] = [], configuration: PackageBuild.Configuration = .debug, layouts: Int? = nil,
    searchPath: String? = nil, progress: @escaping BuildProgress = { _, _ in }
  ) async throws -> BuiltDriver {
    let package = PackageBuild(
      package: "..", product: "tiny", configuration: configuration, swiftFlags: flags)
    let builder = DriverBuilder(
      folder: folder["Scenarios"], searchPath: searchPath, progress: progress)
    return try await builder.make(
      Build(name: "flagged", origin: .package(package)), layouts: layouts)
  }

  @Test func `a package is built with its flags, in a scratch folder for these flags`() async throws
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
    let executable = folder[".build/rehearse/DTINY/debug/tiny"].string
    #expect(built.commands == [[executable]])
    #expect(built.record.recipe == "swift build -c debug -Xswiftc -DTINY")
    #expect(built.record.isOptimised == false)
    #expect(built.record.compiler?.contains("Swift version") == true)
    #expect(try Completion.of([executable]).output == "with the flag\n")
    let sum = try Completion.of(["sha256sum", executable])
    #expect(built.record.sha256 == String(sum.output.prefix(64)))
  }

  /// Builds of products by their names, with a `swift` that only pretends.
  private func makeSeveral(
    _ builds: [(product: String, flags: [String])], script: String
  ) async throws -> [BuiltDriver] {
    let tools = try ScratchFolder()
    try tools.addPretendedSwift(script)
    let builder = DriverBuilder(
      folder: folder["Scenarios"], searchPath: tools.path.string, progress: { _, _ in })
    return try await builder.make(
      builds.map { product, flags in
        let package = PackageBuild(
          package: "..", product: product, configuration: .debug, swiftFlags: flags)
        return Build(name: "build-\(product)", origin: .package(package))
      })
  }

  @Test(.timeLimit(.minutes(5)))
  func `builds with different flags are made at the same time, and returned in order`()
    async throws
  {
    let (there, back) = (try NamedPipe(folder["there"]).path, try NamedPipe(folder["back"]).path)
    let built = try await makeSeveral(
      [("a", []), ("b", ["-DTINY"]), ("c", ["-DTINY"])],
      script: """
        case $product in
          a) echo > \(there); read word < \(back);;
          b) read word < \(there); echo > \(back);;
        esac
        """)
    #expect(built.map(\.record.name) == ["build-a", "build-b", "build-c"])
    #expect(
      built.map(\.commands) == [
        [[folder[".build/rehearse/plain/debug/a"].string]],
        [[folder[".build/rehearse/DTINY/debug/b"].string]],
        [[folder[".build/rehearse/DTINY/debug/c"].string]],
      ])
  }

  @Test func `builds with the same flags are made one after the other, in one folder`() async throws
  {
    let log = folder["log"]
    let built = try await makeSeveral(
      ["a", "b", "c", "d"].map { ($0, ["-O"]) },
      script: "echo begin $product >> \(log); ls / > /dev/null; echo end $product >> \(log)")
    #expect(
      try folder.text(of: "log").split(separator: "\n")
        == ["a", "b", "c", "d"].flatMap { ["begin \($0)", "end \($0)"] })
    #expect(
      Set(built.flatMap(\.commands).map { FilePath($0[0]).removingLastComponent() }).count == 1)
  }

  @Test func `if one of several concurrent builds fails, the others are stopped`() async throws {
    let pipe = try NamedPipe(folder["pid"])
    let go = try NamedPipe(folder["go"])
    let building = Task {
      try await makeSeveral(
        [("a", []), ("b", ["-DTINY"])],
        script: """
          case $product in
            a) sleep 1000 & echo $! > \(pipe.path); wait;;
            b) read word < \(go.path); echo no; exit 1;;
          esac
          """)
    }
    let child = try #require(try await pipe.number())
    let watch = try #require(ProcessWatch(child))
    // Nobody would read it if that build had failed before.
    let words = ["timeout", "600", "/bin/sh", "-c", "echo > \(go.path)"]
    #expect(try Completion.of(words).status == 0)
    let error = await #expect(throws: BuildError.self) { try await building.value }
    #expect(error?.description.hasPrefix("The build 'build-b' failed: ") == true)
    #expect(watch.hasEnded())
  }

  @Test(arguments: [
    (["-DONE", "-DTWO"], "DONE+DTWO"), (["-enforce-exclusivity=unchecked"], nil),
    (["-DONE+DTWO"], "flags-"), (["-Xcc", "-DONE"], nil), (["DONE"], "flags-"),
    (["-plain"], "flags-"), (["-flags-x"], "flags-"), (["-I/a/b"], "flags-"),
  ])
  func `a scratch folder is named after the flags of its build`(_ flags: [String], _ name: String?)
    async throws
  {
    let built = try await makeSeveral([("a", flags)], script: "")
    let path = FilePath(built[0].commands[0][0]).removingLastComponent().removingLastComponent()
    let found = try #require(path.lastComponent?.string)
    let expected = name ?? flags.map { $0.dropFirst() }.joined(separator: "+")
    if expected.hasPrefix("flags-") {
      let sum = try Completion.of([
        "/bin/sh", "-c", "printf %s '\(flags[0])' | sha256sum",
      ]).output.prefix(64)
      #expect(found == "flags-\(sum)")
    } else {
      #expect(found == expected)
    }
  }

  @Test(arguments: Nightly.isOn ? PackageBuild.Configuration.allCases : [.debug])
  func `layouts are linked from one compilation, differ, and can be reproduced`(
    _ configuration: PackageBuild.Configuration
  ) async throws {
    try folder.add("Sources/tiny/main.swift", Self.severalFunctions)
    let lines = Mutex<[String]>([])
    let first = try await make(configuration: configuration, layouts: 2) { _, line in
      lines.withLock { $0.append(line) }
    }
    let prefix = folder[
      ".build/rehearse/Xfrontend+function-sections+use-ld=lld/\(configuration)/tiny.layout"
    ].string
    #expect(first.commands == [["\(prefix)1"], ["\(prefix)2"]])
    for command in first.commands { #expect(try Completion.of(command).output == "123\n") }
    #expect(first.record.layouts.map(\.seed) == [1, 2])
    #expect(Set(first.record.layouts.map(\.sha256)).count == 2)
    let sums = try first.commands.map { try Completion.of(["sha256sum"] + $0).output.prefix(64) }
    #expect(first.record.layouts.map(\.sha256) == sums.map(String.init))
    #expect(first.record.sha256 == first.record.layouts[0].sha256)
    #expect(first.record.size == first.record.layouts[0].size)
    #expect(lines.withLock { $0.filter { $0.contains("Compiling tiny") } }.count == 1)
    let again = try await make(configuration: configuration, layouts: 2)
    #expect(again.record == first.record)
    // A single one of them is shuffled too, as the first.
    let one = try await make(configuration: configuration, layouts: 1)
    #expect(one.record.layouts == Array(first.record.layouts.prefix(1)))
    #expect(one.commands == Array(first.commands.prefix(1)))
  }

  @Test(.nightly) func `building layouts and building without them do not undo each other`()
    async throws
  {
    try folder.add("Sources/tiny/main.swift", Self.severalFunctions)
    let layouts = try await make(layouts: 2)
    #expect(
      layouts.record.recipe
        == "swift build -c debug -Xswiftc -Xfrontend -Xswiftc -function-sections "
        + "-Xswiftc -use-ld=lld -Xlinker --shuffle-sections=.text*=SEED, SEED from 1 to 2")
    let plain = try await make()
    #expect(plain.record.layouts == [])
    #expect(plain.commands == [[folder[".build/rehearse/plain/debug/tiny"].string]])
    let lines = Mutex<[String]>([])
    _ = try await make(layouts: 2) { _, line in lines.withLock { $0.append(line) } }
    _ = try await make { _, line in lines.withLock { $0.append(line) } }
    #expect(!lines.withLock { $0.contains { $0.contains("Compiling") } })
  }

  /// Functions that stay apart, so that there is something to shuffle.
  private static let severalFunctions = """
    @inline(never) func one() -> Int { 1 }
    @inline(never) func two() -> Int { 2 }
    @inline(never) func three() -> Int { 3 }
    print(one() * 100 + two() * 10 + three())
    """

  @Test(arguments: [
    "clang: error: invalid linker name in argument '-fuse-ld=lld'",
    "ld.lld: error: unknown argument '--shuffle-sections=.text*=1'",
    "/usr/bin/ld.gold: --shuffle-sections=.text*=1: unknown option",
  ])
  func `a linker that can't shuffle is reported, with what to install`(_ words: String)
    async throws
  {
    let tools = try ScratchFolder()
    try tools.addScript("swift", "echo \"\(words)\"; exit 1")
    let error = await #expect(throws: BuildError.self) {
      try await make(layouts: 2, searchPath: tools.path.string)
    }
    #expect(
      error?.description == """
        The build 'flagged' can't be linked in several layouts: that needs LLVM's linker, ld.lld 13 \
        or newer, which comes with Swift (swift.org/install; Debian: apt-get install lld). Without \
        'layouts' the scenario does not need it.
        \(words)
        """)
  }

  @Test func `layouts that are all the same program are refused`() async throws {
    let tools = try ScratchFolder()
    // Makes the same program whatever it is reported.
    try tools.addScript(
      "swift",
      """
      for word; do case "$last" in --scratch-path) scratch=$word;; esac; last=$word; done
      [ -n "$scratch" ] || exit 0
      /bin/mkdir -p "$scratch/debug" && echo same > "$scratch/debug/tiny"
      """)
    let error = await #expect(throws: BuildError.self) {
      try await make(layouts: 2, searchPath: tools.path.string)
    }
    #expect(
      error?.description == """
        The layouts 1 and 2 of the build 'flagged' are the same program, byte for byte: the linker \
        did not shuffle its functions. Install a newer ld.lld (it comes with Swift, \
        swift.org/install), or leave out 'layouts'.
        """)
  }

  @Test func `a layout that the builder did not leave is reported`() async throws {
    let tools = try ScratchFolder()
    try tools.addScript("swift", "exit 0")
    let error = await #expect(throws: BuildError.self) {
      try await make(layouts: 2, searchPath: tools.path.string)
    }
    let path = folder[
      ".build/rehearse/Xfrontend+function-sections+use-ld=lld/debug/tiny.layout1"]
    #expect(
      error?.description.hasPrefix(
        "The executable \(path) of the build 'flagged' can't be kept: ") == true)
  }

  @Test func `a layout that does not compile fails like any other build`() async throws {
    // The compiler's words, as the next test has them from a real one.
    let tools = try ScratchFolder()
    try tools.addScript(
      "swift",
      "echo \"main.swift:1:19: error: cannot convert value of type 'String'\"; exit 1")
    let error = await #expect(throws: BuildError.self) {
      try await make(layouts: 2, searchPath: tools.path.string)
    }
    #expect(error?.description.hasPrefix("The build 'flagged' failed: swift build ") == true)
  }

  @Test func `a package that does not compile fails with the compiler's message`() async throws {
    try folder.add("Sources/tiny/main.swift", "let number: Int = \"text\"\n")
    let error = await #expect(throws: BuildError.self) { try await make() }
    let text = error?.description ?? ""
    #expect(
      text.hasPrefix("The build 'flagged' failed: swift build --product tiny -c debug\n"))
    #expect(text.contains("main.swift:1:19: error: cannot convert value of type 'String'"))
    #expect(!text.contains("-Xswiftc"))
  }

  @Test func `the last 25 lines of a long log are kept, however long they are`() async throws {
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

  @Test func `a cancelled build leaves neither the package manager nor its children running`()
    async throws
  {
    let tools = try ScratchFolder()
    let pipe = try NamedPipe(tools["pid"])
    try tools.addScript("swift", "sleep 1000 & echo $! > \(pipe.path); wait")
    let task = Task { try await make(searchPath: tools.path.string) }
    let child = try #require(try await pipe.number())
    let watch = try #require(ProcessWatch(child))
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(watch.hasEnded())
  }
}
