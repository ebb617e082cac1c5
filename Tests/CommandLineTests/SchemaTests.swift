import Foundation
import GRDB
import Recording
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// What `--json` prints is what `Docs/schemas` says.
  @Suite struct SchemaTests {
    private let shell: Shell
    private let schemas = PeerReaders.package.appending("Docs/schemas")
    private static let baseline = "Scenarios/baseline"

    init() throws { shell = try Shell() }

    /// Keeps what a command prints, and asks whether a schema describes it: one of Docs/schemas, or
    /// its path in the package.
    private func document(_ schema: String, _ arguments: String...) throws -> PeerReaders.Request {
      // What follows a command is the command's.
      let isCommand = arguments.first == "measure"
      let words =
        isCommand ? ["measure", "--json"] + arguments.dropFirst() : arguments + ["--json"]
      let completion = try Completion.of(
        [BuiltProducts.rehearse] + words,
        environment: ["GITHUB_ACTIONS": .none], in: shell.folder.path)
      let name = "\(shell.folder.files.count).json"
      try shell.folder.add(name, completion.output)
      #expect(!completion.output.isEmpty, "\(arguments): \(completion.errors)")
      let file = FilePath("\(schema).schema.json")
      let folder = file.components.count > 1 ? PeerReaders.package : schemas
      return .document(shell.folder[name], schema: folder.pushing(file))
    }

    /// Makes the store say that the builds of the first experiment were compiled with these.
    private func set(_ checks: [CheckSetting]) throws {
      try DatabaseQueue(path: shell.folder["Results/rehearse.sqlite"].string).write { db in
        for (index, setting) in checks.enumerated() {
          let checks = String(
            decoding: try JSONEncoder().encode(BuildChecks(setting: setting, modules: [])),
            as: UTF8.self)
          try db.execute(
            sql: "UPDATE experiment SET builds = json_set(builds, ?, json(?)) WHERE number = 1",
            arguments: ["$[\(index)].checks", checks])
        }
      }
    }

    @Test func `every document matches its schema`() throws {
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)"] } }
          """,
        stories: """
          { s: \(Shell.counting), \
          crash: { steps: [{ crash: { signal: 11 }, expect: { count: 1 } }] } }
          gates: [{ metric: cpu-time, steps: true }, { metric: peak-memory, at-most: 1 GB }]
          """)
      try shell.folder.add("bad.yml", "scenario: 7\n")
      try shell.folder.add(
        "choice.yml",
        """
        scorecard: choice
        alternatives: { a: { experiment: latest }, b: { experiment: latest } }
        criteria:
          CPU: { weight: 1 to 2, metric: cpu-time, stories: [s] }
          price: { weight: 1, better: lower, unit: €, scores: { a: 2, b: [3, 4] } }
        """)
      try shell.folder.add(
        "skills.yml",
        "scorecard: skills\ncriteria: { a: { hours: 8, times: 2 }, b: { group: g, hours: 4, times: once } }"
      )
      let watched = try StartedProcess(["sleep", "6000"])
      defer {
        watched.send(SIGKILL)
        _ = watched.completion()
      }
      var requests = [
        try document("validation", "validate", "s.yml", "bad.yml"),
        try document("validation", "validate", "s.yml", "bad.yml", "--try"),
        try document("diagnosis", "doctor"),
        try document("driver-check", "driver", "check", "--scenario", "s.yml"),
        try document("experiment", "run", "s.yml", "--no-report"),
        try document("experiment", "run", "s.yml", "--no-report", "--rerun-disturbed"),
        try document("experiments", "run", "s.yml", "s.yml", "--no-report"),
        try document("list", "list"),
        try document("scorecard", "scorecard", "choice.yml"),
        try document("scorecard", "scorecard", "skills.yml", "--has", "b"),
        try document("experiment", "show", "1"),
        try document("runs", "show", "1", "--story", "s"),
        try document("runs", "show", "1", "--story", "crash"),
        try document("run", "show", "1", "--story", "s", "--run", "1"),
        try document("statistics", "show", "1", "--metric", "cpu-time"),
        try document("metrics", "show", "1", "--metrics"),
        try document("history", "history"),
        try document("regressions", "regressions", "--all"),
        try document("comparisons", "check", "s.yml", "--pairs", "3"),
        try document("comparisons", "compare", "1", "2", "--candidate", "b"),
        try document("comparison", "show", "latest"),
        try document(
          "comparisons", "check", "s.yml", "--story", "s", "--part", "1/1", "--pairs", "3",
          "--store",
          "part"),
        try document("merge", "merge", "part", "nothing", "--into", "merged"),
        try document("comparisons", "check", "--merged", "merged"),
        try document("history", "history"),
        try document("qualifications", "qualify", "s.yml", "--story", "s", "--pairs", "10"),
        try document("qualification", "show", "latest"),
        try document("explanations", "explain", "s.yml", "--story", "s", "--metric", "allocations"),
        try document(
          "measure", "measure", "-n", "2", "--ignore-failure", "--fail-above", "+5%", "-L", "x",
          "0,1", "sh -c 'exit {x}'", "true"),
        try document("attach", "attach", "\(watched.pid)", "--duration", "200 ms"),
      ]
      if Nightly.isOn {
        requests += [
          try document(
            "explanations", "explain", "s.yml", "--story", "s", "--pairs", "8", "--no-counts"),
          try document("explanations", "show", "latest"),
        ]
      }
      let found = try PeerReaders.read(requests)
      for (request, problems) in zip(requests, found) {
        #expect(problems as? [String] == [], "\(request)")
      }
    }

    @Test func `documents of a proven unchanged comparison match their schemas`() throws {
      try shell.folder.add(".gitignore", "*\n")
      try shell.addScenario(
        builds: "{ a: { command: [sh, -c, \"exec \(BuiltProducts.testDriver)\"] } }",
        stories: "{ s: \(Shell.counting) }")
      for words in [
        ["init", "--quiet"], ["add", "--force", "s.yml", ".gitignore"],
        ["-c", "user.name=n", "-c", "user.email=n@localhost", "commit", "--quiet", "-m", "first"],
      ] {
        let git = try Completion.of(["git", "-C", shell.folder.path.string] + words)
        try #require(git.status == 0, "\(git.errors)")
      }
      let requests = [
        try document("comparisons", "check", "s.yml", "--against", "HEAD"),
        try document("comparison", "show", "latest"),
        try document("history", "history"), try document("anchors", "anchor", "list"),
      ]
      for (request, problems) in zip(requests, try PeerReaders.read(requests)) {
        #expect(problems as? [String] == [], "\(request)")
      }
      #expect(try shell.rehearse("show", "latest").output.contains("have the same files"))
      // A format that holds measurements is no reason to fail where none were to be made.
      let check = try shell.rehearse(
        "check", "s.yml", "--against", "HEAD", "--export", "otava=o.csv")
      #expect(check.status == 0)
      #expect(check.errors.contains("note: o.csv was not written: otava holds"))
    }

    @Test func `the document with the costs of checks matches its schema`() throws {
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)", x] } }
          """, stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      try set([
        CheckSetting(optimisation: .speed, traps: true, exclusivity: true),
        CheckSetting(optimisation: .unchecked, traps: false, exclusivity: false),
      ])
      let request = try document("experiment", "show", "1")
      let shown = try #require(
        try shell.json(shell.rehearse("show", "1", "--json")) as? [String: Any])
      let attribution = try #require(shown["attribution"] as? [String: Any])
      let parts = try #require(attribution["parts"] as? [[String: Any]])
      #expect(parts.map { $0["subject"] as? String } == ["all-checks"])
      let rows = try #require(parts[0]["rows"] as? [[String: Any]])
      #expect(rows.map { $0["story"] as? String } == ["s", nil])
      #expect(rows.allSatisfy { $0["share"] != nil })
      #expect(try PeerReaders.read([request]).first as? [String] == [])
    }

    @Test func `baselines and comparisons with them match their schemas`()
      throws
    {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      #expect(try shell.rehearse("baseline", "save", "main", "s.yml").status == 0)
      let requests = [
        try document(Self.baseline, "baseline", "show", "main"),
        try document("baselines", "baseline", "list"),
        try document("comparisons", "check", "s.yml", "--saved", "main"),
        try document("comparisons", "check", "s.yml", "--saved", "main", "--force"),
        try document("comparison", "show", "latest"),
      ]
      let found = try PeerReaders.read(requests)
      for (request, problems) in zip(requests, found) {
        #expect(problems as? [String] == [], "\(request)")
      }
    }

    @Test func `a schema refuses an unknown key and a missing one`() throws {
      try shell.folder.add("list.json", #"[{"number": 1, "names": "x"}]"#)
      let found = try PeerReaders.read([
        .document(
          shell.folder["list.json"], schema: schemas.appending("list.schema.json"))
      ])
      let problems = try #require(found[0] as? [String])
      #expect(problems.contains { $0.contains("'names' was unexpected") }, "\(problems)")
      #expect(problems.contains { $0.contains("'title' is a required property") })
    }
  }
}
