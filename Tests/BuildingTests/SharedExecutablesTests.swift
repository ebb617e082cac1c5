import Foundation
import Programs
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

  /// What is read of each driver, with their records; then they are put away, as by another process.
  private func make<Result>(
    _ build: Build, at states: SourceState..., reading read: ([BuiltDriver]) throws -> Result
  ) async throws -> (read: Result, records: [BuildRecord]) {
    let builds = try await RevisionBuilder(
      folder: repository.folder["Scenarios"], searchPath: path, sharing: shared,
      progress: { _, _ in }
    ).make(states.enumerated().map { .init(build, at: $1, as: "side\($0)") })
    let result = try read(builds.drivers)
    await builds.putAway()
    return (result, builds.drivers.map(\.record))
  }

  private func texts(_ drivers: [BuiltDriver]) throws -> [String] {
    try drivers.map { try String(contentsOfFile: $0.commands[0][0], encoding: .utf8) }
  }

  /// The machines that compiled, in order.
  private var compiled: [Substring] {
    ((try? outside.text(of: "log")) ?? "").split(separator: "\n")
  }

  @Test func `both sides of a comparison come from the first machine's builds`() async throws {
    try repository.folder.add("Sources/tiny/main.swift", "print(2)")
    let build = RevisionRepository.build()
    let first = try await make(build, at: .named("main"), .workTree, reading: texts)
    #expect(first.read == ["one\n", "one\n"] && compiled == ["one", "one"])
    try machine("two")
    let second = try await make(build, at: .named("main"), .workTree, reading: texts)
    #expect(second.read == ["one\n", "one\n"] && compiled.count == 2)
    #expect(second.records.map(\.sha256) == first.records.map(\.sha256))
    #expect(second.records.map(\.compiler) == ["Swift of one", "Swift of one"])
    // Other sources are another build.
    try repository.folder.add("Sources/tiny/main.swift", "print(3)")
    let third = try await make(build, at: .named("main"), .workTree, reading: texts)
    #expect(third.read == ["one\n", "two\n"])
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

  @Test func `the result of 'make' commands at a revision is shared and not made again`()
    async throws
  {
    try outside.add("status", "7")
    try repository.commit(["Scenarios/app.c": "int main(void) { return STATUS; }\n"], "app")
    let status = outside.file("status")
    let build = Build(
      name: "b", origin: .command(["out/app"]),
      making: [.line("mkdir out; cc -DSTATUS=$(cat '\(status)') -o out/app app.c")])
    func exitStatus(_ drivers: [BuiltDriver]) throws -> Int32? {
      try Completion.of(drivers[0].commands[0]).status
    }
    let first = try await make(build, at: .named("main"), reading: exitStatus)
    try outside.add("status", "9")
    let second = try await make(build, at: .named("main"), reading: exitStatus)
    #expect(first.read == 7 && second.read == 7)
    #expect(second.records[0].sha256 == first.records[0].sha256)
  }

  @Test func `all that a shared build was made of is known where it is taken, too`() async throws {
    try repository.commit(["Scenarios/app.c": "int main(void) { return 0; }\n"], "app")
    let build = Build(
      name: "b", origin: .command(["./app"]), making: [.line("cc -o app app.c")])
    let tracing = InputTracing(try await Tracer(in: .own))
    for _ in 0..<2 {
      let builds = try await RevisionBuilder(
        folder: repository.folder["Scenarios"], searchPath: path, sharing: shared,
        tracing: tracing, progress: { _, _ in }
      ).make([.init(build, at: .named("main"), as: "a"), .init(build, at: .workTree, as: "b")])
      await builds.putAway()
      for side in try #require(builds.inputs).sides {
        let files = side.make?.record.files ?? []
        #expect(files.contains { $0.path == "${tree}/Scenarios/app.c" && $0.isContent })
      }
    }
  }

  @Test func `a truncated shared file is refused by name, and nothing is built in its place`()
    async throws
  {
    _ = try await make(RevisionRepository.build(), at: .named("main"), reading: texts)
    let entry = try #require(
      try FileManager.default.contentsOfDirectory(atPath: shared.folder.string)
        .first { $0.count == 64 })
    try outside.add("executables/\(entry)/files/tiny", "on")
    await #expect {
      _ = try await make(RevisionRepository.build(), at: .named("main"), reading: texts)
    } throws: {
      "\($0)"
        == "The executables in \(shared.folder.appending(entry)) can't be used: 'tiny' is not the "
        + "file that was written. Remove that folder, and make the parts that were measured with it again."
    }
    #expect(compiled == ["one"])
    #expect(try outside.text(of: "executables/\(entry)/files/tiny") == "on")
  }

  @Test func `shared executables are refused outside of a repository`() async throws {
    let folder = try ScratchFolder()
    await #expect(throws: RevisionError.self) {
      _ = try await DriverBuilder(folder: folder.path, progress: { _, _ in })
        .make([RevisionRepository.build(of: ".")], layouts: nil, sharing: shared)
    }
  }
}
