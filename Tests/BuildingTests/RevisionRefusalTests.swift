import Building
import Foundation
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// What can't be built at another revision, and is told before anything is.
@Suite struct RevisionRefusalTests {
  @Test(arguments: [true, false])
  func `a revision without the folder of the scenario or package is refused by name`(
    _ isPackage: Bool
  ) async throws {
    let repository = try RevisionRepository()
    try repository.folder.add("New/s.yml", "")
    let build =
      isPackage
      ? RevisionRepository.build(of: "../New")
      : Build(name: "b", origin: .command(["./app"]), making: [.line("true")])
    let side = RevisionBuilder.BuildAtRevision(build, at: .named("main"), as: "main")
    let error = await #expect(throws: RevisionError.self) {
      try await repository.make([side], from: isPackage ? nil : repository.folder["New"])
    }
    #expect(error == .noFolder("New", revision: "main"))
    #expect(
      error?.description
        == "The revision 'main' has no folder 'New', so there is nothing to compare with.")
    #expect(!repository.hasWorkTree)
  }

  private let repository: RevisionRepository

  init() throws { repository = try RevisionRepository() }

  @Test func `a revision that does not exist is refused before anything is built`() async throws {
    let error = try await #require(throws: RevisionError.self) {
      try await repository.make((.named("gone"), name: "gone"))
    }
    #expect(error.description.hasPrefix("There is no revision 'gone'; allowed: a branch"))
    #expect(!repository.hasWorkTree)
  }

  @Test func `a build at a revision is refused outside of a repository`() async throws {
    let outside = try ScratchFolder()
    let side = RevisionBuilder.BuildAtRevision(RevisionRepository.build(), at: .workTree, as: "now")
    let error = try await #require(throws: RevisionError.self) {
      try await repository.make([side], from: outside.path)
    }
    #expect(error.description.hasPrefix("The folder \(outside.path) is in no git repository"))
  }

  @Test func `a repository of another user is reported as such, with the way out`() async throws {
    try repository.tools.addScript(
      "git",
      "PATH=/usr/local/bin:/usr/bin:/bin GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 "
        + "GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec git \"$@\"")
    let side = RevisionBuilder.BuildAtRevision(RevisionRepository.build(), at: .workTree, as: "now")
    let error = try await #require(throws: RevisionError.self) { try await repository.make([side]) }
    let folder = repository.folder.path
    #expect(
      error.description
        == "git refuses the repository of \(folder)/Scenarios: it belongs to somebody else. If you trust "
        + "it: git config --global --add safe.directory \(folder)")
    #expect(
      RevisionError.refused(folder: "/a", reason: "fatal: bad config line 1").description
        == "git can't read the repository of /a.\nfatal: bad config line 1")
  }

  @Test(arguments: ["/bin/true", "true", "../../driver"])
  func `a ready program outside of the repository is refused, as it is the same at all revisions`(
    _ word: String
  ) async throws {
    let command = Build(name: "ready", origin: .command([word]))
    let error = await #expect(throws: RevisionError.self) {
      try await repository.make([.init(command, at: .workTree, as: "now")])
    }
    #expect(
      error
        == .sameProgram(build: "ready", path: word, repository: repository.folder.path))
    #expect(!repository.exists(".build"))
  }

  @Test func `a package outside of the repository is refused`() async throws {
    let folder = repository.folder.path
    for (package, path) in [
      (folder.string, folder), ("../..", folder.removingLastComponent()),
    ] {
      let side = RevisionBuilder.BuildAtRevision(
        RevisionRepository.build(of: package), at: .workTree, as: "now")
      let error = await #expect(throws: RevisionError.outside(path: path, repository: folder)) {
        try await repository.make([side])
      }
      #expect(
        error?.description.hasPrefix(
          "The path \(path) is absolute or leads out of the repository \(folder), so both sides "
            + "would be compiled from the same files") == true)
    }
    #expect(!repository.exists(".build"))
  }

  @Test func `a revision whose package is a link to the user's own files is refused`() async throws
  {
    try FileManager.default.createSymbolicLink(
      atPath: repository.folder.file("linked"),
      withDestinationPath: repository.folder.path.string)
    try repository.commit("link")
    let tree = repository.tree
    await #expect(
      throws: RevisionError.outside(path: tree.appending("linked"), repository: tree)
    ) {
      try await repository.log(of: ":", package: "../linked")
    }
    #expect(!repository.hasWorkTree)
  }
}
