import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// What the documents show has to work as it stands there.
  @Suite struct DocumentationTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func text(of document: String) throws -> String {
      try String(contentsOfFile: Repository.path(document), encoding: .utf8)
    }

    /// The first block of a language in a document that stands after a text, `heading`.
    private func block(
      _ language: String, of document: String, after heading: String = ""
    ) throws -> String {
      let text = try text(of: document)
      let place =
        heading.isEmpty ? text.startIndex : try #require(text.range(of: heading)).upperBound
      let rest = text[place...]
      let start = try #require(rest.range(of: "```\(language)\n")).upperBound
      let end = try #require(rest.range(of: "```", range: start..<rest.endIndex)).lowerBound
      return String(rest[start..<end])
    }

    @Test(arguments: ["## With the kit for Python", "## Without a kit"])
    func `drivers and scenario in the guide for other languages pass and keep the rules`(
      _ heading: String
    ) throws {
      try requirePython()
      let (folder, page) = ("elsewhere", "Docs/how-to/your-language.md")
      try shell.folder.add(
        "\(folder)/rehearse_driver.py", try text(of: "Kits/python/rehearse_driver.py"))
      try shell.folder.add("\(folder)/counter.py", try block("python", of: page, after: heading))
      try shell.folder.add("\(folder)/counter.yml", try block("yaml", of: page))
      let check = try shell.rehearse("driver", "check", "--scenario", "\(folder)/counter.yml")
      #expect(check.status == 0, "\(check.output)\(check.errors)")
      let run = try shell.rehearse("run", "\(folder)/counter.yml", "--runs", "2", "--no-report")
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(try shell.latest()["failed"] as? Int == 0)
    }

    @Test(.enabled(if: NodeProgram.isInstalled, "\(NodeProgram.absence)"))
    func `the driver in JavaScript in the guide for other languages keeps the rules`() throws {
      let page = "Docs/how-to/your-language.md"
      try shell.folder.add(
        "rehearse-driver.mjs", try text(of: "Kits/javascript/rehearse-driver.mjs"))
      try shell.folder.add("counter.mjs", try block("js", of: page))
      let scenario = try block("yaml", of: page)
      try shell.folder.add(
        "counter.yml", scenario.replacing("[python3, counter.py]", with: "[node, counter.mjs]"))
      let check = try shell.rehearse("driver", "check", "--scenario", "counter.yml")
      #expect(check.status == 0, "\(check.output)\(check.errors)")
      #expect(check.output.contains("15 rules: 15 ok"))
    }

    @Test func `every command has a help text, without defaults in Swift's notation`() async throws
    {
      let commands = try shell.commands()
      #expect(commands.count > 10)
      for command in commands {
        // `CompanionTests` have the program print some of them.
        let help = try await Shell.help(of: command)
        #expect(help.option.contains("USAGE: rehearse \(command)"))
        #expect(!help.option.contains(#/\w\(\w+: /#), "\(help)")
        #expect(help.command == help.option)
      }
    }

    @Test func `the pages of the commands match the help of the program`() throws {
      let script = PeerReaders.package.appending(".ci/command-pages.py").string
      let check = try Completion.of(
        [try PeerReaders.program("python3"), "-B", script, BuiltProducts.rehearse, "--check"])
      #expect(check.status == 0, "\(check.output)\(check.errors)")
    }

    @Test func `the scenario on the page of the format has no mistake`() throws {
      try shell.folder.add("s.yml", try block("yaml", of: "Docs/reference/scenario.md"))
      #expect(try shell.rehearse("validate", "s.yml").output.hasSuffix("no mistake\n"))
    }
  }
}
