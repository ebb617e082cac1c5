import Foundation
import GRDB
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// What the measurements are depends on the machine; these tests are about all else.
  @Suite struct QualifyTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      // Copies lie beside the driver: one of the test's own.
      let installed = try Completion.of(
        ["/usr/bin/install", "-m", "755", BuiltProducts.testDriver, shell.folder.file("app")])
      try #require(installed.status == 0, "\(installed.errors)")
    }

    private func addScenario(
      builds: String = "{ a: { command: [./app] }, b: { command: [./app, x] } }",
      stories: String = "{ s: \(Shell.counting), t: \(Shell.counting) }"
    ) throws {
      try shell.addScenario(builds: builds, stories: stories)
    }

    /// A check without what tells nothing of a qualification.
    private static let quick = [
      "--memory-runs", "0", "--no-control", "--no-inputs", "--no-layout-check",
    ]

    private func document(_ completion: Completion) throws -> [[String: Any]] {
      try #require(
        try shell.json(completion) as? [[String: Any]], "\(completion.output)\(completion.errors)")
    }

    private func state(of check: Completion) throws -> [String: Any] {
      let document = try #require(try document(check).first)
      return try #require(document["qualification"] as? [String: Any])
    }

    @Test
    func `qualify compares a build with its own copy, and stores, prints and shows the result`()
      throws
    {
      try addScenario()
      let run = try shell.rehearse("qualify", "s.yml", "--pairs", "10", "--seed", "1")
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("A sample (experiment 1, sample-qualification)\n"))
      for words in [
        "ualified", "Not tested: ", "Are the pairs independent?", "The pairs were made ",
        "'a' against itself", "At 30", "Verdict",
      ] {
        #expect(run.output.contains(words), "\(words): \(run.output)")
      }
      #expect(!run.errors.contains("byte for byte"))
      #expect(try shell.rehearse("show", "latest").output == run.output)
      // A build and its own copy are no two sides of a check.
      let junit = try shell.rehearse("export", "--format", "junit").output
      #expect(
        junit.contains(#"tests="4" failures="0""#) && !junit.contains("No regression"), "\(junit)")
      let markdown = try shell.rehearse("export", "--format", "markdown").output
      #expect(
        markdown.contains("against itself") && markdown.contains("ualified"), "\(markdown)")
      let summary = try shell.rehearse("export", "--format", "github-summary").output
      #expect(
        summary.hasPrefix("## A sample\n\n") && summary.contains("against itself")
          && summary.contains("ualified") && !summary.contains("byte for byte"), "\(summary)")
      let names = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path.string)
      #expect(names.filter { $0.hasPrefix("ap") } == ["app"])
      let shown = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      #expect(shown["build"] as? String == "a" && shown["pairs"] as? Int == 10)
      #expect(shown["qualified"] is Bool && shown["status"] as? String == "passed")
      let cells = try #require(shown["cells"] as? [[String: Any]])
      #expect(cells.map { $0["story"] as? String } == ["s", "t", "s", "t", "s", "t"])
      #expect(cells.map { $0["metric"] as? String }.prefix(2) == ["cpu-time", "cpu-time"])
      let rate = try #require(shown["falseAlarmRate"] as? [String: Any])
      #expect(rate["runs"] as? Int == 20_000)
      let rates = try #require(shown["falseAlarmRates"] as? [[String: Any]])
      #expect(rates.map { $0["together"] as? Int } == [1, 5, 10, nil])
      let dependence = try #require(shown["dependence"] as? [[String: Any]])
      #expect(
        dependence.map { $0["question"] as? String } == [
          "neighbours", "stretches", "stretches", "whole-run", "between-stretches", "between-runs",
        ])
      #expect(
        dependence[2]["answer"] as? String == "untested" && dependence[2]["needed"] as? Int == 20)
      let experiment = try #require(shown["experiment"] as? [String: Any])
      let builds = try #require(experiment["builds"] as? [[String: Any]])
      #expect(builds.map { $0["name"] as? String } == ["a", "a again"])
      #expect(builds.map { $0["recipe"] as? String } == ["./app", "./app, copied"])
      #expect(builds[0]["sha256"] as? String == builds[1]["sha256"] as? String)
    }

    @Test func `qualify records what stories read on both sides, unless told not to`() throws {
      try addScenario(stories: "{ s: \(Shell.counting) }")
      let run = try shell.rehearse("qualify", "s.yml", "--pairs", "10", "--memory-runs", "0")
      #expect(run.status == 0, "\(run.errors)")
      let sides = try document(shell.rehearse("show", "latest", "--inputs", "--json"))
      #expect(sides.map { $0["build"] as? String } == ["a", "a again"])
      #expect(sides.map { ($0["stories"] as? [String: Any])?.keys.sorted() } == [["s"], ["s"]])
      // What is the same on both sides is measured nevertheless.
      let shown = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      #expect((shown["experiment"] as? [String: Any])?["runs"] as? Int == 20)
      let without = try shell.rehearse(
        "qualify", "s.yml", "--pairs", "10", "--memory-runs", "0", "--no-inputs")
      #expect(without.status == 0, "\(without.errors)")
      let unknown = try shell.rehearse("show", "latest", "--inputs")
      #expect(unknown.errors.contains("What experiment 2 read was not recorded"))
    }

    @Test func `check reports whether the machine was qualified for its stories`() throws {
      try addScenario()
      let check = ["check", "s.yml", "--pairs", "3"] + Self.quick
      func run(_ arguments: String...) throws -> Completion {
        try Completion.of(
          [BuiltProducts.rehearse] + check + arguments, in: shell.folder.path)
      }
      let first = try run("--json")
      #expect(try state(of: first)["state"] as? String == "missing")
      #expect(
        first.errors.contains(
          "note: This machine was never qualified for 'sample', as far as this store knows, so the smallest "
            + "change that it can show is not known. Run: rehearse qualify s.yml, which takes about "
        ),
        "\(first.errors)")
      // To have said it once is enough; the document says it each time.
      let second = try run("--json")
      #expect(try state(of: second)["state"] as? String == "missing")
      #expect(!second.errors.contains("was never qualified"), "\(second.errors)")
      // One story is not the scenario.
      #expect(
        try shell.rehearse(
          "qualify", "s.yml", "--pairs", "10", "--memory-runs", "0", "--no-inputs", "--story", "s"
        ).status == 0)
      #expect(try state(of: run("--json"))["state"] as? String == "missing")
      let known = try state(of: run("--story", "s", "--json"))
      #expect(["valid", "unfit", "drifted"].contains(known["state"] as? String))
      #expect(known["experiment"] as? Int == 3)
      // The machine was another one then.
      try DatabaseQueue(path: shell.folder.file("Results/rehearse.sqlite")).write { db in
        try db.execute(
          sql: """
            UPDATE experiment SET environment = json_set(environment, '$.kernel', 'Linux 1.0')
            WHERE number = 3
            """)
      }
      let other = try run("--story", "s", "--json")
      let outdated = try state(of: other)
      #expect(outdated["state"] as? String == "missing" && outdated["experiment"] as? Int == 3)
      #expect(
        other.errors.contains(
          "qualified for 'sample' in experiment 3, but the kernel was Linux 1.0"))
    }

    @Test(.nightly)
    func `earlier qualifications are the sessions in which a bias is looked for`()
      throws
    {
      try addScenario(stories: "{ s: \(Shell.counting) }")
      func between() throws -> [String: Any] {
        let shown = try #require(
          try shell.json(shell.rehearse("show", "latest", "--json")) as? [String: Any])
        return try #require((shown["dependence"] as? [[String: Any]])?.last)
      }
      for _ in 1...2 {
        #expect(try shell.rehearse("qualify", "s.yml", "--pairs", "10").status == 0)
      }
      // Made right after each other they tell of one time.
      #expect(try between()["found"] as? Int == 1 && between()["pValue"] == nil)
      try DatabaseQueue(path: shell.folder.file("Results/rehearse.sqlite")).write { db in
        try db.execute(
          sql: "UPDATE experiment SET startedAt = datetime(startedAt, '-2 hours') WHERE number = 1")
      }
      let two = try between()
      #expect(two["question"] as? String == "between-runs" && two["pValue"] is Double, "\(two)")
    }

    @Test func `a check that is noisier than the qualification reports it and passes`() throws {
      try shell.addScenario(
        builds: "{ a: { command: [./app] }, b: { command: [./app, x] } }",
        stories: "{ s: { steps: [{ touch: { megabytes: 1 }, expect: { count: 1048576 } }] } }")
      #expect(
        try shell.rehearse(
          "qualify", "s.yml", "--pairs", "15", "--memory-runs", "0", "--no-inputs"
        ).status == 0)
      // As if it had been without noise; what it is now is beyond all that chance makes of that.
      let store = shell.folder.file("Results/rehearse.sqlite")
      try DatabaseQueue(path: store).write { db in
        try db.execute(sql: "UPDATE measurement SET value = 1e6 WHERE metric = 'cpu-time'")
      }
      let check = try shell.rehearse(["check", "s.yml", "--pairs", "15", "--json"] + Self.quick)
      let state = try state(of: check)
      #expect(state["state"] as? String == "drifted", "\(state)")
      let drift = try #require((state["drifts"] as? [[String: Any]])?.first)
      #expect(drift["metric"] as? String == "cpu-time" && drift["then"] as? Double == 0)
      #expect(check.errors.contains("note: cpu-time of s: this machine has drifted"))
    }

    @Test func `with budgets alone the document names what was not tried, and qualifies nothing`()
      throws
    {
      try addScenario(
        stories: "{ s: \(Shell.counting) }\ngates: [{ metric: cpu-time, at-most: 60 s }]")
      let run = try shell.rehearse(
        "qualify", "s.yml", "--pairs", "10", "--memory-runs", "0", "--no-inputs", "--json")
      #expect(run.status == 0, "\(run.errors)")
      let document = try #require(try document(run).first)
      #expect(document["qualified"] == nil && document["untried"] as? [String] == ["s"])
    }

    @Test func `a build that crashes is not qualified`() throws {
      try addScenario(
        stories: "{ s: { steps: [{ crash: { signal: 11 }, expect: { count: 1 } }] } }")
      let run = try shell.rehearse("qualify", "s.yml", "--pairs", "10", "--json")
      #expect(run.status == 3)
      let document = try #require(try document(run).first)
      #expect(document["qualified"] as? Bool == false)
      #expect(document["status"] as? String == "app-failed")
      #expect(document["falseAlarmRate"] == nil)
    }

    @Test func `a signal within a pair makes qualify store its runs and remove the copy`() throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      // One side at a time, so that one number is all that is written.
      try addScenario(
        stories: """
          { s: { arrangement: back-to-back, \
          steps: [{ hang: { file: "\(pipe.path)" }, expect: { count: 1 } }] } }
          """)
      let run = try shell.start("qualify", "s.yml", "--memory-runs", "0", "--no-inputs")
      let driver = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(driver))
      run.send(SIGINT)
      let completion = run.completion()
      #expect(completion.status == 130, "\(completion.errors)")
      #expect(
        completion.errors.hasSuffix(
          "Interrupted: 0 runs are stored in Results/rehearse.sqlite, 0 whole pairs among them. "
            + "'rehearse resume 1' measures the rest.\n"))
      #expect(watch.hasEnded())
      #expect(try shell.latest()["completedAt"] == nil)
      let shown = try #require(
        try shell.json(shell.rehearse("show", "--json")) as? [String: Any])
      #expect(shown["qualified"] as? Bool == false && shown["status"] as? String == "interrupted")
      let summary = try #require(shown["summary"] as? String)
      #expect(summary.hasPrefix("Not qualified: measuring was interrupted"), "\(summary)")
      let names = try FileManager.default.contentsOfDirectory(atPath: shell.folder.path.string)
      #expect(names.filter { $0.hasPrefix("ap") } == ["app"])
    }

    @Test func `impossible requests to qualify are refused`() async throws {
      let few = try await Shell.refusal(of: ["qualify", "s.yml", "--pairs", "9"])
      #expect(few.status == 64 && few.errors.contains("--pairs is 9; allowed: 10 to 10000."))
      try addScenario()
      let unknown = try shell.rehearse("qualify", "s.yml", "--build", "c")
      #expect(unknown.status == 64 && unknown.errors.contains("has no build 'c'; it has a, b."))
      #expect(
        try shell.rehearse("qualify", "--help").output.contains("0 measured, qualified or not"))
    }
  }
}
