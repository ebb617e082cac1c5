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
    try repository.folder.add(["Scenarios/app.py": "print(1)\n", "Scenarios/data.txt": "1\n"])
    try repository.commit(["README.md": "An app.\n", "docs/page.html": "<p>"], "app")
  }

  private func proof(
    _ words: [String] = ["./app"], making: [MakingCommand] = compiling
  ) async throws -> Decision.Proof? {
    try await proof(Build(name: "b", origin: .command(words), making: making))
  }

  private func proof(_ build: Build) async throws -> Decision.Proof? {
    let builds = try await repository.make([
      .init(build, at: .named("main"), as: "main"),
      .init(build, at: .workTree, as: "now"),
    ])
    await builds.putAway()
    return builds.proof
  }

  @Test(arguments: [true, false])
  func `equal files are proof that both sides are equal, for programs and scripts`(_ isScript: Bool)
    async throws
  {
    let proof = try #require(
      try await isScript ? proof(["python3", "app.py"], making: []) : proof())
    #expect(proof.kind == .files && proof.differing.isEmpty)
    let tree = try repository.git("rev-parse", "main^{tree}")
    #expect(proof.hash == tree)
  }

  /// A build that can't be made, so that a test fails where it is.
  private static let broken = Build(
    name: "b", origin: .command(["./app"]), making: [.line("exit 1")])

  private func sides(_ build: Build) -> [RevisionBuilder.BuildAtRevision] {
    [.init(build, at: .named("main"), as: "main"), .init(build, at: .workTree, as: "now")]
  }

  @Test func `a revision that git proves to be the same is not built`() async throws {
    let builds = try await repository.make(sides(Self.broken), skippingProven: true)
    let proof = try #require(builds.proof)
    #expect(proof.kind == .files && proof.differing.isEmpty)
    #expect(builds.drivers.map(\.record.name) == ["main", "now"])
    #expect(
      builds.drivers.map(\.record.recipe)
        == Array(repeating: "not made: both sides are the same", count: 2))
    #expect(builds.drivers.flatMap(\.commands).isEmpty)
    #expect(try repository.workTrees == 1)
    await builds.putAway()
  }

  @Test func `a revision with any differing file, or a program made by hand, is built`()
    async throws
  {
    try repository.folder.add("README.md", "An app, explained.\n")
    await #expect(throws: BuildError.self) {
      try await repository.make(sides(Self.broken), skippingProven: true)
    }
    try repository.git("checkout", "--quiet", ".")
    let byHand = Build(name: "b", origin: .command(["./by-hand"]))
    await #expect(throws: BuildError.self) {
      try await repository.make(sides(byHand), skippingProven: true)
    }
  }
}
