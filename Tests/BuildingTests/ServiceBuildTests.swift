import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Builds whose scenario has services.
struct ServiceBuildTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A `swift` that only pretends: it leaves a script where a product should be, and says which.
  private func builder() throws -> DriverBuilder {
    try folder.addPretendedSwift(
      #"echo "$product" >> \#(folder["log"])"#, at: "tools/swift")
    return DriverBuilder(
      folder: folder["Scenarios"], searchPath: folder["tools"].string, progress: { _, _ in })
  }

  private var scenarioBuilder: DriverBuilder {
    DriverBuilder(
      folder: folder["Scenarios"], searchPath: "/usr/bin:/bin", progress: { _, _ in })
  }

  private func build(_ origin: Build.Origin, beside services: [Service]) -> Build {
    var build = Build(name: "b", origin: origin, variables: ["mode": "fast"])
    build.services = services
    return build
  }

  @Test func `a package's services are built next to its driver, and their hashes are recorded`()
    async throws
  {
    var package = PackageBuild(
      package: "..", product: "app-driver", configuration: .debug, swiftFlags: [])
    package.services = ["web"]
    let built = try await builder().make(
      build(
        .package(package),
        beside: [Service(name: "server", command: ["${build}/web", "${port}", "${mode}"])]))
    #expect(try folder.text(of: "log") == "app-driver\nweb\n")
    #expect(built.commands == [[folder[".build/rehearse/plain/debug/app-driver"].string]])
    let sum = try Completion.of([
      "sha256sum", folder[".build/rehearse/plain/debug/web"].string,
    ])
    #expect(built.record.files == ["server: ${build}/web": String(sum.output.prefix(64))])
    #expect(built.variables == ["mode": "fast"])
  }

  @Test func `copies of a revision's driver have its services next to them`() throws {
    for name in ["app-driver", "web", "other"] { try folder.add("built/\(name)", name) }
    let copies = try Keeping.copies(
      of: [[folder["built/app-driver"].string]], beside: ["web"], in: folder["kept"])
    #expect(copies == [[folder["kept/app-driver"].string]])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder["kept"].string)
    #expect(names.sorted() == ["app-driver", "web"])
  }

  @Test
  func `scripts that a service's command names are hashed, so that a change makes another build`()
    async throws
  {
    try folder.addScript("Scenarios/driver", "exit")
    try folder.add("Scenarios/server.py", "a")
    let build = build(
      .command(["./driver"]),
      beside: [Service(name: "s", command: ["sh", "${scenario}/server.py", "${port}"])])
    let before = try await scenarioBuilder.make(build).record
    #expect(before.files?.keys.sorted() == ["s: ${scenario}/server.py", "s: sh"])
    try folder.add("Scenarios/server.py", "b")
    let after = try await scenarioBuilder.make(build).record
    #expect(after.sha256 == before.sha256 && after.files != before.files)
    #expect(after.files?["s: sh"] == before.files?["s: sh"])
  }

  @Test func `a service that is not a program is refused`() async throws {
    try folder.addScript("Scenarios/driver", "exit")
    for (program, end) in [
      (
        "${build}/web",
        "which is not an executable file. If it has to be built, give the build a 'make:'."
      ),
      ("web", "which is in no folder of PATH. Write one beside the scenario as './web'."),
    ] {
      do {
        _ = try await scenarioBuilder.make(
          build(
            .command(["./driver"]), beside: [Service(name: "s", command: [program, "${port}"])]))
        Issue.record("\(program) was taken")
      } catch let error as BuildError {
        #expect("\(error)".hasPrefix("The service 's' beside the build 'b' is the program '"))
        #expect("\(error)".hasSuffix(end), "\(error)")
      }
    }
  }

  @Test func `a missing service of a build with 'make' is reported without advice to add 'make'`()
    async throws
  {
    try folder.addScript("Scenarios/driver", "exit")
    try folder.addScript("Scenarios/other", "exit")
    var build = build(
      .command(["./driver"]), beside: [Service(name: "s", command: ["./web", "${port}"])])
    build.making = [.words(["true"])]
    do {
      _ = try await scenarioBuilder.make(build)
      Issue.record("it was taken")
    } catch let error as BuildError {
      #expect(
        "\(error)"
          == "'make:' of the build 'b' ran, but left no ./web, the program of the service 's'. "
          + "Programs there: ./driver, ./other.")
    }
  }

  @Test func `the error for a missing service of a package suggests a product`() async throws {
    let package = PackageBuild(
      package: "..", product: "app-driver", configuration: .debug, swiftFlags: [])
    do {
      _ = try await builder().make(
        build(.package(package), beside: [Service(name: "s", command: ["./web", "${port}"])]))
      Issue.record("it was taken")
    } catch let error as BuildError {
      #expect(
        "\(error)".hasSuffix(
          "is not an executable file. A product of the package is '${build}/PRODUCT'."), "\(error)")
    }
  }

  @Test func `a service that 'make' left without execute permission gets no advice to add 'make'`()
    async throws
  {
    try folder.addScript("Scenarios/driver", "exit")
    var build = build(
      .command(["./driver"]), beside: [Service(name: "s", command: ["./web", "${port}"])])
    build.making = [.line("echo text > web")]
    do {
      _ = try await scenarioBuilder.make(build)
      Issue.record("it was taken")
    } catch let error as BuildError {
      #expect(
        "\(error)".hasSuffix("which is not an executable file, though 'make:' ran."), "\(error)")
    }
  }

  /// Builds that each write a text into the service's program.
  private func builds(_ texts: [String]) -> [Build] {
    texts.enumerated().map { index, text in
      var build = build(
        .command(["sh", "driver.sh"]), beside: [Service(name: "s", command: ["./web", "${port}"])])
      build.name = "\(index)"
      build.making = [.line("echo \(text) > web; chmod 755 web")]
      return build
    }
  }

  @Test func `a service that another build's 'make' overwrites is refused`() async throws {
    try folder.add("Scenarios/driver.sh", "exit")
    #expect(try await scenarioBuilder.make(builds(["same", "same"])).count == 2)
    do {
      _ = try await scenarioBuilder.make(builds(["one", "two"]))
      Issue.record("both were taken")
    } catch BuildError.overwritten(let build, let path) {
      #expect(build == "0" && path == folder["Scenarios/web"])
    }
  }

  @Test func `a step's program that another build's 'make' overwrites is refused`() async throws {
    func builds(_ texts: [String]) -> [Build] {
      texts.enumerated().map { index, text in
        Build(
          name: "\(index)", origin: .steps([StepCommand(words: ["./web"])]),
          making: [.line("echo \(text) > web; chmod 755 web")])
      }
    }
    try folder.add("Scenarios/s.yml", "")
    #expect(try await scenarioBuilder.make(builds(["same", "same"])).count == 2)
    do {
      _ = try await scenarioBuilder.make(builds(["one", "two"]))
      Issue.record("both were taken")
    } catch BuildError.overwritten(let build, let path) {
      #expect(build == "0" && path == folder["Scenarios/web"])
    }
  }

  @Test func `a driver from the cache gets the services as they are now`() async throws {
    let repository = try RevisionRepository()
    let log = repository.tools["log"]
    try repository.tools.addPretendedSwift(
      """
      echo "$product" >> \(log)
      echo '{"object":{"dependencies":[]}}' > "$scratch/workspace-state.json"
      """)
    var build = RevisionRepository.build()
    build.variables = ["mode": "fast"]
    build.services = [Service(name: "s", command: ["sh", "${scenario}/server.sh", "${port}"])]
    var hashes: [String] = []
    for text in ["before", "after"] {
      try repository.folder.add("Scenarios/server.sh", text)
      let side = RevisionBuilder.BuildAtRevision(build, at: .named("main"), as: "main")
      let builds = try await repository.make([side], cache: CacheSetting())
      let driver = try #require(builds.drivers.first)
      #expect(driver.variables == ["mode": "fast"])
      hashes.append(try #require(driver.record.files?["s: ${scenario}/server.sh"]))
      await builds.putAway()
    }
    #expect(Set(hashes).count == 2)
    #expect(try repository.tools.text(of: "log") == "tiny\n")
    build.services[0].command[0] = "./gone"
    let side = RevisionBuilder.BuildAtRevision(build, at: .named("main"), as: "main")
    await #expect(throws: BuildError.self) {
      _ = try await repository.make([side], cache: CacheSetting())
    }
  }

  @Test func `a copy of a build keeps the variables of its services`() throws {
    var driver = BuiltDriver(
      record: BuildRecord(name: "b", recipe: "r"), commands: [["sh", "-c", "exit"]])
    driver.variables = ["mode": "fast"]
    #expect(DriverTwin(of: driver, named: "twin").driver.variables == ["mode": "fast"])
  }
}
