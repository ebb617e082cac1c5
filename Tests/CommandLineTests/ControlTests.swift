import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// The control of a real check. Whether chance moves it is nothing to hold a test against: what was
  /// measured is changed in the store, and verdicts are made again.
  @Suite struct ControlTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    @discardableResult
    private static func check(_ arguments: String..., by shell: Shell) throws -> Completion {
      // In a folder of its own, for a copy is made beside it.
      let installed = try Completion.of([
        "/usr/bin/install", "-m", "755", BuiltProducts.testDriver, shell.folder["a"].string,
      ])
      try #require(installed.status == 0)
      try shell.addScenario(
        builds: """
          { a: { command: ["./a"] }, b: { command: ["./a", "--handicap", "50%"] } }
          """,
        stories: "{ s: \(Shell.counting), t: \(Shell.counting) }\ngates: [{ metric: cpu-time }]")
      return try shell.rehearse(
        ["check", "s.yml", "--pairs", "10", "--memory-runs", "0", "--no-layout-check"] + arguments)
    }

    /// A check with its control, and what it printed. It is made once.
    private static let checked = Result { () throws -> (shell: Shell, check: Completion) in
      let shell = try Shell()
      return (shell, try check("--json", by: shell))
    }

    private var store: DatabaseQueue {
      get throws { try DatabaseQueue(path: shell.folder["Results/rehearse.sqlite"].string) }
    }

    /// Sets the CPU time of all pairs: the candidate takes half as much again, and the copy so much.
    private func set(copy: Double) throws {
      try store.write { db in
        for (condition, time) in [
          ("build = 'a'", 1e8), ("build = 'b'", 1.5e8), ("build = 'a again'", 1e8 * copy),
        ] {
          // Every other pair by a thousandth, so that they do not agree to the last digit.
          try db.execute(
            sql: """
              UPDATE measurement SET value = ? * (1 + 0.001 * (SELECT round % 2 FROM run WHERE id = runId))
              WHERE metric = 'cpu-time' AND runId IN (SELECT id FROM run WHERE \(condition))
              """, arguments: [time])
        }
      }
    }

    private func shown() throws -> [String: Any] {
      let shown = try #require(
        try shell.json(shell.rehearse("show", "latest", "--json")) as? [String: Any])
      return try #require(shown["judgement"] as? [String: Any])
    }

    @Test func `the control's pairs stand among those of the builds in the store`() throws {
      try shell.take("Results", of: Self.checked.get().shell)
      let check = try Self.checked.get().check
      #expect([0, 2].contains(check.status), "\(check.errors)")
      let control: [String: Any] = try shell.part("judgement", "control", of: check)
      #expect(control["n"] as? Int == 10 && control["copy"] as? Bool == true)
      #expect(["s", "t"].contains(control["story"] as? String))
      let runs = try store.read {
        try Row.fetchAll($0, sql: "SELECT kind, build FROM run ORDER BY position")
      }
      let kinds = runs.map { $0["kind"] as String }
      #expect(kinds.count { $0 == "control" } == 20 && kinds.count == 60)
      // The first comes once the first round has chosen the story, the last in the last round.
      #expect(kinds.firstIndex(of: "control") == 4)
      #expect(try #require(kinds.lastIndex(of: "control")) >= 54)
      #expect(
        Set(runs.filter { $0["kind"] == "control" }.map { $0["build"] as String })
          == ["a", "a again"])
      // No copy is left beside the program.
      let files = try FileManager.default.contentsOfDirectory(
        atPath: Self.checked.get().shell.folder.path.string)
      #expect(Set(files) == ["Results", "a", "s.yml"])
      let documented = try shell.json(shell.rehearse("show", "latest", "--story", "s", "--json"))
      #expect((documented as? [[String: Any]])?.count == 20)
    }

    @Test func `if the control moved, every verdict on times is unproven, wherever it is shown`()
      throws
    {
      try shell.take("Results", of: Self.checked.get().shell)
      try set(copy: 1.02)
      let judgement = try shown()
      #expect(judgement["outcome"] as? String == "inconclusive")
      let cells = try #require(judgement["gated"] as? [[String: Any]])
      #expect(cells.map { $0["verdict"] as? String } == ["unproven", "unproven"])
      #expect(
        cells.allSatisfy { ($0["reason"] as? String)?.hasPrefix("the control moved") == true })
      let show = try shell.rehearse("show", "latest")
      #expect(show.status == 0)
      let sentence = show.output.split(separator: "\n").last ?? ""
      #expect(
        sentence.hasPrefix("Nothing on CPU time is decided: the control moved by +2 % (2 to 2), "),
        "\(sentence)")
      #expect(sentence.hasSuffix(" All 2 cells unproven."))
      let junit = try shell.rehearse("export", "--format", "junit").output
      #expect(junit.contains(#"failures="0" errors="0" skipped="2""#), "\(junit)")
      #expect(junit.contains("Unproven: s: CPU time +5"))
      let strict = try shell.rehearse("export", "--format", "junit", "--strict").output
      #expect(strict.contains(#"<failure type="unproven" "#), "\(strict)")
      let statuses: KeyValuePairs<String, [String]> = [
        "passed": [], "inconclusive": ["--strict"],
      ]
      for (status, options) in statuses {
        let exported = try shell.json(shell.rehearse(["export", "--format", "json"] + options))
        #expect((exported as? [String: Any])?["status"] as? String == status)
      }
      try #require(
        try shell.rehearse("report", "--output", "r").status == 0)
      for page in ["r/report.html", "r/report.md"] {
        #expect(
          try shell.folder.text(of: page).contains("Nothing on CPU time is decided"), "\(page)")
      }
      #expect(try shell.folder.text(of: "r/tables/verdicts.csv").contains(",unproven"))
      // An independent program comes to the same, of the report's files alone.
      for script in ["recompute", "measurements"] {
        let path = PeerReaders.package.appending("Tests/Verdicts/\(script).py").string
        let computed = try Completion.of(
          [try PeerReaders.program("python3"), "-B", path, shell.folder["r"].string])
        #expect(computed.status == 0, "\(computed.errors)")
      }
      // A list of what regressed has none of it.
      let regressions = try shell.json(shell.rehearse("regressions", "--json")) as? [Any]
      #expect(regressions?.isEmpty == true)
    }

    @Test func `if the control did not move, the same measurements are regressions`() throws {
      try shell.take("Results", of: Self.checked.get().shell)
      try set(copy: 1.001)
      let judgement = try shown()
      #expect(judgement["outcome"] as? String == "regression")
      #expect((judgement["control"] as? [String: Any])?["moved"] as? Bool == false)
      let document = try shell.rehearse("export", "--format", "json")
      #expect(try document.output == shell.rehearse("show", "latest", "--json").output)
      #expect(
        (try shell.json(document) as? [String: Any])?["status"] as? String == "regression")
      let imported = try shell.rehearse("export", "--format", "csv").output
      try shell.folder.add("m.csv", imported)
      #expect(imported.contains(",control,"))
      #expect(try shell.rehearse("import", "m.csv", "--name", "again").status == 0)
      // Who reads the measurements alone finds two builds.
      let builds = try #require(
        try shell.json(shell.rehearse("show", "latest", "--json")) as? [String: Any])["builds"]
      let names = (builds as? [[String: Any]])?.compactMap { $0["name"] as? String }
      #expect(names?.sorted() == ["a", "b"])
    }

    @Test
    func `--no-control leaves the control out, and is refused for stored experiments`()
      async throws
    {
      try Self.check("--no-control", by: shell)
      let kinds = try await store.read {
        try String.fetchAll($0, sql: "SELECT DISTINCT kind FROM run")
      }
      #expect(!kinds.contains("control"))
      #expect(try shown()["control"] == nil)
      let refused = try await Shell.refusal(of: ["compare", "1", "1", "--no-control"])
      #expect(refused.status == 64)
      #expect(
        refused.errors.contains(
          "--no-control is about measuring; what is stored is judged as it is."))
    }
  }
}
