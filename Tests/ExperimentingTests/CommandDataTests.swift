import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Experimenting

/// Files that commands find in their folder.
struct CommandDataTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func file(_ stories: String, _ keys: String = "") throws -> ScenarioFile {
    try ScenarioFile(
      folder.add("s.yml", "scenario: s\nbuilds: { a: {} }\n\(keys)\nstories: { \(stories) }").string
    )
  }

  /// The hash of each story's data.
  private func contents(_ stories: String, _ keys: String = "") throws -> [String?] {
    try Experiment(.scenario(file(stories, keys)), named: "e", builds: [], on: nil, rounds: 1)
      .stories.map(\.contents)
  }

  @Test func `data that commands find in their folder are known by their content`() throws {
    try folder.add(["words.txt": "b\na\n", "many/a.txt": "1", "many/sub/b.txt": "2"])
    let stories = """
      sort: { files: [words.txt], steps: [{ run: sort, stdin: words.txt }] },
        again: { after: [sort], steps: [{ run: [sort, words.txt] }] },
        none: { steps: [{ run: "true" }] }, all: { files: [many/], steps: [{ run: [ls, many] }] }
      """
    // As sha256sum hashes the lines of a path and what it prints of the file.
    let (words, many) = (
      "e79a380b9c41a771b22673003fe301e7fffd1304bf4bceef2b8516534194683d",
      "c697b522fd3bfb7d890886d7ac8e264a9573bf8cb242b92b91f68c077d62fc1c"
    )
    let first = try contents(stories)
    #expect(first == [words, words, nil, many])
    try folder.add("words.txt", "a\n")
    let second = try contents(stories)
    #expect(zip(first, second).map { $0 == $1 } == [false, false, true, true])
    #expect(second[0] == second[1])
    try folder.add("many/sub/c.txt", "")
    let third = try contents(stories)
    #expect(zip(second, third).map { $0 == $1 } == [true, true, true, false])
  }

  @Test func `a link in a folder of data counts as the file, and one to a device as nothing`()
    throws
  {
    try folder.add(["words.txt": "b\n", "many/a.txt": "1"])
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.file("many/words"), withDestinationPath: folder.file("words.txt"))
    try files.createSymbolicLink(
      atPath: folder.file("many/zero"), withDestinationPath: "/dev/zero")
    let stories = "s: { files: [many], steps: [{ run: [ls, many] }] }"
    let first = try contents(stories)
    #expect(try contents(stories) == first && first[0] != nil)
    try folder.add("words.txt", "a\n")
    #expect(try contents(stories) != first)
  }

  @Test func `files of all stories count for each`() throws {
    try folder.add("words.txt", "b\na\n")
    let stories = "s: { steps: [{ run: [sort, words.txt] }] }, t: { steps: [{ run: 'true' }] }"
    let found = try contents(stories, "files: [words.txt]")
    #expect(found[0] != nil && found[0] == found[1])
  }

  @Test func `code and programs are measured, so that they are no data unless they are read`()
    throws
  {
    try folder.add("app.py", "print(1)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.add("tool", "#!/bin/sh\n").string)
    func isKnown(_ step: String) throws -> [Bool] {
      try contents("s: { files: [app.py, tool], steps: [\(step)] }").map { $0 != nil }
    }
    #expect(try isKnown("{ shell: \"./tool; python3 app.py\" }") == [false])
    for input in ["app.py", "./app.py"] {
      #expect(try isKnown("{ run: [cat], stdin: \(input) }") == [true])
    }
  }

  @Test func `data that differ between two commits are named, and code and programs are not`()
    async throws
  {
    let repository = try GitFolder(folder.path)
    func add(_ text: String) throws {
      for name in ["words.txt", "many/a.txt", "other.txt", "app.py", "read.py", "tool", "plain"] {
        try folder.add("perf/\(name)", text)
      }
    }
    func mark(_ name: String) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.file("perf/\(name)"))
    }
    try add("1\n")
    try mark("tool")
    let scenario = try folder.add(
      "perf/s.yml",
      """
      scenario: s
      builds: { a: {} }
      files: [words.txt, app.py, read.py, tool, plain]
      stories: { s: { files: [many], steps: [{ run: [cat], stdin: read.py }] } }
      """)
    try repository.commit()
    try add("2\n")
    try folder.add("perf/many/b.txt", "2\n")
    // A mark does not exempt it.
    try mark("plain")
    try repository.commit()
    let file = try ScenarioFile(scenario.string)
    let commits = try ["HEAD~1", "HEAD"].map { try repository.git("rev-parse", $0) }
    #expect(
      try await file.differingData(from: commits[0], to: commits[1])
        == ["many/a.txt", "many/b.txt", "plain", "read.py", "words.txt"])
    #expect(try await file.differingData(from: commits[1], to: commits[1]) == [])
  }

  @Test func `a file of which only git-lfs's pointer is there is named`() throws {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"
    try folder.add(["words.txt": pointer, "many/a.txt": pointer])
    try folder.add("many/b.txt", pointer + String(repeating: "a", count: 1024))
    let notes = try file(
      "s: { files: [words.txt, many], steps: [{ run: [sort, many/a.txt], stdin: words.txt }] }"
    ).notes.map { $0.replacing(folder.path.string + "/", with: "") }
    #expect(
      notes == [
        "s.yml: only git-lfs's pointer is in words.txt, many/a.txt, because the content was not fetched. "
          + "Call 'git lfs pull'."
      ])
    try folder.add(["words.txt": "b\na\n", "many/a.txt": ""])
    #expect(
      try file("s: { files: [words.txt], steps: [{ run: sort, stdin: words.txt }] }").notes == [])
  }

  @Test func `a request's body of which only git-lfs's pointer is there is named`() throws {
    try folder.add("body.json", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n")
    let notes = try file(
      "s: { steps: [{ http: POST /, file: body.json, expect: { status: 201 } }] }",
      "services: { server: { command: [server, \"${port}\"] } }"
    ).notes
    #expect(notes.count == 1 && notes[0].contains("only git-lfs's pointer is in body.json,"))
  }
}
