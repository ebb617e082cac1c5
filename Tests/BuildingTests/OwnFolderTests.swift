import Foundation
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Folders of others, to which a setting, an option or a link leads: nothing in them is written or removed.
@Suite struct OwnFolderTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.addScript("made/app", "echo one")
  }

  private func key(_ digit: Character) -> String { String(repeating: digit, count: 64) }

  private var driver: BuiltDriver {
    BuiltDriver(
      record: BuildRecord(name: "b", recipe: "swift build", sha256: "1f"),
      commands: [[folder.file("made/app")]])
  }

  private func cache(limit: Int64? = 1) -> ExecutableCache {
    ExecutableCache(folder: folder["theirs"], limit: limit)
  }

  /// What was in danger once: names that begin with 'new-', and those of 64 characters.
  private func addTheirs() throws {
    try folder.add(["theirs/new-feature/main.swift": "feature", "theirs/new-notes.txt": "notes"])
    try folder.add("theirs/\(key("x"))/file", "long")
    try folder.add("theirs/\(key("a"))/file", "as a hash")
    try folder.add("theirs/new-\(key("a"))/file", "as what was not finished")
    try folder.add("theirs/.gitignore", "build/\n")
  }

  /// All files of theirs with what is in them.
  private func theirs() throws -> [String: String] {
    try folder.files.filter { $0.hasPrefix("theirs/") }
      .reduce(into: [:]) { $0[$1] = try folder.text(of: $1) }
  }

  @Test func `caches, anchors and shared executables refuse a folder with foreign files`()
    async throws
  {
    try addTheirs()
    let before = try theirs()
    let refusal = RevisionError.notOurs(folder: folder["theirs"], found: key("a"))
    #expect(throws: refusal) { try cache().copy(key("b"), to: folder["kept"]) }
    #expect(throws: refusal) { try cache().copy(key("a"), to: folder["kept"]) }
    for limit in [1, nil] as [Int64?] {
      #expect(throws: refusal) {
        try cache(limit: limit).keep(driver, from: folder["made"], as: key("b"))
      }
    }
    let anchors = AnchorFolder(folder["theirs"])
    #expect(throws: refusal) { try anchors.keep(driver, as: "new", replacing: true) }
    #expect(throws: refusal) { try anchors.keep(driver, as: key("a"), replacing: true) }
    let shared = SharedExecutables(folder["theirs"])
    #expect(throws: refusal) {
      try shared.entries.keep(driver, from: folder["made"], as: key("b"))
    }
    #expect(try theirs() == before)
    #expect(
      refusal.description
        == "The folder \(folder["theirs"]) holds '\(key("a"))', which Rehearse did not make, so it keeps "
        + "and removes nothing there. Name a new or an empty folder, or move that away.")
  }

  @Test func `a mark that came with a checkout does not let foreign files be removed`() throws {
    try cache().keep(driver, from: folder["made"], as: key("c"))
    try addTheirs()
    let before = try theirs()
    // Room is made for the next, and what was not finished is looked for.
    try cache().keep(driver, from: folder["made"], as: key("d"))
    try cache().keep(driver, from: folder["made"], as: key("e"))
    let kept = try theirs()
    for (name, text) in before where !name.hasPrefix("theirs/\(key("c"))") {
      #expect(kept[name] == text, "\(name)")
    }
    #expect(!kept.keys.contains { $0.hasPrefix("theirs/\(key("d"))") })
    // An entry's name alone is no leave either.
    #expect(throws: RevisionError.notOurs(folder: folder["theirs"], found: key("a"))) {
      try cache().copy(key("a"), to: folder["kept"])
    }
    #expect(try folder.text(of: "theirs/\(key("a"))/file") == "as a hash")
  }

  @Test func `the user's own .gitignore stays in a folder of Rehearse`() throws {
    try cache().keep(driver, from: folder["made"], as: key("c"))
    try folder.add("theirs/.gitignore", "mine\n")
    try cache().keep(driver, from: folder["made"], as: key("d"))
    #expect(try folder.text(of: "theirs/.gitignore") == "mine\n")
  }

  @Test func `a damaged anchor is refused, but not removed`() throws {
    let anchors = AnchorFolder(folder["theirs"])
    try anchors.keep(driver, as: "v1", replacing: false)
    try folder.add("theirs/v1/files/app", "damaged")
    guard case .damaged = try anchors.entries.copy("v1", to: folder["kept"]) else {
      Issue.record("the damage was not found")
      return
    }
    #expect(try folder.text(of: "theirs/v1/files/app") == "damaged")
  }

  @Test func `a symbolic link in the checkout does not lead revisions into another folder`()
    async throws
  {
    let repository = try RevisionRepository()
    try folder.add(["theirs/tree/file": "mine", "theirs/kept/file": "mine"])
    try FileManager.default.createDirectory(
      atPath: repository.folder.file(".build/rehearse"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: repository.folder.file(".build/rehearse/revisions"),
      withDestinationPath: folder.file("theirs"))
    let place = repository.folder[".build/rehearse/revisions"]
    await #expect(throws: RevisionError.notOurs(folder: place, found: "kept")) {
      try await repository.make((.workTree, name: "now"))
    }
    #expect(try theirs() == ["theirs/tree/file": "mine", "theirs/kept/file": "mine"])
  }

  @Test func `git in a linked work tree without its repository does not change the user's files`()
    async throws
  {
    let repository = try RevisionRepository()
    try repository.folder.add(["mine.txt": "not committed", "Scenarios/s.yml": "changed"])
    // A make that removes all that begins with a dot would do it.
    try repository.folder.add(".build/linked/file", "")
    let own = GitRepository(at: repository.folder.path)
    let linked = own.linked(at: repository.folder[".build/linked"])
    for arguments in [["checkout", "--force", "HEAD", "."], ["clean", "-ffdx"]] {
      await #expect(throws: RevisionError.self) { try await linked.git(arguments) }
    }
    #expect(try repository.folder.text(of: "Scenarios/s.yml") == "changed")
    #expect(try repository.folder.text(of: "mine.txt") == "not committed")
    #expect(repository.folder.files.contains(".build/linked/file"))
  }

  @Test func `cached files are not restored through a symbolic link out of the work tree`()
    async throws
  {
    let repository = try RevisionRepository()
    try folder.add("theirs/app", "mine")
    try repository.folder.add("Scenarios/out/app", "made")
    let tree = LinkedWorkTree(
      of: GitRepository(at: repository.folder.path),
      at: WorkTreePlace(around: repository.folder["around"], repository: repository.folder.path))
    try FileManager.default.createDirectory(
      atPath: tree.place.tree.string, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: tree.place.tree.appending("out").string, withDestinationPath: folder.file("theirs"))
    try folder.add("made/out/app", "made")
    let entries = ExecutableCache(folder: folder["cache"], limit: nil)
    try entries.keep(
      BuiltDriver(record: driver.record, commands: []), from: folder["made"], as: "v1")
    let files = TreeFiles(of: tree, passingThrough: folder["passage"])
    #expect(throws: RevisionError.notOurs(folder: folder["theirs"], found: "out/app")) {
      try files.restore("v1", from: entries)
    }
    #expect(try folder.text(of: "theirs/app") == "mine")
  }
}
