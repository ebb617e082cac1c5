import Building
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// When two revisions are known to be the same without a run, and when not.
@Suite struct RevisionProofTests {
  private let repository: RevisionRepository
  private static let compiling: [MakingCommand] = [.line("cc -O1 -g -o app app.c")]

  init() throws {
    repository = try RevisionRepository()
    try repository.folder.add("Scenarios/app.c", "int main(void) { return 0; }\n")
    try repository.folder.add("Scenarios/app.py", "print(1)\n")
    try repository.folder.add("Scenarios/data.txt", "1\n")
    try repository.folder.add("README.md", "An app.\n")
    try repository.folder.add("docs/page.html", "<p>")
    try repository.commit("app")
  }

  private func proof(
    _ words: [String] = ["./app"], making: [MakingCommand] = compiling
  ) async throws -> Decision.Proof? {
    let build = Build(name: "b", origin: .command(words), making: making)
    let builds = try await repository.make([
      .init(build, at: .named("main"), as: "main"), .init(build, at: .workTree, as: "now"),
    ])
    await builds.putAway()
    return builds.proof
  }

  @Test(arguments: [true, false])
  func `the same files are the same, of a program as of a script`(_ isScript: Bool) async throws {
    let proof = try #require(
      try await isScript ? proof(["python3", "app.py"], making: []) : proof())
    #expect(proof.kind == .files && proof.differing.isEmpty)
    let tree = try repository.git("rev-parse", "main^{tree}")
    #expect(proof.hash + "\n" == tree)
  }

  @Test func `documentation is no part of what runs`() async throws {
    try repository.folder.add("README.md", "An app, explained.\n")
    try repository.folder.add("docs/page.html", "<p>More")
    let proof = try #require(try await proof(["python3", "app.py"], making: []))
    #expect(proof.kind == .files && proof.differing == ["README.md", "docs/page.html"])
  }

  @Test func `a comment changes no program, though its debug information`() async throws {
    try repository.folder.add("Scenarios/app.c", "/* Ends. */\n\nint main(void) { return 0; }\n")
    let proof = try #require(try await proof())
    #expect(proof.kind == .program && proof.differing == ["Scenarios/app.c"])
    #expect(proof.hash.count == 64)
  }

  @Test func `a comment in a script is not proven to change nothing`() async throws {
    try repository.folder.add("Scenarios/app.py", "print(1)  # one\n")
    #expect(try await proof(["python3", "app.py"], making: []) == nil)
  }

  @Test func `another program is another, and so is one that may read other data`() async throws {
    try repository.folder.add("Scenarios/app.c", "int main(void) { return 1; }\n")
    #expect(try await proof() == nil)
    try repository.folder.add("Scenarios/app.c", "int main(void) { return 0; }\n")
    try repository.folder.add("Scenarios/data.txt", "2\n")
    #expect(try await proof() == nil)
  }

  @Test func `a program that comes beside it is a part of it`() async throws {
    try repository.folder.add("Scenarios/helper.c", "int main(void) { return 0; }\n")
    try repository.commit("helper")
    let both = Self.compiling + [.line("cc -O1 -o helper helper.c")]
    #expect(try await proof(making: both)?.kind == .files)
    try repository.folder.add("Scenarios/helper.c", "int main(void) { return 1; }\n")
    #expect(try await proof(making: both) == nil)
  }
}
