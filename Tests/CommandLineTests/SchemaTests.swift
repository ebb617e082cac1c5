import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// What `--json` prints is what `Docs/schemas` says.
  @Suite struct SchemaTests {
    private let shell: Shell
    private let schemas = PeerReaders.package.appending("Docs/schemas")

    init() throws { shell = try Shell() }

    /// Keeps what a command prints, and asks whether a schema describes it.
    private func document(_ schema: String, _ arguments: String...) throws -> PeerReaders.Request {
      let completion = try Completion.of(
        [BuiltProducts.rehearse, arguments[0], "--json"] + arguments.dropFirst(),
        environment: ["GITHUB_ACTIONS": .none], in: shell.folder.path)
      let name = "\(shell.folder.files.count).json"
      try shell.folder.add(name, completion.output)
      #expect(!completion.output.isEmpty, "\(arguments): \(completion.errors)")
      return .document(shell.folder[name], schema: schemas.appending("\(schema).schema.json"))
    }

    @Test func `every document is as its schema describes it`() throws {
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
      let watched = try StartedProcess(["sleep", "60"])
      defer {
        watched.send(SIGKILL)
        _ = watched.completion()
      }
      let requests = [
        try document("validation", "validate", "s.yml", "bad.yml"),
        try document("diagnosis", "doctor"),
        try document("experiment", "run", "s.yml", "--no-report"),
        try document("experiment", "run", "s.yml", "--no-report", "--rerun-disturbed"),
        try document("experiments", "run", "s.yml", "s.yml", "--no-report"),
        try document("list", "list"),
        try document("experiment", "show", "1"),
        try document("runs", "show", "1", "--story", "s"),
        try document("runs", "show", "1", "--story", "crash"),
        try document("run", "show", "1", "--story", "s", "--run", "1"),
        try document("statistics", "show", "1", "--metric", "cpu-time"),
        try document("metrics", "show", "1", "--metrics"),
        try document("history", "history"),
        try document("comparisons", "check", "s.yml", "--pairs", "3"),
        try document("comparisons", "compare", "1", "2", "--candidate", "b"),
        try document("comparison", "show", "latest"),
        try document("qualifications", "qualify", "s.yml", "--story", "s", "--pairs", "10"),
        try document("qualification", "show", "latest"),
        try document(
          "measure", "measure", "-n", "2", "--ignore-failure", "--vs", "false", "--", "true"),
        try document("attach", "attach", "\(watched.pid)", "--duration", "200 ms"),
      ]
      let found = try PeerReaders.read(requests)
      for (request, problems) in zip(requests, found) {
        #expect(problems as? [String] == [], "\(request)")
      }
    }

    @Test func `a key that no schema knows is refused, and one that is missing`() throws {
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
