import Foundation
import Programs
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Repositories in a repository: their files are measured as they are, and differ one by one.
@Suite struct SubmoduleTests {
  private let repository: RevisionRepository
  private let library: RevisionRepository
  private let deep: RevisionRepository
  private let top: GitRepository

  /// A repository with a submodule, `lib`, that has another, `in`.
  init() throws {
    (repository, library, deep) = (
      try RevisionRepository(), try RevisionRepository(), try RevisionRepository()
    )
    top = GitRepository(at: repository.folder.path.resolved)
    try deep.folder.add("d.txt", "old")
    try deep.commit("deep")
    try library.folder.add("n.sh", "old")
    try library.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", deep.folder.path.string,
      "in")
    try library.commit("library")
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add",
      library.folder.path.string, "lib")
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive")
    try repository.commit("with submodules")
  }

  private func git(_ words: String..., in place: String) throws {
    let result = try Completion.of(
      ["git", "-C", repository.folder.file(place), "-c", "user.name=n", "-c", "user.email=n@l"]
        + words)
    try #require(result.status == 0, "\(result.errors)")
  }

  private func contents(of name: String, at states: [SourceState]) async throws -> [String] {
    let build = Build(name: "b", origin: .command(["cat", "../\(name)"]))
    let builds = try await RevisionBuilder(folder: repository.folder["Scenarios"]) { _, _ in }
      .make(states.map { .init(build, at: $0, as: "\($0)") })
    let outputs = try builds.drivers.map {
      try Completion.of($0.commands[0], in: $0.folder).output
    }
    await builds.putAway()
    return outputs
  }

  /// What hides a submodule from git's own `diff`.
  enum Hiding: CaseIterable { case nothing, modules, configuration }

  @Test(arguments: Hiding.allCases)
  func `a submodule at another commit differs by its files`(_ hiding: Hiding) async throws {
    if hiding == .modules {
      try repository.git("config", "-f", ".gitmodules", "submodule.lib.ignore", "all")
      try repository.git("commit", "--quiet", "--all", "--message", "ignored")
    }
    let before = try await top.commit("HEAD")
    try repository.folder.add("lib/n.sh", "new")
    try git("commit", "--quiet", "--all", "--message", "newer", in: "lib")
    let commit = try await GitRepository(at: repository.folder["lib"]).commit("HEAD")
    try repository.git("update-index", "--cacheinfo", "160000,\(commit),lib")
    try repository.git("commit", "--quiet", "--message", "bump")
    if hiding == .configuration { try repository.git("config", "diff.ignoreSubmodules", "all") }
    #expect(try await top.differingPaths(from: before, to: "HEAD") == ["lib", "lib/n.sh"])
    // It was never pushed.
    #expect(
      try await contents(of: "lib/n.sh", at: [.named("HEAD~1"), .workTree]) == ["old", "new"])
  }

  @Test func `uncommitted changes in a submodule, or one within it, are measured`() async throws {
    try repository.git("config", "diff.ignoreSubmodules", "all")
    try repository.git("config", "submodule.lib.ignore", "all")
    try repository.folder.add(["lib/n.sh": "new", "lib/in/d.txt": "deeper"])
    try repository.folder.add("lib/in/e.txt", "untracked")
    let index = try repository.folder.bytes(of: ".git/index")
    let snapshot = try await top.snapshot()
    #expect(snapshot.isDirty)
    #expect(
      try await top.differingPaths(from: "HEAD", to: snapshot.commit) == [
        "lib", "lib/in", "lib/in/d.txt", "lib/in/e.txt", "lib/n.sh",
      ])
    #expect(
      try await contents(of: "lib/n.sh", at: [.named("HEAD"), .workTree]) == ["old", "new"])
    #expect(
      try await contents(of: "lib/in/d.txt", at: [.named("HEAD"), .workTree]) == ["old", "deeper"])
    #expect(try await contents(of: "lib/in/e.txt", at: [.workTree]) == ["untracked"])
    #expect(try repository.folder.bytes(of: ".git/index") == index)
  }

  @Test func `the paths of a commit include those of its submodules`() async throws {
    let paths = try await top.paths(of: "HEAD")
    #expect(Set(["lib", "lib/n.sh", "lib/in", "lib/in/d.txt", ".gitmodules"]).isSubset(of: paths))
  }

  @Test func `a submodule at an unknown commit differs in all files`() async throws {
    let before = try await top.commit("HEAD")
    let unknown = String(repeating: "1", count: 40)
    try repository.git("update-index", "--cacheinfo", "160000,\(unknown),lib")
    try repository.git("commit", "--quiet", "--message", "gone")
    let paths = try await top.differingPaths(from: before, to: "HEAD")
    #expect(Set(["lib", "lib/n.sh", "lib/in/d.txt"]).isSubset(of: paths))
  }

  @Test func `a nested repository that is not a submodule is measured, too`() async throws {
    try repository.folder.add("vendor/v.txt", "here")
    try git("init", "--quiet", in: "vendor")
    try git("add", "v.txt", in: "vendor")
    try git("commit", "--quiet", "--message", "vendor", in: "vendor")
    #expect(try await contents(of: "vendor/v.txt", at: [.workTree]) == ["here"])
  }
}
