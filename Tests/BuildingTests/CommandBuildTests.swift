import Building
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@Suite struct CommandBuildTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func make(_ words: String..., searchPath: String? = nil) async throws -> BuiltDriver {
    let builder = DriverBuilder(folder: folder.path, searchPath: searchPath) { _, _ in }
    return try await builder.make(Build(name: "b", origin: .command(words)))
  }

  private func failure(_ words: String..., searchPath: String? = nil) async -> String? {
    do {
      let builder = DriverBuilder(folder: folder.path, searchPath: searchPath) { _, _ in }
      _ = try await builder.make(Build(name: "b", origin: .command(words)))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `a command's path is relative to the scenario's folder`() async throws {
    let program = try folder.addScript("app", "exit 0")
    let built = try await make("./app", "--driver", "x y")
    #expect(built.commands == [[folder.path.pushing("./app").string, "--driver", "x y"]])
    #expect(built.record.recipe == "./app --driver x y")
    #expect(built.record.isOptimised == nil)
    #expect(built.record.compiler == nil)
    #expect(try await make(program.string).commands == [[program.string]])
  }

  @Test func `a command's name is looked up in each folder of PATH in turn`() async throws {
    try FileManager.default.createDirectory(
      atPath: folder["first/app"].string, withIntermediateDirectories: true)
    try folder.add("second/app", "can't be executed")
    let program = try folder.addScript("app", "exit 0")
    let path = "\(folder["first"]):\(folder["second"]):\(folder.path)"
    #expect(try await make("app", searchPath: path).commands == [[program.string]])
  }

  @Test func `the program is recorded with its size and SHA-256`() async throws {
    // The text "#!/bin/sh\nabc\n", by sha256sum.
    try folder.addScript("app", "abc")
    let record = try await make("./app").record
    let sum = try Completion.of(["sha256sum", folder["app"].string])
    #expect(record.sha256 == String(sum.output.prefix(64)))
    #expect(record.sha256?.count == 64)
    #expect(record.size == 14)
  }

  @Test func `the SHA-256 of a large file matches that of sha256sum`() async throws {
    let script = try folder.addScript("app", String(repeating: ": 0123456789\n", count: 20_000))
    let sum = try Completion.of(["sha256sum", script.string])
    let record = try await make("./app").record
    #expect(record.sha256 == String(sum.output.prefix(64)))
  }

  @Test func `the checks in a program's code are counted, even if no flags are known`() async throws
  {
    let checks = try #require(try await make(BuiltProducts.testDriver).record.checks)
    #expect(checks.setting == nil)
    #expect(checks.unread == nil)
    let module = try #require(checks.modules.first { $0.name == "test_driver" })
    #expect(module.origin == .module)
    #expect(module.instructions > 0)
    #expect(checks.traps == .open("a command was built elsewhere"))
  }

  @Test func `code that can't be read is recorded with the reason`() async throws {
    try folder.addScript("app", "exit 0")
    let checks = try #require(try await make("./app").record.checks)
    #expect(checks.modules == [])
    #expect(checks.unread?.hasSuffix("objdump finds no machine code that it knows") == true)
    let without = try await make("./app", searchPath: "").record.checks
    #expect(without?.unread == "there is no 'objdump' (Debian: apt-get install binutils)")
    #expect(try await make("./app", "--more").record.checks == nil)
  }

  @Test func `of the words of a step the program and code are recorded, and data are not`()
    async throws
  {
    for name in ["app.py", "words.txt"] { try folder.add(name, "1\n") }
    let words = ["/bin/true", "app.py", "words.txt", "gone.py", "1"]
    let record = try await DriverBuilder(folder: folder.path) { _, _ in }
      .make(Build(name: "b", origin: .steps([StepCommand(words: words)]))).record
    let sum = try Completion.of(["sha256sum", folder["app.py"].string])
    #expect(record.files?["app.py"] == String(sum.output.prefix(64)))
    #expect(record.files?.keys.sorted() == ["/bin/true", "app.py"])
  }

  @Test func `a command that is not an executable file is refused by name`() async throws {
    try folder.add("notes", "text")
    for word in ["./notes", "./nothing", ".", "/nowhere/app", "no-such-program"] {
      #expect(
        await failure(word)
          == "The build 'b' is the command '\(word)', which is not an executable file.")
    }
    #expect(
      await failure("sh", searchPath: "")
        == "The build 'b' is the command 'sh', which is not an executable file.")
  }

  @Test func `a program that 'make' did not leave gets another error than one that nothing makes`()
    async throws
  {
    let making = MakingCommand.line("mkdir -p out && cp /bin/true out/tests && touch out/notes")
    func failure(_ origin: Build.Origin) async -> String? {
      await #expect(throws: BuildError.self) {
        try await DriverBuilder(folder: folder.path) { _, _ in }
          .make(Build(name: "now", origin: origin, making: [making]))
      }?.description
    }
    let words =
      "'make:' of the build 'now' ran, but left no ./out/tool. Programs there: ./out/tests."
    #expect(await failure(.steps([StepCommand(words: ["./out/tool"])])) == words)
    #expect(await failure(.command(["./out/tool"])) == words)
    #expect(
      await failure(.command(["gone/tool", "x"]))
        == "'make:' of the build 'now' ran, but left no gone/tool.")
  }

  @Test func `the error for a program near the scenario suggests its relative path`() async throws {
    try folder.addScript("no-such-mo", "true")
    try folder.add("Performance/s.yml", "")
    let builder = DriverBuilder(folder: folder["Performance"]) { _, _ in }
    let error = await #expect(throws: BuildError.self) {
      try await builder.make(
        Build(name: "now", origin: .steps([StepCommand(words: ["no-such-mo", "x"])])))
    }
    #expect(
      error?.description
        == "A step of the build 'now' runs 'no-such-mo', which is not a program in PATH. Relative to the "
        + "scenario's folder it is '../no-such-mo': write that.")
  }

  @Test func `a package without swift in PATH is refused, and the error says where to get it`()
    async throws
  {
    let package = PackageBuild(
      package: ".", product: "app", configuration: .debug, swiftFlags: [])
    let builder = DriverBuilder(folder: folder.path, searchPath: folder.path.string) { _, _ in }
    let error = await #expect(throws: BuildError.self) {
      try await builder.make(Build(name: "b", origin: .package(package)))
    }
    #expect(
      error?.description
        == "The build 'b' needs the program 'swift', which is not in PATH. Install Swift 6.2 or "
        + "newer (swift.org/install), or name a ready executable with 'command'.")
  }
}
