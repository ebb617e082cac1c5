import Recording
import Tables
import Testing

@testable import Reports

struct InputTableTests {
  private func text(_ contents: [(old: String?, new: String?)]) throws -> String {
    func side(_ build: String, _ contents: [String?]) -> SideRecord {
      let files = contents.enumerated().map { index, content in
        InputRecord.File(path: "${tree}/\(index).txt", uses: [.read], content: content)
      }
      let system = InputRecord.File(path: "/usr/lib/a.so", uses: [.read], content: "5")
      return SideRecord(
        build: build, make: nil, stories: ["list": InputRecord(files: files + [system])])
    }
    let sides = [side("old", contents.map(\.old)), side("new", contents.map(\.new))]
    return TextTableRenderer(width: 100).rendered(try .inputs(sides, nil))
  }

  @Test func `files are the same only if both contents are known`() throws {
    let text = try text([("1", "1"), ("1", "2"), (nil, nil), ("1", nil)])
    let unknown = "both, not known if the same"
    for (index, end) in ["both, the same", "both, different", unknown, unknown].enumerated() {
      let line = text.split(separator: "\n").first { $0.contains("/\(index).txt") }
      #expect(line?.contains(end) == true, "\(text)")
    }
    #expect(text.contains("1 file of the system was read, too"), "\(text)")
  }

  @Test func `what a build and a story read of one file is compared with both`() throws {
    func side(_ build: String, made: String) -> SideRecord {
      let path = "${tree}/data.txt"
      func record(_ content: String) -> InputRecord {
        InputRecord(files: [InputRecord.File(path: path, uses: [.read], content: content)])
      }
      return SideRecord(build: build, make: record(made), stories: ["list": record("1")])
    }
    let table = try Table.inputs([side("old", made: "1"), side("new", made: "2")], nil)
    #expect(table.sections.flatMap(\.rows)[0][2] == .text("both, different", tone: .caution))
  }
}
