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
    try await proof(Build(name: "b", origin: .command(words), making: making))
  }

  private func proof(
    of commands: [StepCommand], making: [MakingCommand] = [], variables: [String: String] = [:],
    files: [String] = []
  ) async throws -> Decision.Proof? {
    let build = Build(
      name: "b", origin: .steps(commands), making: making, variables: variables)
    return try await proof(build, texts: files)
  }

  private func proof(_ build: Build, texts: [String] = []) async throws -> Decision.Proof? {
    let builds = try await repository.make([
      .init(build, at: .named("main"), as: "main", texts: texts),
      .init(build, at: .workTree, as: "now", texts: texts),
    ])
    await builds.putAway()
    return builds.proof
  }

  @Test func `files against a proof are named where git tracks none of them`() async throws {
    try repository.folder.add("Scenarios/out.db", "1\n")
    try repository.folder.add("docs/new.md", "A page.\n")
    let build = Build(name: "b", origin: .command(["python3", "app.py"]))
    // The builds themselves keep others out for as long as they live.
    func made() async throws -> (proof: Decision.Proof?, untracked: [String]) {
      let builds = try await repository.make([
        .init(build, at: .named("main"), as: "main"), .init(build, at: .workTree, as: "now"),
      ])
      await builds.putAway()
      return (builds.proof, builds.untracked)
    }
    let first = try await made()
    #expect(first.proof == nil && first.untracked == ["Scenarios/out.db"])
    try repository.folder.add("Scenarios/data.txt", "2\n")
    #expect(try await made().untracked.isEmpty)
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

  @Test func `code in a folder of documents is code`() async throws {
    try repository.folder.add("docs/conf.py", "print(1)\n")
    #expect(try await proof(["python3", "app.py"], making: []) == nil)
  }

  /// Words of steps; the first two stand for all by day.
  private static let naming = [
    ["README.md"], ["/bin/sh", "-c", "cat ../*.md | wc"], ["--input=../README.md"],
    ["/bin/sh", "-c", "cd ..; wc -l README.md"], ["-r", "${scenario}/.."], ["-r", "${top}"],
  ]

  @Test(arguments: naming.prefix(Nightly.isOn ? naming.count : 2))
  func `what a step names is no documentation`(_ words: [String]) async throws {
    try repository.folder.add("README.md", "An app, explained.\n")
    let variables = ["top": "../docs/.."]
    func proof(_ words: [String], files: [String] = []) async throws -> Decision.Proof? {
      let isShell = words[0] == "/bin/sh"
      let command = StepCommand(words: isShell ? words : ["grep"] + words)
      return try await self.proof(
        of: [command.resolved(by: variables)],
        variables: words.contains("${top}") ? variables : [:], files: files)
    }
    #expect(try await proof(["data.txt"])?.kind == .files)
    #expect(try await proof(words) == nil)
    #expect(try await proof(["text"], files: ["../README.md"]) == nil)
  }

  @Test func `what is standard input, or read by what makes it, is no documentation`() async throws
  {
    try repository.folder.add("docs/page.html", "<p>More")
    let words = ["grep", "more"]
    #expect(
      try await proof(of: [StepCommand(words: words, input: "page.html")]) == nil)
    #expect(
      try await proof(of: [StepCommand(words: words)], making: [.line("ls ../docs")]) == nil)
    #expect(try await proof(of: [StepCommand(words: words)])?.kind == .files)
  }

  /// Commands that make the app, and whether documentation stays that; the first two stand for all by day.
  private static let makers: [([MakingCommand], Bool)] = [
    ([.words(["env", "MAKEFLAGS=-C..", "cc", "-I", "..", "-o", "app", "app.c"])], true),
    ([.line("cat ../*.md > all; cc -o app app.c")], false),
    ([.words(["cc", "-I", ".", "-I", "../Scenarios", "-o", "app", "app.c"])], true),
    ([.line("cd ../Scenarios && cc -o app app.c")], true),
    ([.line("cat ../README.md > all; cc -o app app.c")], false),
    ([.line("cp -r ../docs copied; cc -o app app.c")], false),
  ]

  @Test(arguments: makers.prefix(Nightly.isOn ? makers.count : 2))
  func `that what makes it is given the folder of its sources makes no documentation code`(
    _ making: [MakingCommand], _ isProven: Bool
  ) async throws {
    try repository.folder.add("README.md", "An app, explained.\n")
    try repository.folder.add("docs/page.html", "<p>More")
    #expect(try await proof(making: making)?.kind == (isProven ? .files : nil))
    // A step may read all that is there.
    let step = StepCommand(words: ["grep", "-r", "app", ".."])
    #expect(try await proof(of: [step], making: making) == nil)
  }

  /// A build that can't be made, so that a test fails where it is.
  private static let broken = Build(
    name: "b", origin: .command(["./app"]), making: [.line("exit 1")])

  private func sides(_ build: Build) -> [RevisionBuilder.Side] {
    [.init(build, at: .named("main"), as: "main"), .init(build, at: .workTree, as: "now")]
  }

  @Test(arguments: [false, true])
  func `what git knows to be the same is not made`(_ isDocumented: Bool) async throws {
    if isDocumented { try repository.folder.add("README.md", "An app, explained.\n") }
    let builds = try await repository.make(sides(Self.broken), skippingProven: true)
    let proof = try #require(builds.proof)
    #expect(proof.kind == .files && proof.differing == (isDocumented ? ["README.md"] : []))
    #expect(builds.drivers.map(\.record.name) == ["main", "now"])
    #expect(builds.drivers.map { $0.record.revision?.isDirty } == [false, isDocumented])
    #expect(
      builds.drivers.map(\.record.recipe)
        == Array(repeating: "not made: both sides are the same", count: 2))
    #expect(builds.drivers.flatMap(\.commands).isEmpty)
    #expect(try repository.workTrees == 1)
    await builds.putAway()
  }

  @Test func `what differs, is named, or is made by hand is made all the same`() async throws {
    var named = Self.broken
    named.origin = .command(["./app", "../README.md"])
    try repository.folder.add("README.md", "An app, explained.\n")
    await #expect(throws: BuildError.self) {
      try await repository.make(sides(named), skippingProven: true)
    }
    try repository.folder.add("Scenarios/app.c", "int main(void) { return 1; }\n")
    await #expect(throws: BuildError.self) {
      try await repository.make(sides(Self.broken), skippingProven: true)
    }
    try repository.git("checkout", "--quiet", ".")
    let byHand = Build(name: "b", origin: .command(["./by-hand"]))
    await #expect(throws: BuildError.self) {
      try await repository.make(sides(byHand), skippingProven: true)
    }
  }

  @Test
  func
    `a program that steps start is the same after a comment, a script beside it not known to be`()
    async throws
  {
    try repository.folder.add("Scenarios/app.c", "/* Ends. */\n\nint main(void) { return 0; }\n")
    func proof(_ steps: [String]...) async throws -> Decision.Proof? {
      try await self.proof(
        of: steps.map { StepCommand(words: $0) }, making: Self.compiling, files: ["data.txt"])
    }
    #expect(try await proof(["./app"], ["wc", "none"])?.kind == .program)
    #expect(try await proof(["/bin/sh", "-c", "${scenario}/app | wc"])?.kind == .program)
    #expect(try await proof(["./app"], ["python3", "app.py"]) == nil)
    #expect(try await proof(["./app", "app.c"]) == nil)
    #expect(try await proof(["wc", "none"]) == nil)
    try repository.folder.add("Scenarios/app.c", "int main(void) { return 1; }\n")
    #expect(try await proof(["./app"]) == nil)
  }

  @Test func `a comment changes no program, though its debug information`() async throws {
    try repository.folder.add("Scenarios/app.c", "/* Ends. */\n\nint main(void) { return 0; }\n")
    let proof = try #require(try await proof())
    #expect(proof.kind == .program && proof.differing == ["Scenarios/app.c"])
    #expect(proof.hash.count == 64)
  }

  /// As CMake compiles: a source is named by its path from the root, which `assert` has in its text.
  private static let asserting: [MakingCommand] = [
    .line(#"cc -g -O1 -o app "$PWD/app.c" -Wl,-rpath,"$PWD""#)
  ]

  @Test func `the path of its tree, which a program has in it, is no change`() async throws {
    func source(_ comment: String, _ condition: String) -> String {
      """
      #include <assert.h>
      \(comment)
      int main(int n, char **words) { assert(\(condition)); return 0; }

      """
    }
    try repository.folder.add("Scenarios/app.c", source("/* One. */", "n < 9"))
    try repository.commit("asserting")
    try repository.folder.add("Scenarios/app.c", source("/* Fewer than nine. */", "n < 9"))
    #expect(try await proof(making: Self.asserting)?.kind == .program)
    // The number of its line is a part of an assertion.
    try repository.folder.add("Scenarios/app.c", source("/* One,\n   two. */", "n < 9"))
    #expect(try await proof(making: Self.asserting) == nil)
    try repository.folder.add("Scenarios/app.c", source("/* One. */", "n < 8"))
    #expect(try await proof(making: Self.asserting) == nil)
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
