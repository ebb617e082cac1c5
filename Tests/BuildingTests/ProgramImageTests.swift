import Foundation
import Programs
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// Which bytes of real programs, libraries and objects count.
struct ProgramImageTests {
  private let folder: ScratchFolder
  private let image = ProgramImage { SearchPath.own.program($0) }

  init() throws { folder = try ScratchFolder() }

  /// Compiles `main` below two lines, of which the second side has one more, which debug information shows.
  private func make(_ name: String, _ options: String..., payloads: [String] = ["", ""]) throws {
    for (side, payload) in zip(["a", "b"], payloads) {
      try folder.add("\(side)/app.c", (side == "a" ? "" : "\n") + "int main(void) { return 0; }\n")
      let made = try Completion.of(
        ["cc", "-g", "-O1"] + options + ["-o", name, "app.c"], in: folder["\(side)"])
      try #require(made.status == 0, "\(made.errors)")
      let file = try FileHandle(forUpdating: URL(filePath: folder.file("\(side)/\(name)")))
      try file.seekToEnd()
      try file.write(contentsOf: Data(payload.utf8))
      try file.close()
    }
  }

  private func isSame(_ name: String, _ uses: InputRecord.Use...) async throws -> Bool {
    let hashes = (
      try await image.hash(of: folder["a/\(name)"], leavingOut: folder["a"], usedAs: uses),
      try await image.hash(of: folder["b/\(name)"], leavingOut: folder["b"], usedAs: uses)
    )
    return hashes.0 == hashes.1
  }

  @Test func `a payload behind a program counts, debug information does not`() async throws {
    try make("app")
    #expect(try await isSame("app", .executed))
    try make("app", payloads: ["PK one", "PK one"])
    #expect(try await isSame("app", .executed))
    try make("app", payloads: ["PK one", "PK two"])
    #expect(!(try await isSame("app", .executed)))
    try make("app", payloads: ["", "PK one"])
    #expect(!(try await isSame("app", .executed)))
    // As for a program itself, the path of its tree is another on each side.
    try make("app", payloads: [folder.file("a/data"), folder.file("b/data")])
    #expect(try await isSame("app", .executed))
  }

  @Test func `all bytes count of what something reads that is no loader`() async throws {
    try make("app")
    try make("lib.so", "-shared", "-fPIC")
    try make("app.o", "-c")
    // It may read itself, or another process may copy it.
    #expect(!(try await isSame("app", .executed, .read)))
    #expect(!(try await isSame("app", .read)))
    #expect(!(try await isSame("app.o", .read)))
    #expect(try await isSame("lib.so", .read))
    #expect(try await isSame("lib.so", .examined, .read))
  }

  @Test func `a story that reads the program that it runs is proven by all of its bytes`()
    async throws
  {
    func side(_ name: String, _ uses: [InputRecord.Use]) -> SideInputs {
      var side = SideInputs(
        name: name, tree: folder[name], around: nil, executables: nil, maker: .nobody)
      side.stories["s"] = TracedInputs(
        record: InputRecord(
          files: [
            InputRecord.File(path: "\(InputRecord.tree)/app", uses: uses, content: name)
          ]))
      return side
    }
    let pair = RevisionPair(top: folder.path.appending("top"), differing: ["app.c"]) { [] }
    for (uses, isProven) in [
      ([InputRecord.Use.executed], true), ([.executed, .read], false),
    ] {
      try make("app")
      let comparison = InputComparison(
        baseline: side("a", uses), candidate: side("b", uses), repository: pair, image: image,
        allowed: [])
      #expect(try await comparison.finding().proof?.kind == (isProven ? .inputs : nil))
      let kept = try await comparison.keptCandidate()
      try FileManager.default.removeItem(atPath: folder.file("b"))
      let later = InputComparison(
        baseline: comparison.baseline, candidate: kept, repository: pair, image: image,
        allowed: [])
      #expect(try await later.finding().proof?.kind == (isProven ? .inputs : nil))
    }
  }
}
