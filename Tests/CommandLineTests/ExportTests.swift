import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Real experiments as other programs read them.
  @Suite struct ExportTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private static let computing =
      "{ steps: [{ compute: { rounds: 20000 }, repeat: 10, expect: { count: 20000 } }] }"

    /// The second build does ten times the work: found in ten pairs whatever else the machine does.
    private func addComparison(stories: String = "{ s: \(computing) }") throws {
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)", "--handicap", "900%"] } }
          """, stories: stories)
    }

    private func object(_ file: String) throws -> [String: Any] {
      try #require(
        try JSONSerialization.jsonObject(with: Data(shell.folder.bytes(of: file)))
          as? [String: Any])
    }

    @Test func `independent readers accept a stored experiment in all exported formats`() throws {
      try addComparison(stories: "{ s: \(Self.computing), t: \(Shell.counting) }")
      let run = try shell.rehearse(
        "run", "s.yml", "--no-report", "--export", "junit=j.xml", "--export", "chrome-trace=t.json")
      #expect(run.status == 0, "\(run.errors)")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      for format in ["pyperf", "openmetrics", "bencher"] {
        let export = try shell.rehearse("export", "1", "--format", format, "--output", format)
        #expect(export.status == 0 && export.output == "", "\(export.errors)")
      }
      let otava = try shell.rehearse("export", "--format", "otava", "--output", "otava")
      #expect(otava.status == 0, "\(otava.errors)")
      #expect(try shell.folder.text(of: "otava").split(separator: "\n").count == 3)
      let schemas = PeerReaders.package.appending("Tests/Peers/schemas")
      let found = try PeerReaders.read([
        .file(shell.folder["j.xml"], as: "junit"), .file(shell.folder["pyperf"], as: "pyperf"),
        .file(shell.folder["openmetrics"], as: "openmetrics"),
        .document(shell.folder["bencher"], schema: schemas.appending("bencher.schema.json")),
      ])
      let suite = try #require((found[0] as? [[String: Any]])?.first)
      #expect(suite["tests"] as? Int == 4 && suite["failures"] as? Int == 0)
      #expect(suite["errors"] as? Int == 0 && suite["name"] as? String == "sample")
      let pyperf = try #require((found[1] as? [String: Any])?["benchmarks"] as? [String: Any])
      #expect(pyperf["s.a.cpu-time"] != nil && pyperf["t.b.peak-memory"] != nil)
      #expect((found[2] as? [[String: Any]])?.contains { $0["unit"] as? String == "bytes" } == true)
      #expect(found[3] as? [String] == [])
      try checkTrace(object("t.json"))
    }

    /// Each run's steps lie within it and after each other, and samples are in order of time.
    private func checkTrace(_ trace: [String: Any]) throws {
      let events = try #require(trace["traceEvents"] as? [[String: Any]])
      let runs = Dictionary(grouping: events) { $0["pid"] as? Int ?? 0 }
      // Two rounds of two stories on two builds.
      #expect(runs.count == 8)
      for events in runs.values {
        let slices = events.filter { $0["ph"] as? String == "X" }
          .compactMap { event in
            (event["ts"] as? Double).flatMap { start in
              (event["dur"] as? Double).map { (start: start, end: start + $0) }
            }
          }
        // Microseconds since the first run began, so doubles resolve a nanosecond and less.
        let tolerance = 0.001
        try #require(slices.count == 2)
        #expect(slices[1].start >= slices[0].start - tolerance)
        #expect(slices[1].end <= slices[0].end + tolerance)
        let times = events.filter { $0["name"] as? String == "Memory, B" }
          .compactMap { $0["ts"] as? Double }
        #expect(times.count >= 2 && times == times.sorted())
      }
    }

    @Test
    func `exported names of one build are those of its stories, so that two files can be compared`()
      throws
    {
      try addComparison()
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 0)
      for build in ["a", "b"] {
        let export = try shell.rehearse(
          "export", "--format", "pyperf", "--build", build, "--metric", "cpu-time", "--output",
          build)
        #expect(export.status == 0, "\(export.errors)")
      }
      let found = try PeerReaders.read([
        .file(shell.folder["a"], as: "pyperf", other: shell.folder["b"])
      ])
      let pyperf = try #require(found[0] as? [String: Any])
      #expect((pyperf["benchmarks"] as? [String: Any])?.keys.sorted() == ["s.cpu-time"])
      #expect((pyperf["compare"] as? [String: Any])?["status"] as? Int == 0)
    }

    @Test func `in a GitHub job, check annotates the gate's line and appends to the summary`()
      throws
    {
      try addComparison(
        stories: "{ s: \(Self.computing) }\ngates:\n  - { metric: cpu-time, at-most: +2% }")
      try shell.folder.add("summary.md", "What another program wrote.\n")
      let check = try shell.rehearse(
        "check", shell.folder.file("s.yml"), "--pairs", "10", "--no-control", "--no-inputs",
        "--json", "--export", "junit=j.xml",
        environment: [
          "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": shell.folder.path.string,
          "GITHUB_STEP_SUMMARY": shell.folder.file("summary.md"),
        ])
      #expect(check.status == 2, "\(check.errors)")
      // Standard output is the document and nothing else.
      #expect((try shell.json(check) as? [Any])?.count == 1)
      #expect(
        check.errors.contains("\n::error file=s.yml,line=7,title=CPU time of s%3A regressed::"),
        "\(check.errors)")
      let summary = try shell.folder.text(of: "summary.md")
      #expect(
        summary.hasPrefix("What another program wrote.\n## A sample\n\n**Regressed: s: CPU time "))
      #expect(try shell.folder.text(of: "j.xml").contains(#"<failure type="regression" "#))
      // What is stored tells the same again; it keeps times to the millisecond.
      let again = try shell.rehearse("export", "--format", "junit").output
      let elapsed = #/ time="[0-9.]+"/#
      #expect(
        try again.replacing(elapsed, with: "")
          == shell.folder.text(of: "j.xml").replacing(elapsed, with: ""))
      let json = try shell.rehearse("export", "--format", "json")
      let document = try #require(try shell.json(json) as? [String: Any])
      #expect(document["status"] as? String == "regression")
    }

    @Test func `the export of measured commands matches what hyperfine itself writes`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "--ignore-failure", "--export", "hyperfine=h.json", "true ",
        "sh -c 'exit 3'")
      #expect(measure.status == 0, "\(measure.errors)")
      let own = try Completion.of(
        [
          "hyperfine", "-N", "-i", "--runs", "2", "--export-json", shell.folder.file("own.json"),
          "true", "sh -c 'exit 3'",
        ])
      try #require(
        own.status == 0, "This test needs hyperfine (Debian: apt-get install hyperfine).")
      let results = try ["h.json", "own.json"].map {
        try #require(try object($0)["results"] as? [[String: Any]])
      }
      #expect(results.map(\.count) == [2, 2])
      for (ours, theirs) in zip(results[0], results[1]) {
        #expect(ours.keys.filter { $0 != "memory_usage_byte" }.sorted() == theirs.keys.sorted())
        #expect((ours["memory_usage_byte"] as? [Int])?.allSatisfy { $0 > 100_000 } == true)
        #expect(ours["command"] as? String == theirs["command"] as? String)
        #expect(ours["exit_codes"] as? [Int] == theirs["exit_codes"] as? [Int])
        #expect((ours["times"] as? [Double])?.count == 2)
      }
    }

    @Test func `an impossible export is refused before anything is measured`() async throws {
      for (arguments, words) in [
        (["run", "s.yml", "--export", "junt=x"], "Did you mean 'junit'?"),
        (["run", "s.yml", "--export", "junit=no/x.xml"], "there is no folder 'no'"),
        (["run", "s.yml", "s.yml", "--export", "junit=x"], "there are several scenarios"),
        (["export", "1", "2", "--format", "pyperf"], "pyperf holds one"),
        (["export", "--format", "junit", "--build", "a"], "is about the whole experiment"),
        (
          ["export", "--format", "folded", "--metric", "allocations"],
          "--metric does not choose what folded holds"
        ),
        (["export", "--format", "xml"], "The value 'xml' is invalid"),
      ] {
        let refused = try await Shell.refusal(of: arguments)
        #expect(refused.status == 64 && refused.errors.contains(words), "\(refused.errors)")
      }
    }

    @Test(arguments: [
      ["run", "--export", "old.csv", "s.yml", "--no-report"],
      ["check", "--export", "old.csv", "s.yml"], ["compare", "--export", "old.csv", "s.yml"],
      ["attach", "--export", "old.csv", "999999999"],
      ["attach", "--chart", "old.svg", "999999999"],
      ["load", "--chart", "old.svg", "missing.yml"],
      ["measure", "--export", "old.csv", "--chart", "old.svg", "--store", "s.yml", "true"],
    ])
    func `a call that fails before it writes leaves no file of an earlier one`(_ call: [String])
      throws
    {
      let build = "{ command: [./none] }"
      try shell.addScenario(
        builds: "{ a: \(build), b: \(build) }", stories: "{ s: \(Shell.counting) }")
      let old = call.filter { $0.hasPrefix("old.") }
      for name in old { try shell.folder.add(name, "old") }
      let failed = try shell.rehearse(call)
      #expect(failed.status != 0, "\(failed.output)")
      #expect(shell.folder.files.filter(old.contains) == [])
    }

    @Test func `a call that is refused for its options leaves the file of an earlier one`() throws {
      try shell.folder.add("old.csv", "old")
      let refused = try shell.rehearse("run", "s.yml", "--runs", "0", "--export", "old.csv")
      #expect(refused.status == 64, "\(refused)")
      #expect(try shell.folder.text(of: "old.csv") == "old")
    }

    @Test func `a file that can't be written is reported, but the result is still printed`()
      throws
    {
      let measure = try shell.rehearse(
        "measure", "-n", "1", "--json", "--export", "csv=/dev/full", "--", "true")
      #expect(measure.status == 1)
      #expect(measure.errors.contains("Error: /dev/full was not written: "))
      #expect((try shell.json(measure) as? [String: Any])?["status"] as? String == "passed")
    }

    @Test
    func `an export of an unknown build names the known ones, and one without values says so`()
      throws
    {
      try addComparison()
      #expect(try shell.rehearse("run", "s.yml", "--no-report", "--runs", "1").status == 0)
      let build = try shell.rehearse("export", "--build", "c")
      #expect(build.status == 64 && build.errors.contains("no build 'c'; it has a, b."))
      let empty = try shell.rehearse("export", "--format", "hyperfine", "--metric", "cpu-time")
      #expect(empty.status == 1 && empty.output == "")
      #expect(
        empty.errors.contains(
          "There is nothing to write as hyperfine: no run that passed has wall, user and system "
            + "time."))
    }
  }
}
