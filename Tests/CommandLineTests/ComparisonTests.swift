import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `compare` and `check` with drivers that are really started in pairs. The test driver does a
  /// known share of work more than it is asked for (`--handicap`), so what is to be found is known.
  @Suite struct ComparisonTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private static func builds(_ candidate: String) -> String {
      """
      { a: { command: ["\(BuiltProducts.testDriver)"] }, \
      b: { command: ["\(BuiltProducts.testDriver)"\(candidate)] } }
      """
    }
    /// Ten times what the story costs: found in ten pairs whatever else the machine does, even if
    /// another test measures on the same CPU.
    private static let slower = #", "--handicap", "900%""#

    private static let computing =
      "{ steps: [{ compute: { rounds: 20000 }, repeat: 10, expect: { count: 20000 } }] }"

    private func addScenario(_ candidate: String, stories: String = "{ s: \(computing) }") throws {
      try shell.addScenario(builds: Self.builds(candidate), stories: stories)
    }

    private func judgement(_ completion: Completion) throws -> [String: Any] {
      let results = try #require(try shell.json(completion) as? [[String: Any]])
      return try #require(results.first?["judgement"] as? [String: Any])
    }

    private func verdict(_ judgement: [String: Any], _ metric: String) throws -> String? {
      let cells = try #require(judgement["gated"] as? [[String: Any]])
      return cells.first { $0["metric"] as? String == metric }?["verdict"] as? String
    }

    @Test func `a build that does more is a regression, but only check exits with a failure`()
      throws
    {
      try addScenario(Self.slower)
      let check = try shell.rehearse("check", "s.yml", "--no-control", "--no-inputs", "--json")
      #expect(check.status == 2, "\(check.errors)")
      let judgement = try judgement(check)
      #expect(judgement["outcome"] as? String == "regression")
      #expect(try verdict(judgement, "cpu-time") == "regressed")
      let compare = try shell.rehearse(
        "compare", "s.yml", "--pairs", "10", "--no-control", "--no-inputs", "--json")
      #expect(compare.status == 0)
      let results = try #require(try shell.json(compare) as? [[String: Any]])
      #expect(results.first?["status"] as? String == "passed")
      // The store knows what each was made for.
      let statuses = try ["1", "2"].map { number in
        try (shell.json(shell.rehearse("show", number, "--json")) as? [String: Any])?["status"]
          as? String
      }
      #expect(statuses == ["regression", "passed"])
      #expect(try self.judgement(compare)["outcome"] as? String == "regression")
    }

    @Test func `show prints the same verdicts from the store`() throws {
      try addScenario(Self.slower)
      let check = try shell.rehearse(
        "check", "s.yml", "--pairs", "10", "--no-control", "--no-inputs")
      #expect(check.status == 2, "\(check.errors)")
      let show = try shell.rehearse("show", "latest")
      #expect(show.status == 0 && show.output == check.output)
    }

    @Test func `a run of a comparison is shown by the number of its pair`() throws {
      let gates = "gates: [{ metric: cpu-time }, { metric: peak-anonymous-memory }]"
      try addScenario("", stories: "{ s: \(Shell.counting) }\n\(gates)")
      let compare = try shell.rehearse(
        "compare", "s.yml", "--pairs", "2", "--memory-runs", "2", "--no-layout-check",
        "--no-control", "--no-inputs", "--json")
      #expect(compare.status == 0, "\(compare.errors)")
      // The runs for memory alone are made before the pairs, and have the same numbers.
      for build in ["a", "b"] {
        let shown = try shell.rehearse(
          "show", "--story", "s", "--run", "1", "--build", build, "--json")
        let run = try #require(try shell.json(shown) as? [String: Any], "\(shown.errors)")
        #expect(run["arrangement"] != nil && run["build"] as? String == build, "\(run)")
      }
    }

    @Test func `an independent program computes the same verdicts of a real comparison`()
      throws
    {
      try addScenario(Self.slower, stories: "{ s: \(Self.computing), t: \(Shell.counting) }")
      #expect(
        try shell.rehearse("compare", "s.yml", "--pairs", "10", "--no-inputs").status == 0)
      let report = try shell.rehearse("report", "--format", "csv", "--output", "r")
      #expect(report.status == 0, "\(report.errors)")
      for script in ["recompute", "measurements"] {
        let path = PeerReaders.package.appending("Tests/Verdicts/\(script).py").string
        let computed = try Completion.of(
          [try PeerReaders.program("python3"), "-B", path, shell.folder["r"].string])
        #expect(computed.status == 0, "\(computed.errors)")
      }
    }

    @Test func `a crash is no regression`() throws {
      try addScenario(
        Self.slower, stories: "{ s: { steps: [{ crash: { signal: 11 }, expect: { count: 1 } }] } }")
      let check = try shell.rehearse("check", "s.yml", "--pairs", "2", "--no-inputs", "--json")
      #expect(check.status == 3)
      #expect(try verdict(try judgement(check), "cpu-time") == "failed")
    }

    /// So did the inventory of the source: its demo login crashed where it was optimised, and there
    /// alone (A. Bolaños Murillo, 4.1.4, p. 54).
    @Test func `a crash of only one build is neither a pass nor a regression`() throws {
      try addScenario(
        #", "--misbehave", "dies-at-the-end""#,
        stories: "{ demo-login: { steps: [{ count: { to: 1 }, expect: { count: 1 } }] } }")
      let check = try shell.rehearse("check", "s.yml", "--pairs", "2", "--no-inputs", "--json")
      #expect(check.status == 3, "\(check.errors)")
      let judgement = try judgement(check)
      #expect(judgement["outcome"] as? String == "app-failed")
      #expect(try verdict(judgement, "cpu-time") == "failed")
      #expect(
        check.errors.contains("demo-login failed on 'b' in every run"), "\(check.errors)")
      #expect(!check.errors.contains("failed on 'a'"), "\(check.errors)")
    }

    @Test
    func
      `the verdict is printed below all notes, even below the one on how to record another outcome`()
      throws
    {
      try addScenario("", stories: "{ s: { steps: [{ count: { to: 2 }, expect: { count: 3 } }] } }")
      let check = try Completion.of(
        [
          "/bin/sh", "-c", #"exec "$0" check s.yml --pairs 2 --no-inputs 2>&1"#,
          BuiltProducts.rehearse,
        ],
        environment: ["GITHUB_ACTIONS": .none, "REHEARSE_PROGRESS": "never"],
        in: shell.folder.path)
      #expect(check.status == 3)
      let lines = check.output.split(separator: "\n")
      #expect(
        lines.contains("note: If the other outcome is meant: rehearse record --story s s.yml"),
        "\(check.output)")
      #expect(
        lines.last?.hasPrefix(
          "Wrong outcome: s, count to=2: expected count 3, found 2 (") == true, "\(check.output)")
    }

    @Test
    func
      `with several candidates, only the notes of the last say that the machine was never qualified`()
      throws
    {
      let driver = "{ command: [\"\(BuiltProducts.testDriver)\"] }"
      try shell.addScenario(
        builds: "{ a: \(driver), b: \(driver), c: \(driver) }", stories: "{ s: \(Shell.counting) }")
      let check = try Completion.of(
        [
          "/bin/sh", "-c",
          #"exec "$0" check s.yml --pairs 2 --memory-runs 0 --no-control --no-inputs 2>&1"#,
          BuiltProducts.rehearse,
        ], environment: ["GITHUB_ACTIONS": .none, "REHEARSE_PROGRESS": "never"],
        in: shell.folder.path)
      let words = "note: This machine was never qualified for 'sample'"
      let parts = check.output.split(separator: words, omittingEmptySubsequences: false)
      #expect(parts.count == 2, "\(check.output)")
      #expect(parts.first?.contains("c against a\n") == true, "\(check.output)")
      #expect(parts.last?.contains("against") == false, "\(check.output)")
    }

    @Test func `compare makes as many pairs as --pairs says`() throws {
      try addScenario("")
      let compare = try shell.rehearse(
        "compare", "s.yml", "--pairs", "3", "--memory-runs", "2", "--no-inputs", "--seed", "5")
      #expect(compare.status == 0, "\(compare.errors)")
      let entry = try shell.latest()
      #expect(entry["runs"] as? Int == 2 * 3 + 2 * 2)
      #expect(entry["completedAt"] != nil)
    }

    @Test func `if time is short, fewer pairs are made, and they still decide`() throws {
      try addScenario(Self.slower)
      let check = try shell.rehearse(
        "check", "s.yml", "--max-time", "1 ms", "--quick-look", "--json")
      #expect([0, 2].contains(check.status), "\(check.errors)")
      let judgement = try judgement(check)
      let cells = try #require(judgement["gated"] as? [[String: Any]])
      #expect(cells.first { $0["metric"] as? String == "cpu-time" }?["n"] as? Int == 2)
      let rule = try #require(judgement["rule"] as? [String: Any])
      #expect(rule["interims"] as? [Int] == [2])
      #expect(check.errors.contains("2 pairs"))
      // Nor was there time to look for files that both sides share.
      #expect(
        judgement["reservations"] as? [String] == [
          "What both sides read is not known in full, so nothing is proven, and files that they share may go "
            + "unnoticed: --max-time left no time to record it."
        ])
      let kinds = judgement["reservedBy"] as? [[String: Any]]
      #expect(kinds?.first?["kind"] as? String == "inputs-unknown")
    }

    @Test func `a check without the time to decide anything does not pass, and is not begun again`()
      throws
    {
      try addScenario("")
      let words = ["ended after it", "nothing was measured"]
      for reason in words {
        let check = try shell.rehearse("check", "s.yml", "--max-time", "1 ms")
        #expect(check.status == 5 && check.output == "", "\(check)")
        #expect(check.errors.contains("which is too short") && check.errors.contains(reason))
      }
      #expect(
        try shell.rehearse("check", "s.yml", "--quick-look").errors
          .contains("--quick-look needs --max-time."))
    }

    @Test func `an inconclusive check passes, but fails with --strict`() throws {
      try addScenario("")
      // Two pairs can show next to nothing.
      let arguments = [
        "check", "s.yml", "--pairs", "2", "--memory-runs", "0", "--no-control", "--no-inputs",
      ]
      let lenient = try Completion.of(
        [BuiltProducts.rehearse] + arguments, in: shell.folder.path)
      let strict = try Completion.of(
        [BuiltProducts.rehearse] + arguments + ["--strict"], in: shell.folder.path)
      #expect(lenient.status == 0 && strict.status == 4, "\(lenient.output)")
    }

    @Test func `two stored experiments can be compared, with a warning`() throws {
      try addScenario(Self.slower)
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      let compare = try shell.rehearse("compare", "1", "2", "--candidate", "b", "--json")
      #expect(compare.status == 0)
      let judgement = try judgement(compare)
      #expect(judgement["baseline"] as? String == "a of experiment 1")
      #expect(judgement["candidate"] as? String == "b of experiment 2")
      #expect(compare.errors.contains("not measured together"))
    }

    @Test func `two stored comparisons are compared by the runs of their pairs, step by step`()
      throws
    {
      try addScenario(
        Self.slower,
        stories: "{ s: \(Self.computing) }\ngates: [{ metric: cpu-time, steps: true }]")
      for _ in 1...2 {
        let measured = try shell.rehearse(
          "compare", "s.yml", "--pairs", "4", "--memory-runs", "0", "--no-control", "--no-inputs")
        #expect(measured.status == 0, "\(measured.errors)")
      }
      let compare = try shell.rehearse("compare", "1", "2", "--candidate", "b", "--json")
      #expect(compare.status == 0, "\(compare.errors)")
      let cells = try #require(try judgement(compare)["gated"] as? [[String: Any]])
      #expect(cells.map { $0["step"] as? Int } == [nil, 1])
      #expect(cells.map { $0["evidence"] as? String } == ["across-times", "across-times"])
    }

    @Test func `options for measuring are refused if stored experiments are compared`()
      async throws
    {
      for (arguments, words) in [
        (["--pairs", "5"], "--pairs is about measuring"),
        (["--against", "main"], "--against is about measuring"),
        (["--max-time", "1 min"], "--max-time is about measuring"),
        (["--memory-runs", "3"], "--memory-runs is about measuring"),
        (["--instructions"], "--instructions is about measuring"),
        (["--allow-shared", "x"], "--allow-shared is about measuring"),
        (["--candidate", "a", "--candidate", "b"], "There are 2 candidates"),
      ] {
        let refused = try await Shell.refusal(of: ["compare", "1", "2"] + arguments)
        #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.errors)")
      }
    }

    @Test func `an impossible comparison is refused before anything is measured`() async throws {
      for (arguments, words) in [
        (["s.yml", "--baseline", "a", "--against", "main"], "give one or the other"),
        (["s.yml", "--pairs", "1"], "--pairs is 1; allowed: 2 to 10000"),
      ] {
        let refused = try await Shell.refusal(of: ["compare"] + arguments)
        #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.errors)")
      }
      try addScenario("")
      for (arguments, words) in [
        (["s.yml", "--candidate", "c"], "has no build 'c'; it has a, b."),
        (["s.yml", "--against", "main"], "is in no git repository, so it has no revisions"),
        (["s.yml", "--max-time", "soon"], "--max-time is 'soon'; allowed: a number with ms"),
      ] {
        let refused = try Completion.of(
          [BuiltProducts.rehearse, "compare"] + arguments, in: shell.folder.path)
        #expect(refused.status != 0 && refused.errors.contains(words), "\(refused.errors)")
      }
    }
  }
}
