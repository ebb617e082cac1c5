import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// The installed Swift beside a second toolchain: a folder of links to it, whose `swift` calls itself another
  /// version, and compiles with a flag of its own.
  @Suite struct ToolchainTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.addTinyPackage()
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        driver: { product: tiny }
        builds:
          old: { configuration: debug, toolchain: second }
          new: { configuration: debug }
        stories: { s: { steps: [{ sum: {}, expect: { total: 3 } }] } }
        """)
    }

    /// Adds it where swiftly would.
    private func addToolchain() throws {
      let links = """
        mkdir -p toolchains/second/usr/bin && cd toolchains/second/usr
        own=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
        for entry in "$own"/*; do [ "${entry##*/}" = bin ] || ln -s "$entry" .; done
        for entry in "$own"/bin/*; do ln -s "$entry" bin; done
        mv bin/swift ../swift
        """
      let made = try Completion.of(["/bin/sh", "-ec", links], in: shell.folder.path)
      try #require(made.status == 0, "\(made.errors)")
      try shell.folder.addScript(
        "toolchains/second/usr/bin/swift",
        """
        [ "$1" != --version ] || { echo "Swift version 1.2.3 (second)"; exit; }
        exec "$(dirname "$0")/../../swift" "$@" -Xswiftc -DFLAGGED
        """)
    }

    private func rehearse(
      _ arguments: String..., environment: [String: String] = [:]
    ) throws -> Completion {
      let outside: [String: String?] = [
        "SWIFTLY_TOOLCHAINS_DIR": shell.folder.file("toolchains"), "GITHUB_ACTIONS": .none,
        "REHEARSE_PROGRESS": "never",
      ]
      return try Completion.of(
        [BuiltProducts.rehearse] + arguments,
        environment: outside.merging(environment) { _, given in given }, in: shell.folder.path)
    }

    @Test(.nightly) func `two versions of Swift are compared, and the comparison names them`()
      throws
    {
      try addToolchain()
      let installed = try Completion.of(["swift", "--version"]).output
      let words = try #require(installed.split(separator: "\n").first)
      let version = try #require(words.firstMatch(of: /Swift version ([^ ]+)/)?.1)
      let untried = try rehearse("validate", "s.yml")
      let swift = shell.folder.file("toolchains/second/usr/bin/swift")
      #expect(untried.output == "s.yml: 1 story, 2 builds, no mistake\n  old: \(swift)\n")
      let tried = try rehearse("validate", "s.yml", "--try", "--quiet")
      #expect(
        tried.output.hasPrefix(
          "s.yml: 1 story, 2 builds, no mistake\n  old: Swift version 1.2.3 (second), \(swift)\n"),
        "\(tried)")
      let comparison = try rehearse("compare", "s.yml", "--pairs", "2", "--memory-runs", "0")
      #expect(
        comparison.output.contains("new against old (Swift \(version) against 1.2.3)\n"),
        "\(comparison.output)\(comparison.errors)")
      let document = try #require(
        try shell.json(rehearse("show", "--json")) as? [String: Any])
      let experiment = try #require(document["experiment"] as? [String: Any])
      let builds = try #require(experiment["builds"] as? [[String: Any]])
      #expect(
        builds.map { $0["compiler"] as? String } == ["Swift version 1.2.3 (second)", String(words)])
      let report = try rehearse("report", "latest")
      #expect(report.status == 0, "\(report.errors)")
      let path = try #require(shell.folder.files.first { $0.hasSuffix("/report.md") })
      let page = try shell.folder.text(of: path)
      #expect(page.contains("| Swift version 1.2.3 (second) |"))
      try expectDrivers()
      // The package manager would compile with it.
      let own = try rehearse(
        "run", "s.yml", "--build", "old", "--runs", "1", "--no-report",
        environment: ["SWIFT_EXEC": "/no/such"])
      #expect(own.status == 0, "\(own.errors)")
    }

    /// Each build's program calls itself what its compiler made it.
    private func expectDrivers() throws {
      let programs = shell.folder.files.filter {
        $0.hasPrefix(".build/rehearse/plain") && $0.hasSuffix("-linux-gnu/debug/tiny")
      }
      let names = try programs.map { program in
        let answer = try Completion.of(
          ["/bin/sh", "-c", "echo hello | \(shell.folder.file(program))"]
        ).output
        return String(try #require(answer.firstMatch(of: /"driver":"([a-z]+)"/)?.1))
      }
      #expect(names.sorted() == ["flagged", "plain"])
    }

    @Test func `validate reports a missing toolchain, and run stops`() throws {
      let which = "The build 'old' asks for the toolchain 'second', which is not installed in "
      let validation = try rehearse("validate", "s.yml")
      #expect(validation.status == 0)
      #expect(validation.output == "s.yml: 1 story, 2 builds, no mistake\n")
      #expect(validation.errors.hasPrefix("s.yml: \(which)\(shell.folder.file("toolchains")), "))
      let run = try rehearse("run", "s.yml")
      #expect(run.status == 1)
      #expect(run.errors.hasPrefix("Error: \(which)"), "\(run.errors)")
      #expect(!shell.folder.files.contains { $0.hasPrefix(".build/") })
    }
  }
}
