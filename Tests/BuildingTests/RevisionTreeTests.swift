import Foundation
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// What the work tree of a revision is, with a `swift` that only pretends.
@Suite struct RevisionTreeTests {
  private let repository: RevisionRepository

  init() throws { repository = try RevisionRepository() }

  @Test func `a cancelled build leaves no work tree, and the next build succeeds`() async throws {
    let pipe = try NamedPipe(repository.tools["pid"])
    try repository.tools.addScript("swift", "sleep 1000 & echo $! > \(pipe.path); wait")
    let task = Task { try await repository.make((.workTree, name: "now")) }
    let child = try #require(try await pipe.number())
    let watch = try #require(ProcessWatch(child))
    #expect(try repository.workTrees == 2)
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(watch.hasEnded())
    #expect(!repository.hasWorkTree)
    #expect(try repository.workTrees == 1)
    #expect(try await repository.log(of: "echo again") == "again")
  }

  @Test func `a work tree that was left behind is replaced, even if git has locked it`()
    async throws
  {
    _ = try OwnFolder(repository.home)
    try repository.folder.add(".build/rehearse/revisions/tree/stale", "")
    #expect(try await repository.log(of: "ls $root") == "Package.swift\nScenarios\nSources")
    try repository.git(
      "worktree", "add", "--quiet", "--detach", "--lock",
      repository.tree.string)
    #expect(try await repository.log(of: "ls $root") == "Package.swift\nScenarios\nSources")
    #expect(try repository.workTrees == 1)
  }

  @Test func `a work tree of the user that is out of reach stays registered`() async throws {
    let other = try ScratchFolder()
    try repository.git("worktree", "add", "--quiet", "--detach", other.file("tree"))
    try FileManager.default.removeItem(atPath: other.file("tree"))
    _ = try await repository.log(of: ":")
    #expect(try repository.workTrees == 2)
  }

  @Test func `a scenario behind a symbolic link is built in the work tree`() async throws {
    let other = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: other.file("link"), withDestinationPath: repository.folder.path.string)
    let log = try await repository.log(of: "echo $root", from: other["link/Scenarios"])
    #expect(log == repository.tree.string)
  }

  @Test func `a package in a subfolder has the dependency versions of the user's copy`()
    async throws
  {
    try repository.commit(["app/Package.swift": "", "app/.gitignore": "Package.resolved\n"], "app")
    try repository.folder.add("app/Package.resolved", "versions")
    #expect(
      try await repository.log(of: "cat $root/Package.resolved", package: "../app") == "versions")
  }

  @Test func `submodules are checked out in the work tree`() async throws {
    let library = try addSubmodule()
    // Where git does not take local addresses for harmless.
    try repository.tools.addScript(
      "git", "PATH=${PATH#*:}; export PATH; exec git -c protocol.file.allow=always \"$@\"")
    #expect(
      try await repository.log(of: "cat $root/library/Sources/tiny/main.swift") == Self.source)
    withExtendedLifetime(library) {}
    #expect(try repository.workTrees == 1)
  }

  @Test func `submodules that are not available are reported`() async throws {
    _ = try addSubmodule()
    // One that is checked out is made of its own objects.
    try repository.git("submodule", "--quiet", "deinit", "--force", "library")
    try FileManager.default.removeItem(atPath: repository.folder.file(".git/modules/library"))
    let error = try await #require(throws: RevisionError.self) {
      try await repository.log(of: ":")
    }
    #expect(error.description.hasPrefix("The submodules of the revision "))
    #expect(!repository.hasWorkTree)
  }

  private static let source = #"print("first", #filePath)"#

  private func addSubmodule() throws -> RevisionRepository {
    let library = try RevisionRepository()
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add",
      library.folder.path.string, "library")
    try repository.commit("library")
    return library
  }
}
