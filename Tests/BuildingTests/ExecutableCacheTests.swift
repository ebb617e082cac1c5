import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Building

@Suite struct ExecutableCacheTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func key(_ digit: Character) -> String { String(repeating: digit, count: 64) }

  private func cache(limit: Int64 = 1 << 20) -> ExecutableCache {
    ExecutableCache(folder: folder["cache"], limit: limit)
  }

  /// Executables in two layouts, with a resource.
  private func built(_ content: String = "echo one") throws -> BuiltDriver {
    try folder.addScript("made/app.layout1", content)
    try folder.addScript("made/app.layout2", content)
    try folder.add("made/app.resources/nested/words", "hello")
    return BuiltDriver(
      record: BuildRecord(name: "b", recipe: "swift build", sha256: "1f"),
      commands: [[folder.file("made/app.layout1")], [folder.file("made/app.layout2")]])
  }

  private func copy(_ key: String, limit: Int64 = 1 << 20) throws -> ExecutableCache.Found? {
    guard case .found(let found) = try cache(limit: limit).copy(key, to: folder["kept"]) else {
      return nil
    }
    return found
  }

  /// Returns what a copy prints. A shell reads it: a child that another test is just starting may
  /// still hold it open to write, and then it could not be executed.
  private func output(of words: [String]) throws -> String {
    #expect(FileManager.default.isExecutableFile(atPath: words[0]))
    return try Completion.of(["/bin/sh"] + words).output
  }

  @Test func `a cached driver comes back with its record and the files next to it`() throws {
    let driver = try built()
    #expect(try copy(key("a")) == nil)
    try cache().keep(driver, from: folder["made"], as: key("a"))
    let found = try #require(try copy(key("a")))
    #expect(found.record == driver.record)
    #expect(
      found.commands == [[folder.file("kept/app.layout1")], [folder.file("kept/app.layout2")]])
    #expect(try output(of: found.commands[1]) == "one\n")
    #expect(try folder.text(of: "kept/app.resources/nested/words") == "hello")
    #expect(try copy(key("b")) == nil)
  }

  @Test func `a cache entry without its dates and executable bits is still usable`() throws {
    try cache().keep(try built(), from: folder["made"], as: key("a"))
    let script = "find cache -exec touch -d 2001-01-01 {} + ; chmod -R a-x,u+X cache"
    #expect(try Completion.of(["sh", "-c", script], in: folder.path).status == 0)
    let found = try #require(try copy(key("a")))
    #expect(try output(of: found.commands[0]) == "one\n")
  }

  @Test(arguments: [
    "files/app.layout1", "files/app.resources/nested/words", "entry.json", "entry.sha256",
  ])
  func `a damaged cache entry is detected and removed, whichever file is damaged`(_ name: String)
    throws
  {
    try cache().keep(try built(), from: folder["made"], as: key("a"))
    let path = "cache/\(key("a"))/\(name)"
    try folder.add(path, try folder.text(of: path).replacing("e", with: "i"))
    if name == "entry.sha256" { try folder.add(path, key("0")) }
    guard case .damaged = try cache().copy(key("a"), to: folder["kept"]) else {
      Issue.record("the damage was not found")
      return
    }
    #expect(try copy(key("a")) == nil)
    try cache().keep(try built(), from: folder["made"], as: key("a"))
    #expect(try copy(key("a")) != nil)
  }

  @Test func `a file that was added to a cache entry counts as damage`() throws {
    try cache().keep(try built(), from: folder["made"], as: key("a"))
    try folder.add("cache/\(key("a"))/files/extra.so", "")
    #expect(try copy(key("a")) == nil)
  }

  @Test func `the cache entry that was unused for longest is removed first`() throws {
    for digit in "abc" { try cache().keep(try built(), from: folder["made"], as: key(digit)) }
    for (digit, day) in zip("abc", 1...3) {
      let path = folder["cache"].appending(key(digit)).string
      #expect(try Completion.of(["touch", "-d", "2001-01-0\(day)", path]).status == 0)
    }
    // Used now, so it is the latest.
    #expect(try copy(key("a")) != nil)
    let size = try Completion.of(
      ["sh", "-c", "find cache/\(key("a")) -type f -exec cat {} + | wc -c"], in: folder.path)
    let one = try #require(Int64(size.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    try cache(limit: 2 * one).keep(try built(), from: folder["made"], as: key("d"))
    #expect(try "abcd".map { try copy(key($0)) != nil } == [true, false, false, true])
  }

  @Test func `an entry above the size limit is kept until the next one comes`() throws {
    try cache(limit: 1).keep(try built(), from: folder["made"], as: key("a"))
    #expect(try copy(key("a")) != nil)
    try cache(limit: 1).keep(try built(), from: folder["made"], as: key("b"))
    #expect(try copy(key("a")) == nil)
    #expect(try copy(key("b")) != nil)
  }

  @Test func `the rest of a killed process is removed, and git ignores the cache`() throws {
    try cache().keep(try built(), from: folder["made"], as: key("b"))
    try folder.add("cache/new-\(key("a"))/files/half", "")
    try cache().keep(try built(), from: folder["made"], as: key("a"))
    #expect(!folder.files.contains { $0.contains("new-") })
    #expect(try folder.text(of: "cache/.gitignore") == "*\n")
    #expect(try copy(key("a")) != nil)
  }
}
