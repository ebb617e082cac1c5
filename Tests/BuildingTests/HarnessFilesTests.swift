import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Which files drive the app, and what is made if both sides take them from one revision.
@Suite struct HarnessFilesTests {
  private func files(
    _ origin: Build.Origin, given: [String] = [], from scenario: FilePath = "perf"
  ) async throws -> HarnessFiles {
    let side = RevisionBuilder.BuildAtRevision(
      Build(name: "b", origin: origin), at: .workTree, as: "work-tree", givenFiles: given)
    return try await HarnessFiles(
      of: side, in: RevisionSources(repository: "/r", scenario: scenario))
  }

  @Test
  func `a command's harness is the files that its words name, and the kit's copies next to them`()
    async throws
  {
    let files = try await files(.command(["python3", "driver.py", "--slow", "../tools/x.py"]))
    for path in [
      "perf/driver.py", "perf/rehearse_driver.py", "tools/x.py", "tools/rehearse_driver.py",
      "perf/RHServer.m", "perf/rehearse-driver.mjs",
    ] { #expect(files.contain(path), "\(path)") }
    for path in [
      "app.py", "perf/app.py", "rehearse_driver.py", "perf/driver.py/x", "perf/RHServer.py",
    ] { #expect(!files.contain(path), "\(path)") }
  }

  @Test func `the harness of a Python module is its file`() async throws {
    let files = try await files(.command(["python3", "-m", "bench.driver"]))
    #expect(files.contain("perf/bench/driver.py") && files.contain("perf/bench/driver/__main__.py"))
    #expect(!files.contain("perf/bench/app.py"))
  }

  @Test func `the harness includes files and whole folders that the driver is given`() async throws
  {
    let files = try await files(
      .command(["./d"]), given: ["data/books.json", "../seeds", "", ".", "/etc/passwd"])
    for path in ["perf/d", "perf/data/books.json", "seeds/a/b"] { #expect(files.contain(path)) }
    for path in ["perf/data/other.json", "perf/app.py", "src/a"] { #expect(!files.contain(path)) }
  }

  @Test func `a story of commands has no harness files`() async throws {
    let files = try await files(.steps([]))
    #expect(!files.contain("perf/driver.py") && !files.contain("perf/rehearse_driver.py"))
  }

  @Test func `the harness of a package is the sources of the product's target`() async throws {
    // The manifest can't be read there.
    let files = try await files(
      .package(
        PackageBuild(package: ".", product: "d", configuration: .release, swiftFlags: [])))
    #expect(files.contain("perf/Sources/d/main.swift"))
    #expect(!files.contain("perf/Sources/App/App.swift") && !files.contain("Sources/d/main.swift"))
  }

  @Test func `both sides are made with one side's harness, and keep their own commits on record`()
    async throws
  {
    let repository = try RevisionRepository()
    try repository.commit(["Scenarios/d": "old driver", "Scenarios/app": "old app"], "old")
    let old = try await GitRepository(at: repository.folder.path).commit("HEAD")
    try repository.commit(["Scenarios/d": "new driver", "Scenarios/app": "new app"], "new")
    let build = Build(name: "b", origin: .command(["cat", "d", "app"]))
    func outputs(
      _ source: HarnessSource?
    ) async throws -> (texts: [String], HarnessFinding?, revisions: [Revision?]) {
      let builds = try await RevisionBuilder(folder: repository.folder["Scenarios"]) { _, _ in }
        .make(
          [.init(build, at: .named("HEAD~1"), as: "old"), .init(build, at: .workTree, as: "new")],
          harness: source)
      let texts = try builds.drivers.map {
        try Completion.of($0.commands[0], in: $0.folder).output
      }
      await builds.putAway()
      return (texts, builds.harness, builds.drivers.map(\.record.revision))
    }
    let own = try await outputs(nil)
    #expect(own.texts == ["old driverold app", "new drivernew app"])
    #expect(own.1 == HarnessFinding(differing: ["Scenarios/app", "Scenarios/d"]))
    // Here the app is named by the command as well, so all comes from there.
    let one = try await outputs(HarnessSource("HEAD~1", at: .named("HEAD~1")))
    #expect(one.texts == ["old driverold app", "old driverold app"])
    #expect(
      one.1
        == HarnessFinding(source: "HEAD~1", commit: old, taken: ["Scenarios/app", "Scenarios/d"]))
    #expect(
      one.revisions.map { $0?.commit } == [
        old, try await GitRepository(at: repository.folder.path).commit("HEAD"),
      ])
    #expect(try repository.git("status", "--short") == "")
  }
}
