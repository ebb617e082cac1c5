import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// What the documents show has to work as it stands there.
  @Suite struct DocumentationTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// The first block of a language in a document.
    private func block(_ language: String, of document: String) throws -> String {
      let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: document)
      let text = try String(contentsOf: file, encoding: .utf8)
      let start = try #require(text.range(of: "```\(language)\n")).upperBound
      let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
      return String(text[start..<end])
    }

    @Test func `the driver and the scenario of the protocol's page pass`() throws {
      try requirePython()
      let folder = "elsewhere"
      try shell.folder.add(
        "\(folder)/counter.py", try block("python", of: "Docs/driver-protocol.md"))
      try shell.folder.add(
        "\(folder)/counter.yml", try block("yaml", of: "Docs/driver-protocol.md"))
      let run = try shell.rehearse("run", "\(folder)/counter.yml", "--runs", "2", "--no-report")
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(try shell.latest()["failed"] as? Int == 0)
    }

    @Test func `every command explains itself, without a default as Swift writes it`() throws {
      let commands = try shell.commands()
      #expect(commands.count > 10)
      for command in commands {
        let help = try shell.rehearse(command, "--help")
        #expect(help.status == 0 && help.errors == "")
        #expect(help.output.contains("USAGE: rehearse \(command)"))
        #expect(!help.output.contains(#/\w\(\w+: /#), "\(help)")
        #expect(try shell.rehearse("help", command).output == help.output)
      }
    }

    @Test func `the scenario of the format's page has no mistake`() throws {
      try shell.folder.add("s.yml", try block("yaml", of: "Scenarios/README.md"))
      #expect(try shell.rehearse("validate", "s.yml").output.hasSuffix("no mistake\n"))
    }
  }
}
