import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Executables that are kept under a name, by a `swift` that only pretends.
struct AnchorTests {
  private let repository: RevisionRepository
  private let folder: AnchorFolder

  init() throws {
    repository = try RevisionRepository()
    folder = AnchorFolder(repository.folder["Anchors"])
    try compile(by: "1.0", to: "old")
  }

  /// From now on the compiler says that it is this version, and makes this program.
  private func compile(by version: String, to text: String) throws {
    try repository.tools.addPretendedSwift(
      "product=tiny; echo built >> \(repository.tools["log"])", version: "Swift \(version)")
    let script = try repository.tools.text(of: "swift")
    try repository.tools.addScript(
      "swift", script.replacing("echo \"$product\" >", with: "echo \(text) >"))
  }

  private func keep(
    _ name: String, _ build: Build = RevisionRepository.build(), replacing: Bool = false
  ) async throws -> BuildRecord {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let builder = RevisionBuilder(
      folder: repository.folder["Scenarios"], searchPath: "\(repository.tools.path):\(path)",
      cache: nil, progress: { _, _ in })
    return try await builder.keep(
      .init(build, at: .named("main"), as: "main"), layouts: nil, as: name, in: folder,
      replacing: replacing)
  }

  @Test
  func `a saved anchor is measured with, even if its commit would now compile to something else`()
    async throws
  {
    let record = try await keep("v1")
    #expect(record.name == "plain" && record.compiler == "Swift 1.0")
    #expect(try folder.names() == ["v1"])
    try compile(by: "2.0", to: "new")
    let anchor = try folder.anchor("v1")
    #expect(anchor.record == record)
    let builds = try await repository.make([
      .init(RevisionRepository.build(), at: .named("main"), as: "v1", anchor: anchor),
      .init(RevisionRepository.build(), at: .workTree, as: "work-tree"),
    ])
    let texts = try builds.drivers.map {
      try String(contentsOfFile: $0.commands[0][0], encoding: .utf8)
    }
    #expect(texts == ["old\n", "new\n"])
    let kept = builds.drivers[0].record
    #expect(kept.name == "v1" && kept.sha256 == record.sha256 && kept.compiler == record.compiler)
    #expect(kept.revision?.commit == record.revision?.commit)
    let lengths = Set(builds.drivers.map { $0.commands[0][0].count })
    #expect(lengths.count == 1)
    // Each was compiled once.
    #expect(try repository.tools.text(of: "log") == "built\nbuilt\n")
    await builds.putAway()
    // The folder is no file of the repository.
    #expect(try repository.git("status", "--porcelain") == "")
  }

  @Test func `an anchor is replaced only if that is asked for`() async throws {
    _ = try await keep("v1")
    await #expect(throws: RevisionError.anchorExists("v1", folder: folder.path)) {
      _ = try await keep("v1")
    }
    try compile(by: "2.0", to: "new")
    let record = try await keep("v1", replacing: true)
    #expect(
      try folder.anchor("v1").record.compiler == "Swift 2.0" && record.compiler == "Swift 2.0")
  }

  @Test func `an anchor that is missing, damaged or of another build is refused, with advice`()
    async throws
  {
    #expect {
      try folder.anchor("v1")
    } throws: {
      "\($0)" == "There is no anchor 'v1' in \(folder.path); known: none. 'rehearse anchor save v1 "
        + "SCENARIO' saves one."
    }
    _ = try await keep("v1")
    let target = repository.folder[".build/copy"]
    #expect {
      try folder.anchor("v1").driver(copiedTo: target, for: "fast", layouts: nil)
    } throws: {
      "\($0)"
        == "The anchor 'v1' is of the build 'plain', not of 'fast'; --build plain compares with it."
    }
    #expect {
      try folder.anchor("v1").driver(copiedTo: target, for: "plain", layouts: 4)
    } throws: {
      "\($0)"
        == "The anchor 'v1' is linked in 1 layout, but the scenario asks for 4. Save another one, or "
        + "change 'layouts'."
    }
    try repository.folder.add("Anchors/v1/files/tiny", "other")
    #expect {
      try folder.anchor("v1")
    } throws: {
      "\($0)"
        == "The anchor 'v1' in \(folder.path) can't be used: 'tiny' is not the file that was "
        + "written."
    }
  }

  @Test func `a build that nothing makes can't be saved as an anchor`() async throws {
    let build = Build(name: "script", origin: .command(["./run.sh"]))
    await #expect {
      _ = try await keep("v1", build)
    } throws: {
      "\($0)"
        == "The build 'script' is made neither by a package nor by 'make:', so there is nothing to save but "
        + "the revision's own files. --against REVISION uses those."
    }
  }
}
