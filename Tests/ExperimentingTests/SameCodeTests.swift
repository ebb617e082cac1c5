import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Building
@testable import Experimenting

struct SameCodeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A side whose story `s` reads these files below its tree, by their contents.
  private func side(
    _ name: String, _ files: [String: String], opening others: [InputRecord.File] = [],
    gaps: [InputRecord.Gap] = []
  ) throws -> (SideRecord, SideInputs) {
    let records = try files.map { path, text in
      try folder.add("\(name)/\(path)", text)
      return InputRecord.File(
        path: "\(InputRecord.tree)/\(path)", uses: [.read], content: "\(text.hashValue)",
        size: Int64(text.utf8.count))
    }
    return (
      SideRecord(
        build: name, make: nil,
        stories: [
          "s": InputRecord(files: (records + others).sorted { $0.path < $1.path }, gaps: gaps)
        ]),
      SideInputs(
        name: name, tree: folder.path.appending(name), around: nil, executables: nil, maker: .nobody
      )
    )
  }

  private func stories(
    _ a: [String: String], _ b: [String: String], gaps: [InputRecord.Gap] = []
  ) throws -> [String] {
    let (one, other) = try (side("a", a), side("b", b, gaps: gaps))
    return SameCode.stories([one.0, other.0], of: [one.1, other.1])
  }

  private let program = "\u{7F}ELF and more"

  @Test func `a program with other arguments, data or scripts is still the same code`() throws {
    #expect(try stories(["app": program], ["app": program]) == ["s"])
    #expect(try stories(["app.py": "a = 1"], ["app.py": "a = 2"]) == ["s"])
    #expect(
      try stories(
        ["app": program, "in.txt": "1"], ["app": program, "in.txt": "2", "new.js": "x"]) == ["s"])
  }

  @Test func `a story whose program or library differs on either side does not run the same code`()
    throws
  {
    #expect(try stories(["app": program], ["app": program + "!"]).isEmpty)
    #expect(try stories(["app.py": "a"], ["app.py": "a", "fast.so": program]).isEmpty)
    #expect(try stories(["app.py": "a", "fast.so": program], ["app.py": "a"]).isEmpty)
  }

  @Test func `a story whose files are not fully known, or can't be read, may run other code`()
    throws
  {
    #expect(try stories(["app": program], ["app": program], gaps: [.cutOff]).isEmpty)
    let (one, other) = try (side("a", ["app.py": "a"]), side("b", ["app.py": "b"]))
    try FileManager.default.removeItem(atPath: folder.file("b/app.py"))
    #expect(SameCode.stories([one.0, other.0], of: [one.1, other.1]).isEmpty)
    #expect(SameCode.stories([], of: []).isEmpty)
  }

  @Test func `a folder that a program opens does not count as code`() throws {
    let folder = InputRecord.File(path: "/usr/lib", uses: [.read])
    let sides = try ["a", "b"].map { try side($0, ["app.py": $0], opening: [folder]) }
    #expect(SameCode.stories(sides.map(\.0), of: sides.map(\.1)) == ["s"])
  }

  @Test func `builds without records of inputs are compared by their hashes`() {
    func build(_ hash: String?, files: [String: String]? = nil) -> BuildRecord {
      BuildRecord(name: "b", recipe: "r", sha256: hash, files: files)
    }
    #expect(SameCode.isOneProgram(build("1"), build("1")))
    #expect(!SameCode.isOneProgram(build("1"), build("2")))
    #expect(!SameCode.isOneProgram(build(nil), build(nil)))
    #expect(SameCode.isOneProgram(build(nil, files: ["app": "1"]), build(nil, files: ["app": "1"])))
    #expect(
      !SameCode.isOneProgram(build(nil, files: ["app": "1"]), build(nil, files: ["app": "2"])))
  }
}
