import TestSupport
import Testing

/// Texts that tests recorded.
struct SnapshotTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func snapshot(_ test: String) -> Snapshot {
    Snapshot(named: "words", of: folder.file(test))
  }

  @Test(arguments: ["Tests/SomeTests/TheTests.swift", "Tests/SomeTests/Folder/TheTests.swift"])
  func `a recorded text is stored under its test file's name and its own`(_ test: String) {
    #expect(snapshot(test).file == folder["Tests/SomeTests/Snapshots/TheTests/words.txt"])
  }

  @Test func `a text that differs from the recorded one is reported with the difference`() throws {
    let snapshot = snapshot("Tests/SomeTests/TheTests.swift")
    try snapshot.record("a\nb\n")
    #expect(try snapshot.difference(of: "a\nb\n") == nil)
    #expect(try snapshot.difference(of: "a\nc\n") == "line 2: 'c' instead of 'b'")
    #expect(try snapshot.difference(of: "a\nb") == "the line feed at the end")
    try snapshot.record("a\nc\n")
    #expect(try snapshot.difference(of: "a\nc\n") == nil)
  }

  @Test func `a text that was never recorded is an error`() {
    #expect(throws: Snapshot.Missing.self) {
      try snapshot("Tests/SomeTests/TheTests.swift").difference(of: "")
    }
  }

  @Test func `stated facts must appear in their order`() {
    let text = "a is 2 times as fast as b (1 to 3)."
    #expect(Snapshot.missing(["a", "2 times", "b", "(1 to 3)"], in: text) == nil)
    #expect(Snapshot.missing(["b", "2 times"], in: text) == "2 times")
    #expect(Snapshot.missing(["b", "b"], in: text) == "b")
  }
}
