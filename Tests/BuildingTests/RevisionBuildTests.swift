import Foundation
import Programs
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Packages at revisions of a real repository, really compiled where the compiler is the matter.
@Suite(.serialized, .tags(.endToEnd)) struct RevisionBuildTests {
  private let repository: RevisionRepository

  init() throws { repository = try RevisionRepository() }

  @Test func `both sides are built at the same path, and the work tree is removed`() async throws {
    try repository.folder.add("Sources/tiny/main.swift", #"print("second", #filePath)"#)
    try repository.folder.add("Sources/tiny/new.swift", "func unused() {}")
    let drivers = try await repository.make(
      (.named("main"), name: "main"), (.workTree, name: "now")
    ).drivers
    let outputs = try drivers.map { try Completion.of($0.commands[0]).output }
    let path = repository.tree.appending("Sources/tiny/main.swift")
    #expect(outputs == ["first \(path)\n", "second \(path)\n"])
    #expect(drivers.map(\.record.name) == ["main", "now"])
    #expect(drivers.map { $0.record.revision?.isDirty } == [false, true])
    #expect(!repository.hasWorkTree)
    let status = try repository.git("status", "--porcelain")
    #expect(status == " M Sources/tiny/main.swift\n?? Sources/tiny/new.swift")
    #expect(try repository.workTrees == 1)
  }

  @Test(.nightly)
  func `the same files make the same program, whatever the revision is called`() async throws {
    try repository.git("commit", "--quiet", "--allow-empty", "--message", "nothing")
    let drivers = try await repository.make(
      (.named("main~1"), name: "before"), (.workTree, name: "now")
    ).drivers
    #expect(drivers[0].record.sha256 == drivers[1].record.sha256)
    #expect(drivers[0].record.revision?.commit != drivers[1].record.revision?.commit)
    #expect(drivers[1].record.revision?.isDirty == false)
  }

  @Test
  func `a revision that does not build fails with the end of the log, and leaves no work tree`()
    async throws
  {
    try repository.commit(["Sources/tiny/main.swift": "nonsense"], "broken")
    // The compiler's words, as `PackageBuildTests` have them from a real one.
    try repository.tools.addPretendedSwift(
      """
      for word; do [ "$before" = --package-path ] && root=$word; before=$word; done
      ! grep nonsense "$root/Sources/tiny/main.swift" \
        || { echo "cannot find 'nonsense' in scope"; exit 1; }
      """)
    let error = try await #require(throws: BuildError.self) {
      try await repository.make((.named("main~1"), name: "before"), (.workTree, name: "now"))
    }
    #expect(
      error.description.hasPrefix(
        "The files as they are now ('now') do not build. The build 'plain' failed: swift build "))
    #expect(error.description.contains("cannot find 'nonsense' in scope"))
    #expect(!repository.hasWorkTree)
  }

  @Test func `what a failed build of a package read is known of the next one, too`() async throws {
    // It reads a source only until that is compiled.
    try repository.tools.addPretendedSwift(
      """
      for word; do [ "$before" = --package-path ] && root=$word; before=$word; done
      [ -e "$scratch/compiled" ] || cat "$root/Sources/tiny/main.swift"
      touch "$scratch/compiled"
      [ -e '\(repository.tools.file("linker"))' ] || exit 1
      """)
    let cache = CacheSetting(folder: repository.tools["cache"])
    let side = RevisionBuilder.BuildAtRevision(
      RevisionRepository.build(), at: .named("main"), as: "main")
    await #expect(throws: BuildError.self) { try await repository.make([side], cache: cache) }
    try repository.tools.add("linker", "")
    let builds = try await repository.make([side], cache: cache)
    let record = try #require(builds.drivers[0].inputs?.record)
    let source = record.files.first { $0.path == "${tree}/Sources/tiny/main.swift" }
    #expect(record.isTraced && source?.isContent == true)
  }

  @Test func `a resource that a revision lacks is not left there by the one before`() async throws {
    try repository.commit(["Sources/tiny/data.json": "{}"], "data")
    try repository.git("rm", "--quiet", "Sources/tiny/data.json")
    try repository.commit("no data")
    // As the real one, it copies what there is, and removes nothing.
    try repository.tools.addPretendedSwift(
      """
      for word; do [ "$before" = --package-path ] && root=$word; before=$word; done
      mkdir -p "$scratch/debug/tiny.resources"
      for file in "$root"/Sources/tiny/*.json; do
        [ ! -e "$file" ] || cp "$file" "$scratch/debug/tiny.resources"
      done
      """)
    let drivers = try await repository.make(
      (.named("main~1"), name: "before"), (.named("main"), name: "now")
    ).drivers
    let isThere = drivers.map { driver in
      let folder = FilePath(driver.commands[0][0]).removingLastComponent()
      return FileManager.default.fileExists(
        atPath: folder.appending("tiny.resources/data.json").string)
    }
    #expect(isThere == [true, false])
  }

  @Test
  func `the error names the revision with an unreachable dependency, and the dependency's place`()
    async throws
  {
    try repository.folder.add(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "tiny", dependencies: [.package(path: "../../rehearse-is-not-there")],
        targets: [.executableTarget(name: "tiny")])
      """)
    try repository.commit("out of reach")
    let commit = try repository.git("rev-parse", "main").prefix(10)
    let error = try await #require(throws: BuildError.self) {
      try await repository.make((.named("main"), name: "before"))
    }
    #expect(
      error.description.hasPrefix(
        "The revision 'before' (\(commit)) does not build. The build 'plain' failed, because a package that "
          + "it depends on is missing: Package.swift names the path "))
    let tree = repository.tree
    #expect(
      error.description.hasSuffix(
        "\nRevisions are built in \(tree), so a dependency whose path leads out of the repository, as "
          + "in '.package(path: \"../..\")', is looked for beside that folder: "
          + "\(tree.removingLastComponent().removingLastComponent())/rehearse-is-not-there. Move it into "
          + "the repository, or name it by a URL or an absolute path."), "\(error)")
  }

  @Test func `a dependency by an absolute path to nothing is reported as missing`() async throws {
    let words = "error: 'tiny': the package at '/no/such' cannot be accessed"
    try repository.tools.addScript("swift", "echo \"\(words)\"; exit 1")
    let error = try await #require(throws: BuildError.self) {
      try await repository.make((.named("main"), name: "before"))
    }
    #expect(
      error.description.hasSuffix(
        """
         does not build. The build 'plain' failed, because a package that it depends on is missing: \
        Package.swift names the path /no/such, and nothing is there.
        swift build --product tiny -c debug
        \(words)
        """), "\(error)")
  }

  @Test func `a second comparison is refused while the first holds its builds`() async throws {
    // Not ignored by the user: none of what is made here may get into the files as they are now.
    try repository.commit([".gitignore": ""], "nothing ignored")
    try repository.tools.addPretendedSwift("")
    // As an earlier comparison left it.
    _ = try OwnFolder(repository.home)
    try repository.folder.add(".build/rehearse/revisions/kept/earlier-plain/tiny", "")
    let first = try await repository.make((.workTree, name: "now"))
    #expect(!repository.exists(".build/rehearse/revisions/kept/earlier-plain"))
    let kept = FilePath(first.drivers[0].commands[0][0])
    await #expect(throws: RevisionError.inUse(folder: repository.home)) {
      try await repository.make((.named("main~1"), name: "before"))
    }
    #expect(FileManager.default.fileExists(atPath: kept.string))
    #expect(first.drivers[0].record.revision?.isDirty == false)
    withExtendedLifetime(first) {}
    #expect(try repository.git("status", "--porcelain") == "")
  }
}
