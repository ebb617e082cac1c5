import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Executables that several machines share, each of which has another compiler: a `swift` that only
/// pretends.
struct SharedExecutablesTests {
  private let repository: RevisionRepository
  private let outside: ScratchFolder
  private let shared: SharedExecutables

  init() throws {
    repository = try RevisionRepository()
    outside = try ScratchFolder()
    shared = SharedExecutables(outside["executables"])
    try machine("one")
  }

  /// From now on the compiler makes programs of this text.
  private func machine(_ text: String) throws {
    try repository.tools.addPretendedSwift(
      "echo \(text) >> \(outside["log"]); "
        + #"echo '{"object":{"dependencies":[]}}' > "$scratch/workspace-state.json""#,
      version: "Swift of \(text)")
    let script = try repository.tools.text(of: "swift")
    try repository.tools.addScript(
      "swift", script.replacing("echo \"$product\" >", with: "echo \(text) >"))
  }

  private var path: String {
    "\(repository.tools.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
  }

  private func make(_ build: Build, at states: SourceState...) async throws -> RevisionBuilds {
    try await RevisionBuilder(
      folder: repository.folder["Scenarios"], searchPath: path, sharing: shared,
      progress: { _, _ in }
    ).make(states.enumerated().map { .init(build, at: $1, as: "side\($0)") })
  }

  private func texts(_ drivers: [BuiltDriver]) throws -> [String] {
    try drivers.map { try String(contentsOfFile: $0.commands[0][0], encoding: .utf8) }
  }

  /// The machines that compiled, in order.
  private var compiled: [Substring] {
    ((try? outside.text(of: "log")) ?? "").split(separator: "\n")
  }

  @Test func `both sides of a comparison are those that the first machine made`() async throws {
    try repository.folder.add("Sources/tiny/main.swift", "print(2)")
    let build = RevisionRepository.build()
    let first = try await make(build, at: .named("main"), .workTree)
    #expect(try texts(first.drivers) == ["one\n", "one\n"] && compiled == ["one", "one"])
    let records = first.drivers.map(\.record)
    try machine("two")
    let second = try await make(build, at: .named("main"), .workTree)
    #expect(try texts(second.drivers) == ["one\n", "one\n"] && compiled.count == 2)
    #expect(second.drivers.map(\.record.sha256) == records.map(\.sha256))
    #expect(second.drivers.map(\.record.compiler) == ["Swift of one", "Swift of one"])
    // Other sources are another build.
    try repository.folder.add("Sources/tiny/main.swift", "print(3)")
    let third = try await make(build, at: .named("main"), .workTree)
    #expect(try texts(third.drivers) == ["one\n", "two\n"])
  }

  @Test func `builds of a scenario are shared, too`() async throws {
    let builder = DriverBuilder(
      folder: repository.folder["Scenarios"], searchPath: path, progress: { _, _ in })
    let builds = [RevisionRepository.build()]
    let first = try await builder.make(builds, layouts: nil, sharing: shared)
    try machine("two")
    let second = try await builder.make(builds, layouts: nil, sharing: shared)
    #expect(try texts(second) == ["one\n"] && compiled == ["one"])
    #expect(second[0].record == first[0].record && second[0].commands == first[0].commands)
    #expect(try repository.git("status", "--porcelain") == "")
  }

  @Test func `what commands make of a revision is made once`() async throws {
    try outside.add("status", "7")
    try repository.folder.add("Scenarios/app.c", "int main(void) { return STATUS; }\n")
    try repository.commit("app")
    let status = outside.file("status")
    let build = Build(
      name: "b", origin: .command(["out/app"]),
      making: [.line("mkdir out; cc -DSTATUS=$(cat '\(status)') -o out/app app.c")])
    let first = try await make(build, at: .named("main"))
    await first.putAway()
    try outside.add("status", "9")
    let second = try await make(build, at: .named("main"))
    #expect(try Completion.of(second.drivers[0].commands[0]).status == 7)
    #expect(second.drivers[0].record.sha256 == first.drivers[0].record.sha256)
    await second.putAway()
  }

  @Test func `a torn file is refused by its name, and nothing is made in its place`() async throws {
    _ = try await make(RevisionRepository.build(), at: .named("main"))
    let entry = try #require(
      try FileManager.default.contentsOfDirectory(atPath: shared.folder.string)
        .first { $0.count == 64 })
    try outside.add("executables/\(entry)/files/tiny", "on")
    await #expect {
      _ = try await make(RevisionRepository.build(), at: .named("main"))
    } throws: {
      "\($0)"
        == "The executables in \(shared.folder.appending(entry)) can't be used: 'tiny' is not the "
        + "file that was written. Remove that folder, and make the parts again that were measured with it."
    }
    #expect(compiled == ["one"])
    #expect(try outside.text(of: "executables/\(entry)/files/tiny") == "on")
  }

  @Test func `outside of a repository nobody knows what a build is made of`() async throws {
    let folder = try ScratchFolder()
    await #expect(throws: RevisionError.self) {
      _ = try await DriverBuilder(folder: folder.path, progress: { _, _ in })
        .make([RevisionRepository.build(of: ".")], layouts: nil, sharing: shared)
    }
  }
}
