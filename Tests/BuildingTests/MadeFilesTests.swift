import Foundation
import Glibc
import Programs
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// What commands made of a revision, taken from the cache.
@Suite struct MadeFilesTests {
  private let repository: RevisionRepository
  private let outside: ScratchFolder

  init() throws {
    repository = try RevisionRepository()
    outside = try ScratchFolder()
    try repository.folder.add("Scenarios/app.c", "int main(void) { return 0; }\n")
    try repository.commit([".gitignore": ".build/\nout/\n"], "app")
  }

  private var cache: CacheSetting { CacheSetting(folder: outside["cache"]) }

  /// Each time that it is carried out adds a letter to a file outside of the repository.
  private func build(_ line: String = "cc -o out/app app.c && ln -s app out/link") -> Build {
    let making = "printf x >> '\(outside.file("log"))'; mkdir out; echo 1 > out/data; \(line)"
    return Build(name: "b", origin: .command(["out/app"]), making: [.line(making)])
  }

  /// How often the commands were carried out.
  private var times: Int { ((try? outside.text(of: "log")) ?? "").count }

  private func make(
    _ build: Build, at state: SourceState = .named("main")
  ) async throws -> (driver: BuiltDriver, names: Set<String>) {
    let builds = try await repository.make([.init(build, at: state, as: "b")], cache: cache)
    let folder = FilePath(builds.drivers[0].commands[0][0]).removingLastComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.string)
    let done = try Completion.of(builds.drivers[0].commands[0])
    #expect(done.status == 0)
    await builds.putAway()
    return (builds.drivers[0], Set(names))
  }

  /// Makes a build twice, and returns how often the commands were carried out so far.
  private func timesOfTwo(_ build: Build) async throws -> Int {
    for _ in 1...2 { _ = try await make(build) }
    return times
  }

  @Test func `a revision is made once, and comes from the cache with all files next to it`()
    async throws
  {
    let (first, _) = try await make(build())
    let (second, names) = try await make(build())
    #expect(times == 1)
    #expect(names == ["app", "data", "link"])
    #expect(
      second.record.sha256 == first.record.sha256 && second.record.recipe == first.record.recipe)
    // Documents are files of the revision, too, and nobody knows what reads them.
    try repository.commit(["README.md": "An app.\n"], "readme")
    _ = try await make(build())
    #expect(times == 2)
  }

  @Test func `other commands make a revision again, and the work tree is always made again`()
    async throws
  {
    _ = try await make(build())
    _ = try await make(build("cc -O1 -o out/app app.c"))
    #expect(times == 2)
    _ = try await make(build(), at: .workTree)
    _ = try await make(build(), at: .workTree)
    #expect(times == 4)
  }

  @Test(arguments: ["curl --version", "/usr/bin/git --version", "python3 -m pip --version"])
  func `a build that may use the network is not cached`(_ fetching: String) async throws {
    let build = build("cc -o out/app app.c; \(fetching) || true")
    #expect(try await timesOfTwo(build) == 2)
  }

  /// A script of the repository, which the commands only name.
  private func buildBy(_ script: String) throws -> Build {
    try repository.folder.addScript("Scenarios/get.sh", script)
    try repository.commit("script")
    return build("./get.sh && cc -o out/app app.c")
  }

  @Test func `a build whose script downloads is not cached`() async throws {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(server) }
    try #require(server >= 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // The kernel chooses the port.
        bind(server, $0, size) == 0 && listen(server, 8) == 0 && getsockname(server, $0, &size) == 0
      }
    }
    try #require(isBound)
    let port = UInt16(bigEndian: place.sin_port)
    let build = try buildBy("#!/bin/bash\nexec 3<>/dev/tcp/127.0.0.1/\(port)")
    #expect(try await timesOfTwo(build) == 2)
  }

  @Test func `a build whose script reaches nobody is cached`() async throws {
    let build = try buildBy("exec 3</dev/null")
    #expect(try await timesOfTwo(build) == 1)
  }

  @Test func `a build that removes a file of the revision is not cached`() async throws {
    let build = build("cc -o out/app app.c; rm app.c")
    #expect(try await timesOfTwo(build) == 2)
  }

  @Test func `a changed file outside of the revision makes it again`() async throws {
    try outside.add("limit.h", "#define LIMIT 1\n")
    let build = build("cc -include '\(outside.file("limit.h"))' -o out/app app.c")
    #expect(try await timesOfTwo(build) == 1)
    try outside.add("limit.h", "#define LIMIT 2\n")
    _ = try await make(build)
    #expect(times == 2)
  }

  @Test func `a link outside that leads to another folder now makes the revision again`()
    async throws
  {
    func lead(to folder: String) throws {
      let linked = try Completion.of(["ln", "-sfn", folder, outside.file("current")])
      try #require(linked.status == 0, "\(linked.errors)")
    }
    for limit in 1...2 { try outside.add("lib-\(limit)/limit.h", "#define LIMIT \(limit)\n") }
    try lead(to: "lib-1")
    let build = build("cc -include '\(outside.file("current/limit.h"))' -o out/app app.c")
    #expect(try await timesOfTwo(build) == 1)
    try lead(to: "lib-2")
    _ = try await make(build)
    #expect(times == 2)
  }

  @Test func `files that git works otherwise into the tree make the revision again`() async throws {
    // As LFS does before and after it is installed.
    try repository.git("config", "filter.up.clean", "sed 's/ *$//'")
    try repository.git("config", "filter.up.smudge", "cat")
    try repository.commit([".gitattributes": "Scenarios/app.c filter=up\n"], "filter")
    #expect(try await timesOfTwo(build()) == 1)
    try repository.git("config", "filter.up.smudge", "sed 's/$/ /'")
    _ = try await make(build())
    #expect(times == 2)
    _ = try await make(build())
    #expect(times == 2)
  }

  @Test func `files that a sparse checkout no longer omits make the revision again`() async throws {
    try repository.commit(["lib/a.c": "int a;\n"], "lib")
    try repository.git("sparse-checkout", "set", "Scenarios")
    #expect(try await timesOfTwo(build()) == 1)
    try repository.git("sparse-checkout", "add", "lib")
    _ = try await make(build())
    #expect(times == 2)
  }

  @Test func `a file that was missing before and exists now makes the revision again`() async throws
  {
    let build = build(
      "test -e '\(outside.file("fast"))' && cc -O2 -o out/app app.c || cc -o out/app app.c")
    #expect(try await timesOfTwo(build) == 1)
    try outside.add("fast", "")
    _ = try await make(build)
    #expect(times == 2)
  }

  @Test func `what comes from the cache is recorded with the command that starts it now`()
    async throws
  {
    var build = build()
    build.origin = .command(["out/app", "1"])
    let (first, _) = try await make(build)
    build.origin = .command(["out/app", "2"])
    let (second, _) = try await make(build)
    #expect(times == 1)
    #expect(first.record.recipe.hasSuffix("out/link && out/app 1"))
    #expect(second.record.recipe == first.record.recipe.dropLast() + "2")
  }

  @Test func `a file outside that both sides' commands write is shared, made now or before`()
    async throws
  {
    try repository.commit(["README.md": "An app.\n"], "readme")
    let log = outside.file("log")
    let story = TracedInputs(
      record: InputRecord(files: [InputRecord.File(path: log, uses: [.read], content: "1")]))
    let build = build()
    for _ in 0..<2 {
      let builds = try await repository.make(
        [.init(build, at: .named("HEAD~1"), as: "a"), .init(build, at: .named("main"), as: "b")],
        cache: cache)
      await builds.putAway()
      let comparison = try #require(builds.inputs)
        .comparison(of: 1, replaying: [["s": story], ["s": story]], allowing: [])
      let found = try await comparison.shared()
      let shared = ["a", "b"].map { SharedInput(path: log, reason: .madeBy(side: $0)) }
      #expect(Set(found) == Set(shared))
    }
    #expect(times == 2)
  }

  @Test func `a revision with a damaged copy is made again`() async throws {
    _ = try await make(build())
    let entry = try #require(
      try FileManager.default.contentsOfDirectory(atPath: outside["cache"].string)
        .first { $0.count == 64 })
    try outside.add("cache/\(entry)/files/Scenarios/out/data", "2\n")
    _ = try await make(build())
    #expect(times == 2)
  }
}
