import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// What commands made of a revision, kept under a name.
struct MadeAnchorTests {
  private let repository: RevisionRepository
  private let outside: ScratchFolder
  private let folder: AnchorFolder

  init() throws {
    repository = try RevisionRepository()
    outside = try ScratchFolder()
    folder = AnchorFolder(outside["Anchors"])
    try repository.folder.add("Scenarios/app.c", "int main(void) { return STATUS; }\n")
    try repository.commit([".gitignore": ".build/\nout/\n"], "app")
    try outside.add("status", "7")
  }

  /// The program's exit status stands out of the repository, as a compiler's version does; each time that
  /// it is made adds a letter to a file.
  private func build(_ more: String = "") -> Build {
    let making =
      "printf x >> '\(outside.file("log"))'; mkdir out; "
      + "cc -DSTATUS=$(cat '\(outside.file("status"))') -o out/app app.c\(more)"
    return Build(name: "b", origin: .command(["out/app"]), making: [.line(making)])
  }

  private func keep(_ build: Build, replacing: Bool = false) async throws -> BuildRecord {
    let builder = RevisionBuilder(
      folder: repository.folder["Scenarios"], cache: nil, progress: { _, _ in })
    return try await builder.keep(
      .init(build, at: .named("main"), as: "main"), layouts: nil, as: "v1", in: folder,
      replacing: replacing)
  }

  private func beside(_ build: Build) async throws -> RevisionBuilds {
    try await repository.make([
      .init(build, at: .named("main"), as: "v1", anchor: try folder.anchor("v1")),
      .init(build, at: .workTree, as: "work-tree"),
    ])
  }

  private func statuses(_ builds: RevisionBuilds) throws -> [Int32?] {
    try builds.drivers.map { try Completion.of($0.commands[0]).status }
  }

  @Test func `a made anchor is measured with, even if its commit would now make something else`()
    async throws
  {
    let record = try await keep(build())
    #expect(record.name == "b" && record.revision != nil)
    try outside.add("status", "9")
    let builds = try await beside(build())
    #expect(try statuses(builds) == [7, 9])
    #expect(builds.drivers[0].record.sha256 == record.sha256)
    #expect(builds.drivers[0].record.recipe == record.recipe)
    // Git knows no difference, but both are other programs.
    #expect(builds.proof == nil)
    await builds.putAway()
    #expect(try outside.text(of: "log") == "xx")
    #expect(try repository.git("worktree", "list").split(separator: "\n").count == 1)
  }

  @Test func `the recipe of an anchor says what made it then, and what starts it now`()
    async throws
  {
    let record = try await keep(build())
    var later = build(" -O1")
    later.origin = .command(["out/app", "2"])
    let builds = try await beside(later)
    #expect(builds.drivers[0].record.recipe == "\(record.recipe) 2")
    await builds.putAway()
  }

  @Test(arguments: [
    ("; rm app.c", "they remove a file of the commit, or make a repository"),
    ("; rm -r out; exit 0", "they made no file besides those of the commit"),
  ])
  func `files that can't be kept apart make no anchor, and leave no work tree`(
    _ more: String, _ reason: String
  ) async throws {
    var build = build(more)
    if more.contains("exit") { build.origin = .command(["true"]) }
    await #expect {
      _ = try await keep(build)
    } throws: {
      "\($0)".contains(reason)
    }
    #expect(try folder.names().isEmpty)
    #expect(try repository.git("worktree", "list").split(separator: "\n").count == 1)
  }

  @Test func `an anchor of a package is refused for a build by 'make'`() async throws {
    let driver = BuiltDriver(
      record: BuildRecord(name: "b", recipe: "swift build"), commands: [["x/app"]])
    try outside.add("x/app", "program")
    var kept = driver
    kept.commands = [[outside.file("x/app")]]
    try folder.keep(kept, as: "v1", replacing: false)
    await #expect {
      _ = try await beside(build())
    } throws: {
      "\($0)"
        == "The anchor 'v1' was saved when 'b' was made in another way: by a package, or by 'make:'. "
        + "Save another one."
    }
  }
}
