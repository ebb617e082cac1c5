import Programs
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Which stories can meet, and what is left for the others, by more than the same path.
struct MeetingTests {
  /// Compares a build whose stories read with one whose stories write, without a repository or with one.
  private func comparison(
    _ baseline: [String: TracedInputs], _ candidate: [String: TracedInputs]
  ) -> InputComparison {
    func side(_ name: String, _ stories: [String: TracedInputs]) -> SideInputs {
      var side = SideInputs(
        name: name, tree: FilePath("/trees/\(name)"), around: nil, executables: nil,
        maker: .nobody)
      side.stories = stories
      return side
    }
    return InputComparison(
      baseline: side("a", baseline), candidate: side("b", candidate),
      repository: RevisionPair(top: "/project", differing: ["t.py"]) { [] },
      image: ProgramImage { _ in nil }, allowed: [])
  }

  private func reader(_ path: String, _ use: InputRecord.Use = .read) -> TracedInputs {
    TracedInputs(
      record: InputRecord(files: [
        .init(path: path, uses: [use], content: use == .read ? "1" : nil)
      ]))
  }

  /// What packs a folder under another name, sets a link, and writes into the folder for temporary files.
  private static let packer = TracedInputs(
    record: InputRecord(files: []),
    written: [
      "/tmp/app", "/tmp/app/new", "/tmp/app/new/x", "/tmp/app/final", "/tmp/app/current",
      "/tmp/other",
    ],
    moved: ["/tmp/app/new", "/tmp/app/final", "/tmp/app/current"])

  private static let paths: [(String, InputRecord.Use, Bool)] = [
    ("/tmp/app/final/x", .read, true), ("/tmp/app/final/deep/x", .missing, true),
    ("/tmp/app/final", .examined, true), ("/tmp/app/current/x", .examined, true),
    ("/tmp/app/new/y", .missing, true), ("/tmp/app/x", .read, false),
    ("/tmp/app/finale/x", .read, false), ("/tmp/other/x", .missing, false),
    ("/tmp/x", .read, false),
  ]

  @Test(arguments: paths)
  func `what is below a renamed folder or a new link meets who moved it`(
    _ path: String, _ use: InputRecord.Use, _ meets: Bool
  ) async throws {
    // Python writes its bytecode under another name, too.
    var other = Self.packer
    other.moved.insert("/lib/__pycache__")
    let (reader, library) = (reader(path, use), reader("/lib/__pycache__/m.so"))
    let stories = ["load": reader, "pack": other, "use": library]
    let separate: Set = ["use"]
    #expect(
      comparison(stories, [:]).separateStories
        == separate.union(meets ? ["pack"] : ["load", "pack"]))
    // The story 'pack' reads something that differs.
    var changed = stories
    changed["pack"]?.record.files = [.init(path: "${tree}/t.py", uses: [.read], content: "2")]
    let proofs = try await comparison(stories, changed).finding().storyProofs
    #expect(proofs.keys.sorted() == (meets ? ["use"] : ["load", "use"]))
  }

  @Test(arguments: paths)
  func `what is read below a folder that the other side moved was left by it`(
    _ path: String, _ use: InputRecord.Use, _ meets: Bool
  ) async throws {
    let shared = try await comparison(["pack": Self.packer], ["load": reader(path, use)]).shared()
    let left = SharedInput(path: path, reason: .leftBy(story: "pack", side: "a", reader: "b"))
    #expect(shared == (meets && use == .read ? [left] : []))
  }

  @Test(arguments: [
    "/var/cache/fontconfig/3830d5c3-le64.cache-8": false, "/var/cache/fonts/list": true,
  ])
  func `what one side wrote is left for the other, but for lists of fonts, which are checked`(
    _ path: String, _ isLeft: Bool
  ) async throws {
    let writer = TracedInputs(record: InputRecord(files: []), written: [path])
    let shared = try await comparison(["draw": writer], ["draw": reader(path, .read)]).shared()
    let left = SharedInput(path: path, reason: .leftBy(story: "draw", side: "a", reader: "b"))
    #expect(shared == (isLeft ? [left] : []))
  }

  @Test func `two stories that write below a folder that one of them moves can meet`() {
    let writer = TracedInputs(record: InputRecord(files: []), written: ["/tmp/app/final/log"])
    let stories = ["log": writer, "pack": Self.packer]
    #expect(comparison(stories, [:]).separateStories == ["pack"])
  }

  @Test func `stories that use the same name in the kernel can meet, and neither proves the other`()
    async throws
  {
    func user(_ name: String, _ files: [InputRecord.File] = []) -> TracedInputs {
      TracedInputs(record: InputRecord(files: files), written: [name])
    }
    let stories = [
      "one": user("System V shared memory 0x1"), "two": user("System V shared memory 0x1"),
      "alone": user("System V shared memory 0x2"),
    ]
    #expect(comparison(stories, [:]).separateStories == ["alone"])
    var changed = stories
    changed["two"] = user(
      "System V shared memory 0x1", [.init(path: "${tree}/t.py", uses: [.read], content: "2")])
    let proofs = try await comparison(stories, changed).finding().storyProofs
    #expect(proofs.keys.sorted() == ["alone"])
  }

  @Test
  func `stories that bind the same port or name, or look for one that another binds, can meet`() {
    func binder(_ claimed: Set<String>, seeking sought: Set<String> = []) -> TracedInputs {
      TracedInputs(record: InputRecord(files: []), claimed: claimed, sought: sought)
    }
    let stories = [
      "one": binder(["port:9000"]), "two": binder(["port:9000"]),
      "lock": binder(["unix:@app-lock"]), "probe": binder([], seeking: ["unix:@app-lock"]),
      "other": binder(["port:9001"], seeking: ["unix:/var/run/nscd/socket"]),
      "same": binder([], seeking: ["unix:/var/run/nscd/socket"]),
    ]
    #expect(comparison(stories, [:]).separateStories == ["lock", "other", "same"])
  }

  @Test func `stories that lock the same file can meet, but neither leaves it for the other`()
    async throws
  {
    func locker(_ claimed: Set<String>, _ sought: Set<String> = []) -> TracedInputs {
      TracedInputs(
        record: InputRecord(files: [.init(path: "/tmp/app.lock", uses: [.read], content: "1")]),
        claimed: claimed, sought: sought)
    }
    let alone = ["one": locker(["/tmp/app.lock"]), "two": locker(["/tmp/app.lock"])]
    #expect(comparison(alone, [:]).separateStories.isEmpty)
    #expect(try await comparison(alone, alone).shared().isEmpty)
    let together = ["one": locker([], ["/tmp/app.lock"]), "two": locker([], ["/tmp/app.lock"])]
    #expect(comparison(together, [:]).separateStories == ["one", "two"])
  }
}
