import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct ValidateTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test func `validate reports a good file on standard output`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      let completion = try shell.rehearse("validate", "s.yml")
      #expect(completion.status == 0)
      #expect(completion.output == "s.yml: 1 story, 1 build, no mistake\n")
      #expect(completion.errors == "")
    }

    @Test func `validate names a story that is marked as a placeholder`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      try shell.folder.add(
        "s.yml",
        shell.folder.text(of: "s.yml").replacing("{ s: {", with: "{ s: { placeholder: Tool,"))
      let completion = try shell.rehearse("validate", "s.yml")
      #expect(completion.status == 0)
      #expect(
        completion.errors
          == "s.yml: story 's' is marked 'placeholder': its verdicts say nothing about your code.\n"
      )
    }

    @Test func `validate reports every mistake on standard error, with its position`() throws {
      try shell.addScenario(stories: "{ s: { stpes: [] }, t: { steps: [] } }")
      let completion = try shell.rehearse("validate", "s.yml", "missing.yml")
      #expect(completion.status == 1)
      #expect(completion.output == "")
      let lines = completion.errors.split(separator: "\n")
      #expect(lines.count >= 3)
      #expect(lines.first?.hasPrefix("s.yml:5:") == true)
      #expect(completion.errors.contains("Did you mean 'steps'?"))
      #expect(lines.last == "The file missing.yml does not exist.")
    }

    @Test func `with --json both good and bad files are reported on standard output`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      let completion = try shell.rehearse("validate", "s.yml", "missing.yml", "--json")
      #expect(completion.status == 1)
      #expect(completion.errors == "")
      let entries = try #require(try shell.json(completion) as? [[String: Any]])
      #expect(entries[0]["stories"] as? [String] == ["s"])
      #expect(entries[1]["mistakes"] as? [String] == ["The file missing.yml does not exist."])
    }

    @Test func `a file that is not text and a folder are reported`() throws {
      try Data([0xff, 0xfe, 0x00]).write(to: URL(fileURLWithPath: shell.folder["bytes"].string))
      let completion = try shell.rehearse("validate", "bytes", ".")
      #expect(
        completion.errors
          == "The file bytes is not text in UTF-8.\nThe file . can't be read.\n")
    }
  }
}
