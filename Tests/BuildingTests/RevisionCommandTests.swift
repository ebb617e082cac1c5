import Building
import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

/// Builds that are no packages, at revisions: scripts, and what commands make.
@Suite struct RevisionCommandTests {
  private let repository: RevisionRepository

  init() throws {
    repository = try RevisionRepository()
    try repository.folder.addScript("Scenarios/app.sh", "echo first; cat data; pwd")
    try repository.commit(["Scenarios/data": "of main\n"], "script")
  }

  private func make(
    _ words: String..., making: [MakingCommand] = [], at states: [SourceState]? = nil
  ) async throws -> RevisionBuilds {
    let build = Build(name: "b", origin: .command(words), making: making)
    let states = states ?? [.named("main"), .workTree]
    return try await repository.make(
      zip(states, ["main", "now"]).map { .init(build, at: $0, as: $1) })
  }

  private func outputs(_ builds: RevisionBuilds) throws -> [[Substring]] {
    try builds.drivers.map { driver in
      let folder = try #require(driver.folder)
      return try Completion.of(driver.commands[0], in: folder).output.split(separator: "\n")
    }
  }

  @Test
  func `a script comes from its revision with the files next to it, until the builds are put away`()
    async throws
  {
    try repository.folder.add("Scenarios/data", "of now\n")
    let builds = try await make("sh", "app.sh")
    let outputs = try outputs(builds)
    #expect(outputs.map { Array($0.prefix(2)) } == [["first", "of main"], ["first", "of now"]])
    // The length of a path is a part of what is measured.
    #expect(outputs[0][2] != outputs[1][2] && outputs[0][2].count == outputs[1][2].count)
    #expect(builds.drivers.map(\.record.name) == ["main", "now"])
    #expect(builds.drivers.map { $0.record.revision?.isDirty } == [false, true])
    #expect(builds.drivers.map(\.record.recipe) == ["sh app.sh", "sh app.sh"])
    #expect(try repository.workTrees == 3)
    await builds.putAway()
    #expect(try repository.workTrees == 1)
    #expect(!repository.exists(".build/rehearse/revisions/1"))
    #expect(try repository.git("status", "--porcelain") == " M Scenarios/data")
  }

  @Test func `a path in the repository leads into the revision, however it is written`()
    async throws
  {
    try repository.folder.addScript("Scenarios/app.sh", "echo second")
    for word in ["./app.sh", repository.folder.file("Scenarios/app.sh"), "../Scenarios/app.sh"] {
      let builds = try await make(word)
      #expect(
        try builds.drivers.map { try Completion.of($0.commands[0], in: $0.folder).output.prefix(6) }
          == ["first\n", "second"], "\(word)")
      await builds.putAway()
    }
  }

  @Test func `'make' commands build in the scenario's folder of each revision`() async throws {
    try repository.folder.add("Scenarios/data", "of now\n")
    let making: [MakingCommand] = [
      .words(["cp", "app.sh", "made"]), .line("echo 'echo made' >> made && pwd > place"),
    ]
    let builds = try await make("./made", making: making)
    let outputs = try outputs(builds)
    #expect(outputs.map(\.last) == ["made", "made"])
    #expect(outputs.map { $0[1] } == ["of main", "of now"])
    #expect(
      builds.drivers[0].record.recipe
        == "cp app.sh made && echo 'echo made' >> made && pwd > place && ./made")
    // Nothing was made among the user's own files.
    #expect(!repository.exists("Scenarios/made"))
    await builds.putAway()
  }

  @Test func `a command that fails at a revision is reported with the end of its output`()
    async throws
  {
    try repository.commit(["Scenarios/check.sh": "echo broken at line 7; exit 3"], "broken")
    let error = try await #require(throws: BuildError.self) {
      try await make(
        "sh", "app.sh", making: [.line("test ! -e check.sh || sh check.sh")],
        at: [.named("main~1"), .workTree])
    }
    #expect(
      error.description
        == "The files as they are now ('now') do not build. The build 'b' failed: /bin/sh -c "
        + "'test ! -e check.sh || sh check.sh'\nbroken at line 7")
    #expect(try repository.workTrees == 1)
  }

  @Test
  func `a program that was built by hand is not at the revision, and the error suggests 'make'`()
    async throws
  {
    try repository.folder.add(".gitignore", ".build/\nbuilt\n")
    try repository.folder.addScript("Scenarios/built", "echo by hand")
    let error = try await #require(throws: BuildError.self) { try await make("./built", "x") }
    #expect(error.description.contains("The build 'b' is the command './built', which is no"))
    #expect(
      error.description.contains(
        "If the program has to be built, give the build a 'make:', such as"))
  }

  @Test func `the error names a maker that does not exist`() async throws {
    let error = try await #require(throws: BuildError.self) {
      try await make("./made", making: [.words(["no-such-maker", "x"])])
    }
    #expect(
      error.description.contains(
        "is made by 'no-such-maker', which is not an executable file in any "
          + "folder of PATH"))
  }

  @Test func `a revision finds files outside of the repository as the user's work tree does`()
    async throws
  {
    let folder = try ScratchFolder()
    try folder.add(["beside/words": "from beside", "work/near": "near", "work/app/s.yml": ""])
    try GitFolder(folder["work/app"]).commit()
    let build = Build(
      name: "b", origin: .command(["cat", "near", "words"]),
      making: [.line("cp ../near ../../beside/words .")])
    let builds = try await RevisionBuilder(folder: folder["work/app"]) { _, _ in }
      .make([.init(build, at: .named("main"), as: "main")])
    #expect(
      try Completion.of(builds.drivers[0].commands[0], in: builds.drivers[0].folder).output
        == "nearfrom beside")
    await builds.putAway()
    // Links went, and nothing that they led to.
    #expect(try folder.text(of: "beside/words") == "from beside")
  }

  @Test func `a submodule is at the commit of each revision`() async throws {
    let library = try RevisionRepository()
    try library.folder.add("data", "old")
    try library.commit("data")
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add",
      library.folder.path.string, "library")
    try repository.commit("library")
    try library.folder.add("data", "new")
    try library.commit("newer")
    let pulled = try Completion.of([
      "git", "-C", repository.folder.file("library"), "-c", "protocol.file.allow=always", "pull",
      "--quiet", "origin", "main",
    ])
    #expect(pulled.status == 0, "\(pulled.errors)")
    try repository.commit("updated")
    // Where git does not take local addresses for harmless.
    try repository.tools.addScript(
      "git", "PATH=${PATH#*:}; export PATH; exec git -c protocol.file.allow=always \"$@\"")
    let builds = try await make(
      "cat", "../library/data", at: [.named("main~1"), .workTree])
    #expect(try outputs(builds) == [["old"], ["new"]])
    await builds.putAway()
  }
}
