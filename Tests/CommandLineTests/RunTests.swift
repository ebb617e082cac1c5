import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct RunTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private static let twoBuilds = """
      { a: { command: ["\(BuiltProducts.testDriver)"] }, \
      b: { command: ["\(BuiltProducts.testDriver)", x] } }
      """

    @Test func `an experiment is run, stored, printed and reported`() throws {
      try shell.addScenario(
        builds: Self.twoBuilds, stories: "{ s: \(Shell.counting), t: \(Shell.counting) }")
      let run = try shell.rehearse("run", "s.yml", "--seed", "7")
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("A sample (experiment 1, sample)\n"))
      #expect(run.errors.hasSuffix("The report is Results/sample-1/report.html.\n"))
      #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"))
      let files = shell.folder.files
      for file in [
        "report.html", "report.md", "scenario.yml", "measurements.csv", "charts/timeline-s.svg",
      ] {
        #expect(files.contains("Results/sample-1/\(file)"))
      }
      let entry = try shell.latest()
      #expect(entry["runs"] as? Int == 8 && entry["failed"] as? Int == 0)
      #expect(entry["completedAt"] != nil)
      try expectReadersToAgree()
    }

    private func expectReadersToAgree() throws {
      let list = try shell.rehearse("list")
      #expect(list.status == 0 && list.output.contains("complete"))
      for arguments in [
        [], ["--metric", "peak-memory"], ["--story", "s"], ["--story", "s", "--run", "2"],
        ["--story", "s", "--run", "1", "--build", "b"],
      ] {
        let show = try Completion.of(
          [BuiltProducts.rehearse, "show", "1"] + arguments, in: shell.folder.path)
        #expect(show.status == 0 && !show.output.isEmpty, "\(arguments): \(show.errors)")
      }
      let document = try #require(
        try shell.json(shell.rehearse("show", "sample", "--json")) as? [String: Any])
      #expect(document["status"] as? String == "passed")
      #expect(document["seed"] as? Int == 7 && document["runs"] as? Int == 8)
      let csv = try shell.rehearse("export").output
      #expect(csv.hasPrefix("experiment,build,story,step,kind,round,attempt,arrangement,layout,"))
      #expect(csv.contains("\n1,a,s,,solo,1,1,,1,cpu-time,ns,"))
      #expect(csv.contains("\n1,a,s,1,solo,1,1,,1,cpu-time,ns,"))
      #expect(csv == (try shell.folder.text(of: "Results/sample-1/measurements.csv")))
      #expect(
        try shell.rehearse("export", "--format", "json").output
          == (try shell.rehearse("show", "--json").output))
      let report = try shell.rehearse("report", "--output", "again", "--json")
      #expect(try shell.json(report) as? [String: String] == ["report": "again/report.html"])
      #expect(shell.folder.files.contains("again/report.html"))
    }

    @Test func `an exported experiment can be imported with the same values`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      #expect(try shell.rehearse("export", "--output", "out.csv").output == "")
      let imported = try shell.rehearse("import", "out.csv", "--name", "copy", "--json")
      #expect(imported.status == 0, "\(imported.errors)")
      // What is imported is another experiment, and has no steps.
      var rows: [String] = []
      for row in try shell.folder.text(of: "out.csv").split(separator: "\n")
      where !row.contains(",s,1,") {
        rows.append(row.hasPrefix("1,") ? "2" + row.dropFirst() : String(row))
      }
      #expect(rows.count > 4)
      let copy = try shell.rehearse("export", "copy").output.split(separator: "\n")
      #expect(copy.map { String($0) } == rows)
    }

    @Test func `with --json only the result is on standard output`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      let run = try shell.rehearse("run", "s.yml", "--json", "--runs", "1", "--build", "a")
      let document = try #require(try shell.json(run) as? [String: Any])
      #expect(document["status"] as? String == "passed")
      #expect(document["runs"] as? Int == 1)
    }

    @Test func `the results of several scenarios are one JSON list`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      try shell.folder.add(
        "t.yml",
        try shell.folder.text(of: "s.yml").replacing("scenario: sample", with: "scenario: other"))
      let run = try shell.rehearse("run", "s.yml", "t.yml", "--json", "--no-report")
      #expect(run.status == 0, "\(run.errors)")
      let documents = try #require(try shell.json(run) as? [[String: Any]])
      #expect(documents.map { $0["name"] as? String } == ["sample", "other"])
      // What was measured is reported, also where the next can't be.
      try shell.folder.add(
        "u.yml",
        try shell.folder.text(of: "s.yml").replacing(BuiltProducts.testDriver, with: "./missing"))
      let half = try shell.rehearse("run", "s.yml", "u.yml", "--json", "--no-report")
      let first = try #require(try shell.json(half) as? [[String: Any]])
      #expect(first.first?["name"] as? String == "sample" && half.status != 0, "\(half)")
    }

    @Test func `a wrong outcome comes with the command that records it`() throws {
      try shell.addScenario(
        stories:
          "{ s: { steps: [{ count: { to: 2 }, expect: { count: 3 } }] }, t: \(Shell.counting) }")
      let run = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(run.status == 3)
      #expect(
        run.errors.contains(
          "note: If the other outcome is meant: rehearse record --story s s.yml\n"), "\(run.errors)"
      )
      let record = try shell.rehearse("record", "--story", "s", "s.yml")
      #expect(record.status == 0, "\(record.errors)")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
    }

    @Test(arguments: [
      ("{ crash: { signal: 11 }, expect: { count: 1 } }", "crashed"),
      ("{ hang: {}, time-limit: 300 ms, expect: { count: 1 } }", "timed-out"),
      ("{ count: { to: 2 }, expect: { count: 3 } }", "wrong-outcome"),
      ("{ count: { to: 2 }, expect: { error: full } }", "wrong-refusal"),
      ("{ exit: { status: 3 }, expect: { count: 3 } }", "exited"),
      ("{ cuont: { to: 3 }, expect: { count: 3 } }", "unknown-verb"),
    ])
    func `a failed run is stored, and later runs are still made`(
      _ step: String, _ reason: String
    ) throws {
      let later = reason == "unknown-verb" ? "" : ", t: \(Shell.counting)"
      try shell.addScenario(stories: "{ s: { steps: [\(step)] }\(later) }")
      let run = try shell.rehearse("run", "s.yml", "--json", "--no-report")
      #expect(run.status == 3, "\(run.errors)")
      let document = try #require(try shell.json(run) as? [String: Any])
      let failures = try #require(document["failures"] as? [[String: Any]])
      #expect(failures.map { $0["reason"] as? String } == [reason, reason])
      #expect(failures.allSatisfy { $0["story"] as? String == "s" })
      #expect(document["status"] as? String == "app-failed")
      #expect(document["runs"] as? Int == (later.isEmpty ? 2 : 4))
      #expect(try shell.latest()["failed"] as? Int == 2)
      let show = try shell.rehearse("show", "--story", "s", "--run", "1")
      #expect(show.status == 0 && show.output.contains(reason))
    }

    @Test func `a driver that writes rubbish fails the run, and no control character is printed`()
      throws
    {
      try shell.addScenario(
        builds: "{ a: { command: [\"\(BuiltProducts.testDriver)\", --misbehave, rubbish] } }",
        stories: "{ s: \(Shell.counting) }")
      let run = try shell.rehearse("run", "s.yml", "--no-report")
      #expect(run.status == 3)
      #expect(run.output.contains("protocol-broken"))
      #expect(!run.output.contains("\u{1B}"))
    }

    @Test func `builds with different answers fail, even if each answer is as expected`() throws {
      try shell.addScenario(
        builds: Self.twoBuilds,
        stories: "{ s: { steps: [{ answer: {}, expect: { answered: true } }] } }")
      let run = try shell.rehearse("run", "s.yml", "--json", "--no-report")
      #expect(run.status == 3)
      #expect(run.output.contains("it is not known which of them is wrong"))
    }

    @Test func `progress is drawn on a terminal, and only there`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      let command = "\(BuiltProducts.rehearse) run s.yml --no-report >out"
      let terminal = try Completion.of(
        ["script", "-qec", command, "/dev/null"], environment: ["CI": nil, "TERM": "xterm"],
        in: shell.folder.path)
      #expect(terminal.status == 0)
      #expect(terminal.output.contains("2 of 2 runs"))
      #expect(!(try shell.folder.text(of: "out")).contains("\u{1B}"))
      let quiet = try Completion.of(
        ["script", "-qec", command + " --quiet", "/dev/null"], environment: ["CI": nil],
        in: shell.folder.path)
      // A busy machine may have a note on disturbed runs.
      let lines = quiet.output.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("note: ") }
      #expect(lines == [])
    }
  }
}
