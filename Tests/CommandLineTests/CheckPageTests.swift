import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// The report that `check` and `compare` write and open.
  @Suite struct CheckPageTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.addScenario(builds: Shell.twoBuilds, stories: "{ s: \(Shell.counting) }")
    }

    private func check(
      _ words: String..., environment: [String: String?] = [:]
    ) throws -> Completion {
      try shell.rehearse(
        [
          "check", "s.yml", "--pairs", "2", "--memory-runs", "0", "--no-layout-check",
          "--no-control", "--no-inputs",
        ] + words, environment: environment)
    }

    /// Puts a program in front of those of the system.
    private func inPath(_ tools: ScratchFolder) -> [String: String?] {
      ["PATH": "\(tools.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
    }

    @Test func `--report writes the page with the verdict`() throws {
      let check = try check("--report", "page")
      #expect([0, 2].contains(check.status), "\(check.errors)")
      #expect(check.errors.hasSuffix("The report is page/report.html.\n"), "\(check.errors)")
      for file in ["report.html", "report.md", "decision.json"] {
        #expect(shell.folder.files.contains("page/\(file)"))
      }
    }

    @Test func `--open hands the page to xdg-open`() throws {
      let tools = try ScratchFolder()
      try tools.addScript("xdg-open", "printf '%s ' \"$@\" > '\(tools.file("opened"))'")
      let check = try check("--open", environment: inPath(tools))
      #expect([0, 2].contains(check.status), "\(check.errors)")
      let told = try #require(
        check.errors.firstMatch(of: #/The report is (Results/.+/report\.html)\.\n$/#)?.output.1,
        "\(check.errors)")
      #expect(try tools.text(of: "opened").hasPrefix("/"))
      #expect(try tools.text(of: "opened").hasSuffix("/\(told) "))
      #expect(shell.folder.files.contains(String(told)))
    }

    @Test func `a page that can't be opened is written, and the verdict stands`() throws {
      let tools = try ScratchFolder()
      try tools.addScript("xdg-open", "exit 3")
      let failed = try check("--open", environment: inPath(tools))
      #expect([0, 2].contains(failed.status), "\(failed.errors)")
      #expect(
        failed.errors.hasSuffix(
          "note: The page can't be opened: 'xdg-open' exited with status 3.\n"), "\(failed.errors)")
    }

    @Test func `a folder with other files is refused before anything is measured`() throws {
      try shell.folder.add("page/report.html", "mine")
      let check = try check("--report", "page")
      #expect(check.status == 1 && check.output == "", "\(check)")
      #expect(check.errors.contains("Error: No report could be written: The folder page holds"))
      #expect(try shell.folder.text(of: "page/report.html") == "mine")
    }

    @Test(arguments: [["check", "--report"], ["compare", "--report"], ["run", "--output"]])
    func `a call that fails before its report is written leaves no page of an earlier one`(
      _ call: [String]
    ) throws {
      let others = ["charts/a.svg", "notes.txt", "rehearse-report.txt", "scenario.yml"]
      let results = [
        "decision.json", "index.html", "index.md", "measurements.csv", "report.html", "report.md",
        "statistics.md",
      ]
      for name in others + results { try shell.folder.add("page/\(name)", "old") }
      let failed = try shell.rehearse([call[0], "missing.yml", call[1], "page"])
      #expect(failed.status == 1, "\(failed)")
      #expect(
        shell.folder.files.filter { $0.hasPrefix("page/") } == others.map { "page/\($0)" })
    }

    @Test(arguments: [
      (
        ["check", "--merged", "all", "--open"],
        "--open is about measuring; what is stored is judged as it is."
      ),
      (
        ["compare", "1", "2", "--report", "page"],
        "--report is about measuring; what is stored is judged as it is."
      ),
      (
        ["check", "s.yml", "--part", "1/2", "--report", "page"],
        "--report and --open can't be combined with --part"
      ),
    ])
    func `a report without measurements is refused`(
      _ words: [String], _ said: String
    ) async throws {
      let refused = try await Shell.refusal(of: words)
      #expect(refused.status == 64 && refused.errors.contains(said), "\(refused)")
    }
  }
}
