import Foundation
import Programs
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Repositories and settings as people have them: what is measured is what is there.
@Suite struct GitSettingTests {
  private let repository: RevisionRepository
  private let top: GitRepository

  init() throws {
    repository = try RevisionRepository()
    top = GitRepository(at: repository.folder.path.resolved)
  }

  /// The files of both sides, as `cat` finds them in their work trees.
  private func contents(
    of name: String, at states: [SourceState], folder: GitRepository? = nil
  ) async throws -> [String] {
    let build = Build(name: "b", origin: .command(["cat", "../\(name)"]))
    let sides = states.map { RevisionBuilder.BuildAtRevision(build, at: $0, as: "\($0)") }
    let builds = try await RevisionBuilder(folder: (folder ?? top).folder.appending("Scenarios")) {
      _, _ in
    }.make(sides)
    let outputs = try builds.drivers.map { driver in
      try Completion.of(driver.commands[0], in: driver.folder).output
    }
    await builds.putAway()
    return outputs
  }

  private func run(_ words: [String], in folder: String) throws {
    let result = try Completion.of(
      [
        "git", "-C", folder, "-c", "user.name=n", "-c", "user.email=n@l", "-c",
        "protocol.file.allow=always",
      ]
        + words)
    try #require(result.status == 0, "\(result.errors)")
  }

  // MARK: - Settings

  @Test(arguments: [
    ["log.showSignature", "true"], ["color.ui", "always"], ["color.diff", "always"],
    ["diff.ignoreSubmodules", "all"], ["diff.mnemonicPrefix", "true"], ["diff.noprefix", "true"],
    ["diff.relative", "true"], ["diff.external", "false"], ["diff.renames", "copies"],
    ["diff.orderFile", "/nowhere"], ["core.quotePath", "true"], ["core.pager", "false"],
    ["core.splitIndex", "true"], ["core.untrackedCache", "true"], ["core.ignoreStat", "true"],
    ["core.safecrlf", "true"], ["status.showUntrackedFiles", "all"], ["submodule.recurse", "true"],
    ["alias.diff-tree", "!false"], ["commit.gpgSign", "true"],
    ["i18n.logOutputEncoding", "UTF-16"],
    ["format.pretty", "raw"], ["log.decorate", "full"],
  ])
  func `no git setting changes the differing paths or a commit's time`(_ setting: [String])
    async throws
  {
    try repository.git("config", setting[0], setting[1])
    try repository.folder.add("Scenarios/a ü\t\"b\"", "1\r\n")
    let snapshot = try await top.snapshot()
    let head = try await top.commit("HEAD")
    #expect(
      try await top.differingPaths(from: head, to: snapshot.commit) == ["Scenarios/a ü\t\"b\""])
    #expect(snapshot.isDirty && snapshot.commit != head)
    let found = try await RevisionReader(folder: top.folder).read()
    #expect(found?.committedAt == (try await top.revision(of: .named("main"))).committedAt)
    #expect(
      try await top.paths(of: head) == [
        ".gitignore", "Package.swift", "Scenarios/s.yml", "Sources/tiny/main.swift",
      ])
  }

  @Test func `the user's git hooks and file monitor are not called`() async throws {
    let called = try ScratchFolder()
    for hook in ["post-checkout", "post-index-change", "reference-transaction", "fsmonitor"] {
      try repository.folder.addScript(".git/hooks/\(hook)", "echo $0 >> \(called.file("log"))")
    }
    try repository.git("config", "core.fsmonitor", ".git/hooks/fsmonitor")
    try? FileManager.default.removeItem(atPath: called.file("log"))
    try repository.folder.add("data", "now")
    #expect(try await contents(of: "data", at: [.workTree]) == ["now"])
    #expect(!FileManager.default.fileExists(atPath: called.file("log")))
  }

  @Test(arguments: ["--assume-unchanged", "--skip-worktree"])
  func `a changed file that git is set to ignore is measured as it is`(_ mark: String) async throws
  {
    try repository.commit(["data": "old"], "data")
    try repository.git("update-index", mark, "data")
    try repository.folder.add("data", "new")
    #expect(try repository.git("status", "--short") == "")
    #expect(
      try await contents(of: "data", at: [.named("main"), .workTree]) == ["old", "new"])
  }

  @Test func `git filters apply to the files of a revision as to the user's work tree`()
    async throws
  {
    // As LFS does: what is stored is not what is worked with.
    try repository.git("config", "filter.up.clean", "tr a-z A-Z")
    try repository.git("config", "filter.up.smudge", "tr A-Z a-z")
    try repository.git("config", "filter.up.required", "true")
    try repository.commit([".gitattributes": "data filter=up\n", "data": "old"], "data")
    #expect(try repository.git("cat-file", "blob", "main:data") == "OLD")
    try repository.folder.add("data", "new")
    #expect(
      try await contents(of: "data", at: [.named("main"), .workTree]) == ["old", "new"])
  }

  // MARK: - Work trees and clones

  @Test func `files outside of a sparse checkout are missing, but do not count as deleted`()
    async throws
  {
    for name in ["in/a", "out/b", "out/c"] { try repository.folder.add(name, "old") }
    try repository.commit("folders")
    try repository.git("sparse-checkout", "set", "in", "Scenarios")
    #expect(!repository.exists("out/b"))
    #expect(!(try await top.snapshot()).isDirty)
    // One that is there all the same.
    try repository.folder.add("out/b", "new")
    let snapshot = try await top.snapshot()
    #expect(
      try await top.differingPaths(from: "main", to: snapshot.commit) == ["out/b"])
    #expect(
      try await contents(of: "out/b", at: [.named("main"), .workTree]) == ["old", "new"])
    #expect(try await contents(of: "in/a", at: [.named("main")]) == ["old"])
  }

  @Test func `a partial clone fetches what a revision needs`() async throws {
    try repository.commit(["data": "old"], "data")
    try repository.commit(["data": "new"], "newer")
    try repository.git("config", "uploadpack.allowFilter", "true")
    let folder = try ScratchFolder()
    try run(
      ["clone", "--quiet", "--filter=blob:none", "file://\(top.folder)", "clone"],
      in: folder.path.string)
    let clone = GitRepository(at: folder["clone"].resolved)
    #expect(try await clone.differingPaths(from: "HEAD~1", to: "HEAD") == ["data"])
    #expect(
      try await contents(of: "data", at: [.named("HEAD~1"), .workTree], folder: clone)
        == ["old", "new"])
  }

  @Test func `a linked work tree of a bare repository works like any other`() async throws {
    try repository.commit(["data": "old"], "data")
    let folder = try ScratchFolder()
    try run(["clone", "--quiet", "--bare", top.folder.string, "bare"], in: folder.path.string)
    try run(
      ["worktree", "add", "--quiet", "--detach", "../linked", "main"], in: folder.file("bare"))
    try folder.add("linked/data", "new")
    let linked = try await GitRepository(containing: folder["linked/Scenarios"])
    #expect(
      try await contents(of: "data", at: [.named("main"), .workTree], folder: linked)
        == ["old", "new"])
    let error = await #expect(throws: RevisionError.self) {
      try await GitRepository(containing: folder["bare"])
    }
    #expect(
      error?.description.hasPrefix(
        "The repository of \(folder["bare"]) is bare: it has no files. Use a work tree of it")
        == true)
  }

  // MARK: - Shallow clones

  @Test(arguments: ["HEAD~1", "HEAD^", "HEAD~3", "<hash>", "other", "origin/other"])
  func `the advice on a revision that was not fetched works`(_ name: String) async throws {
    for number in 1...4 {
      try repository.commit(["data": "\(number)"], "data \(number)")
    }
    try repository.git("branch", "other", "main~2")
    let hash = try await top.commit("main~2")
    let folder = try ScratchFolder()
    try run(
      ["clone", "--quiet", "--depth", "1", "file://\(top.folder)", "clone"], in: folder.path.string)
    let clone = GitRepository(at: folder["clone"].resolved)
    let wanted = name == "<hash>" ? hash : name
    do {
      _ = try await clone.commit(wanted)
      Issue.record("nothing was thrown")
    } catch let error as RevisionError {
      let command = try #require(error.description.firstMatch(of: /\((git fetch [^)]*)\)/)).1
      #expect(error.description.contains("'fetch-depth: 0'"))
      let words = command.split(separator: " ").map(String.init)
      try run(Array(words.dropFirst()), in: clone.folder.string)
    }
    let expected = ["HEAD~1": "main~1", "HEAD^": "main~1", "HEAD~3": "main~3"][name] ?? "main~2"
    #expect(try await clone.commit(wanted) == (try await top.commit(expected)))
  }

  @Test func `the error names a branch that exists only at the remote`() async throws {
    try repository.git("branch", "other")
    let folder = try ScratchFolder()
    try run(["clone", "--quiet", top.folder.string, "clone"], in: folder.path.string)
    let clone = GitRepository(at: folder["clone"].resolved)
    let error = await #expect(throws: RevisionError.self) { try await clone.commit("other") }
    #expect(error?.description.contains("There is 'origin/other'") == true)
  }
}
