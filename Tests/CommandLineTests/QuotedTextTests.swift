import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// What an app or a file says is quoted, and obeyed neither by a terminal nor by a job's runner.
  @Suite struct QuotedTextTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @Test func `error output and titles can't act as commands to a CI job`() throws {
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        title: "::stop-commands::token"
        builds: { a: { command: ["\(BuiltProducts.testDriver)"] } }
        runs: 1
        stories:
          s:
            title: "::add-mask::e"
            steps:
              - exit: { status: 3, words: "::error::broken\\n\\e[2J##[error]red\\n" }
                expect: { count: 1 }
        """)
      let run = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(run.status == 3)
      #expect(run.output.hasPrefix(":\\:stop-commands::token (experiment 1, sample)\n"))
      let show = try shell.rehearse("show", "--story", "s", "--run", "1", "--color", "always")
      #expect(
        show.output.hasSuffix("\n:\\:error::broken\n␛[2J#\\#[error]red\n\n"), "\(show.output)")
      let json = try shell.rehearse("show", "--json")
      #expect(json.output.contains(#"::error::broken\n\u001b[2J#\u0023[error]red\n"#))
      let failures: [[String: Any]] = try shell.part("failures", of: json)
      let words = "::error::broken\n\u{1B}[2J##[error]red\n"
      #expect(failures.map { $0["standardError"] as? String } == [words])
      let junit = try shell.rehearse("export", "--format", "junit")
      #expect(junit.output.contains("\n␛[2J#&#35;[error]red\n"), "\(junit.output)")
      for text in [run.output, run.errors, show.output, show.errors, junit.output] {
        #expect(!text.contains("##[") && !text.contains(/(?m)^\s*::/), "\(text)")
      }
    }

    @Test func `titles and names are escaped in a report`() throws {
      let title = #"<script>x</script> [a](javascript:b) ![c](http://d) `e` \e[2J"#
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        title: "\(title)"
        builds: { a: { command: ["\(BuiltProducts.testDriver)"] } }
        runs: 2
        stories: { s: { title: "\(title)", \(Shell.counting.dropFirst(2)) }
        """)
      #expect(try shell.rehearse("run", "s.yml", "--output", "out").status == 0)
      for page in ["report.md", "statistics.md", "report.html"] {
        let text = try shell.folder.text(of: "out/\(page)")
        #expect(text.contains("script&gt;x"), "\(page)")
        for alive in ["<script>x", "[a](", "![c](", "\u{1B}"] where page.hasSuffix("md") {
          #expect(!text.contains(alive), "\(page): \(alive)")
        }
        #expect(!text.contains("<script>x") && !text.contains("\u{1B}"), "\(page)")
      }
    }

    @Test func `errors that end the program are escaped, too`() throws {
      let show = try shell.rehearse("list", "--store", "a\n::error::x\u{1B}[2J")
      #expect(show.status == 1)
      #expect(
        show.errors.hasPrefix("Error: There is no store at a\n:\\:error::x␛[2J. "), "\(show.errors)"
      )
      let usage = try shell.rehearse("list", "\n::error::x")
      #expect(usage.status == 64 && usage.errors.contains("\n:\\:error::x"), "\(usage.errors)")
      #expect(try shell.rehearse("--version").output == "0.1.0\n")
    }

    @Test func `a command's error output is escaped`() throws {
      let measure = try shell.rehearse(
        "measure", "--", "sh", "-c", #"printf '\033[2J\r::error::x\n##[error]y\n' >&2; exit 1"#)
      #expect(measure.status == 1)
      #expect(
        measure.errors.contains("  stderr: ␛[2J ::error::x\n  stderr: #\\#[error]y\n"),
        "\(measure.errors)")
    }
  }
}
