import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct HistoryTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Imports an experiment of four runs around a CPU time in ms.
    private func add(
      _ level: Double, story: String = "list", metric: String = "cpu-time", unit: String = "ms",
      as name: String = "inventory"
    ) throws {
      let rows = [-0.02, 0.01, 0.03, -0.01].enumerated().map { run, noise in
        "checked,\(story),\(metric),\(unit),\(run + 1),\(level + noise)"
      }
      try shell.folder.add(
        "long.csv", (["build,story,metric,unit,run,value"] + rows).joined(separator: "\n") + "\n")
      let imported = try shell.rehearse("import", "long.csv", "--name", name)
      #expect(imported.status == 0, "\(imported.errors)")
    }

    @Test func `history leaves out an experiment with an impossible row, and reports it`() throws {
      for _ in 1...3 { try add(10) }
      try requirePython()
      let changed = try Completion.of(
        [
          "python3", "-c",
          "import sqlite3; s = sqlite3.connect('Results/rehearse.sqlite'); s.execute('UPDATE run SET "
            + "round = 9223372036854775807 WHERE experimentNumber = 2'); s.commit()",
        ], in: shell.folder.path)
      try #require(changed.status == 0, "\(changed.errors)")
      let history = try shell.rehearse("history")
      #expect(history.status == 0 && history.output.hasPrefix("CPU time over 2 experiments\n"))
      #expect(
        history.errors
          == "note: Experiment 2 (inventory) is left out: it holds 9223372036854775807 in the column "
          + "'round', which this version can't read.\n", "\(history.errors)")
      for command in [["list"], ["show", "3"], ["regressions"]] {
        #expect(try shell.rehearse(command).status == 0)
      }
      let shown = try shell.rehearse("show", "2")
      #expect(shown.status == 1 && shown.errors.contains("in the column 'round'"), "\(shown)")
    }

    @Test func `history reports that comparisons before the latest hundred are left out`()
      throws
    {
      try requirePython()
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)"] } }
          """, stories: "{ s: \(Shell.counting) }")
      let compared = try shell.rehearse(
        "compare", "s.yml", "--pairs", "4", "--memory-runs", "0", "--no-control",
        "--no-layout-check", "--no-inputs")
      #expect(compared.status == 0, "\(compared.errors)")
      // Copies have no runs, so that only the one that is left out has values.
      let copied = try Completion.of(
        [
          "python3", "-c",
          """
          import sqlite3
          s = sqlite3.connect("Results/rehearse.sqlite")
          names = [row[1] for row in s.execute("PRAGMA table_info(experiment)")][1:]
          for _ in range(100):
              s.execute(f"INSERT INTO experiment ({','.join(names)}) "
                        f"SELECT {','.join(names)} FROM experiment WHERE number = 1")
          s.commit()
          """,
        ], in: shell.folder.path)
      try #require(copied.status == 0, "\(copied.errors)")
      let usual = try shell.rehearse("history", "--metric", "minor-faults")
      #expect(usual.status == 64, "\(usual)")
      #expect(
        usual.errors.hasPrefix(
          "note: 1 earlier comparison is left out; 'rehearse history --last N' reads more.\n"),
        "\(usual.errors)")
      #expect(
        usual.errors.contains("No run of the scenario 'sample' among those read that passed"),
        "\(usual.errors)")
      let all = try shell.rehearse(
        "history", "--metric", "minor-faults", "--last", "101", "--json")
      #expect(all.status == 0 && all.errors == "", "\(all.errors)")
      let document = try #require(try shell.json(all) as? [String: Any])
      #expect(document["earlierComparisons"] as? Int == 0)
      #expect((document["comparisons"] as? [Any])?.count == 1)
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      let export = try shell.rehearse("export", "--format", "otava")
      #expect(export.status == 0, "\(export.errors)")
      #expect(
        export.errors.contains("note: Comparisons are left out: runs in pairs share a CPU.\n"),
        "\(export.errors)")
    }

    /// Twelve experiments, from the eighth of which on it takes longer. They are imported once.
    private static let step = Result { () throws -> Shell in
      let tests = try HistoryTests()
      for number in 1...12 { try tests.add((number < 8 ? 10 : 10.41) + Double(number % 3) * 0.01) }
      return tests.shell
    }

    @Test func `history finds a jump in twelve experiments, and prints, exports and draws it`()
      throws
    {
      try shell.take("Results", of: Self.step.get())
      let history = try shell.rehearse(
        "history", "--chart", "h.png", environment: ["COLUMNS": "80"])
      #expect(history.status == 0 && history.errors == "", "\(history.errors)")
      #expect(history.output.hasPrefix("CPU time over 12 experiments\n"))
      #expect(
        history.output.contains("\nlist on checked: +4.095 % at #8, 10.0125 ms to 10.4225 ms, p < ")
      )
      #expect(history.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(
        try shell.folder.bytes(of: "h.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
      let document = try #require(
        try shell.json(shell.rehearse("history", "--json")) as? [String: Any])
      #expect(document["metric"] as? String == "cpu-time" && document["unit"] as? String == "ns")
      #expect((document["experiments"] as? [Any])?.count == 12)
      let series = try #require((document["series"] as? [[String: Any]])?.first)
      #expect((series["points"] as? [Any])?.count == 12)
      let change = try #require((series["changes"] as? [[String: Any]])?.first)
      #expect(change["experiment"] as? Int == 8 && change["experimentBefore"] as? Int == 7)
      #expect(try #require(change["pValue"] as? Double) < 1e-6)
    }

    @Test func `the number of experiments, the least magnitude and the p-value can be set`() throws
    {
      try shell.take("Results", of: Self.step.get())
      func sentence(_ arguments: String...) throws -> String? {
        let done = try Completion.of(
          [BuiltProducts.rehearse, "history"] + arguments, in: shell.folder.path)
        #expect(done.status == 0, "\(done.errors)")
        return done.output.split(separator: "\n").last.map(String.init)
      }
      #expect(try sentence("--min-magnitude", "5") == "No change is found in 1 series.")
      #expect(try sentence("--min-magnitude", "4")?.contains("at #8") == true)
      #expect(try sentence("--last", "5") == "No change is found in 1 series.")
      #expect(try sentence("--p-value", "1e-300") == "No change is found in 1 series.")
      #expect(
        try sentence("--last", "1")
          == "There is only one experiment, so no change can be shown.")
    }

    @Test func `history reports a store that is missing or empty`() throws {
      let missing = try shell.rehearse("history")
      #expect(missing.status == 1 && missing.errors.contains("There is no store at Results/"))
      try add(10)
      try requirePython()
      let emptied = try Completion.of([
        "python3", "-c",
        "import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); d.execute('PRAGMA foreign_keys=1'); "
          + "d.execute('DELETE FROM experiment'); d.commit()",
        shell.folder.file("Results/rehearse.sqlite"),
      ])
      #expect(emptied.status == 0, "\(emptied.errors)")
      let empty = try shell.rehearse("history")
      #expect(empty.status == 1)
      #expect(empty.errors == "Error: The store holds no experiment yet.\n")
    }

    @Test func `history refuses unknown names`() throws {
      try add(10)
      for (arguments, text) in [
        (
          ["--scenario", "other"],
          "The store holds no experiment of the scenario 'other'; it holds those of inventory."
        ),
        (
          ["--name", "x*"], "The store holds no experiment named 'x*'; it holds those of inventory."
        ),
        (["--story", "lst"], "The history has no story 'lst'; it has list. Did you mean 'list'?"),
        (["--build", "b"], "The history has no build 'b'; it has checked."),
        (["--metric", "cpu-tme"], "Did you mean 'cpu-time'?"),
        (
          ["--metric", "peak-memory"],
          "No run of the scenario 'inventory' that passed has a value of 'peak-memory'; "
            + "there are measurements of cpu-time."
        ),
        (
          ["--ratios", "a.svg"],
          "There are no ratios of 'cpu-time' to draw: that needs two comparisons of the scenario 'inventory' "
            + "with the same baseline, such as 'rehearse check --against v1.0' after each commit."
        ),
      ] {
        let done = try Completion.of(
          [BuiltProducts.rehearse, "history"] + arguments, in: shell.folder.path)
        #expect(done.status == 64 && done.output.isEmpty, "\(arguments)")
        #expect(done.errors.contains(text), "\(done.errors)")
      }
    }

    @Test(arguments: [
      (
        ["--ratios", "a.gif"], "--ratios is 'a.gif'; allowed: a file ending in .svg, .png or .pdf."
      ),
      (["--chart", "a.gif"], "--chart is 'a.gif'; allowed: a file ending in .svg, .png or .pdf."),
      (["--last", "0"], "--last is 0; allowed: 1 and more."),
      (["--p-value", "1"], "--p-value is 1.0; allowed: between 0 and 1."),
      (["--min-magnitude=-1"], "--min-magnitude is -1.0; allowed: 0 and more."),
    ])
    func `history refuses impossible values`(_ words: [String], _ text: String) async throws {
      let refused = try await Shell.refusal(of: ["history"] + words)
      #expect(refused.status == 64 && refused.errors.contains(text), "\(refused)")
    }

    @Test func `a story that some experiments lack still has a series of the others`() throws {
      try add(10)
      try add(5, story: "lend")
      try add(10.1)
      let series = try #require(
        (try shell.json(shell.rehearse("history", "--json")) as? [String: Any])?["series"]
          as? [[String: Any]])
      #expect(series.map { $0["story"] as? String } == ["list", "lend"])
      #expect(series.map { ($0["points"] as? [Any])?.count } == [2, 1])
    }

    @Test func `real runs record their commits, and imports join them by the scenario's name`()
      throws
    {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      func git(_ arguments: String...) throws -> String {
        let done = try Completion.of(
          ["git", "-c", "user.name=n", "-c", "user.email=n@example.org"] + arguments,
          in: shell.folder.path)
        #expect(done.status == 0, "\(done.errors)")
        return done.output.trimmingCharacters(in: .newlines)
      }
      func run() throws {
        let done = try shell.rehearse("run", "s.yml", "--no-report", "--quiet")
        #expect(done.status == 0, "\(done.errors)")
      }
      try run()
      _ = try git("init", "--initial-branch=main")
      _ = try git("add", "s.yml")
      _ = try git("commit", "--message=first")
      try run()
      let text = try shell.folder.text(of: "s.yml")
      try shell.folder.add("s.yml", text + "# edited\n")
      try run()
      try add(1, story: "s", as: "sample")
      let commit = try git("rev-parse", "HEAD")
      let history = try shell.rehearse("history", "--scenario", "sample")
      #expect(history.status == 0)
      #expect(history.output.contains("  \(commit.prefix(7))  "))
      #expect(history.output.contains("  \(commit.prefix(7))*  "))
      #expect(
        history.errors.contains("note: From experiment 3 on: the scenario's file was edited."))
      #expect(history.errors.contains("note: From experiment 4 on: perhaps another machine:"))
      let document = try shell.json(shell.rehearse("history", "--json")) as? [String: Any]
      let revisions = try #require(document?["experiments"] as? [[String: Any]])
        .map { $0["revision"] as? [String: Any] }
      #expect(revisions.map { $0?["commit"] as? String } == [nil, commit, commit, nil])
      #expect(revisions.map { $0?["isDirty"] as? Bool } == [nil, false, true, nil])
      #expect(revisions[1]?["branch"] as? String == "main")
    }

    @Test func `experiments with one name but several scenarios are not mixed`() throws {
      for name in ["one", "two"] {
        try shell.addScenario(stories: "{ s: \(Shell.counting) }")
        let text = try shell.folder.text(of: "s.yml")
        try shell.folder.add("s.yml", text.replacing("scenario: sample", with: "scenario: \(name)"))
        let run = try shell.rehearse("run", "s.yml", "--name", "nightly", "--no-report", "--quiet")
        #expect(run.status == 0, "\(run.errors)")
      }
      let mixed = try shell.rehearse("history", "--name", "night*")
      #expect(mixed.status == 64)
      #expect(
        mixed.errors == "Error: Experiments named 'night*' are of several scenarios: one, two. "
          + "Choose one with '--scenario'.\n")
      let one = try shell.rehearse("history", "--name", "night*", "--scenario", "one")
      #expect(one.status == 0 && one.output.hasPrefix("CPU time over 1 experiment\n"))
    }
  }
}
