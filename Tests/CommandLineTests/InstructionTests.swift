import Diagnosing
import Foundation
import Recording
import TestSupport
import Testing

extension EndToEndTests {
  /// `--instructions`, with real Valgrind.
  @Suite struct InstructionTests {
    private let shell: Shell
    static let hasValgrind = FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")

    init() throws { shell = try Shell() }

    private static let stories = """
      { s: { steps: [{ compute: { rounds: 50000 }, expect: { count: 50000 } }] } }
      """

    @Test(.enabled(if: hasValgrind, "there is no Valgrind"))
    func `counted runs are stored, shown apart, and in no other measurements`() throws {
      try shell.addScenario(stories: Self.stories)
      let run = try shell.rehearse(
        "run", "--instructions=2", "--instructions-by=callgrind", "--json", "--no-report", "s.yml")
      try #require(run.status == 0, "\(run.errors)")
      let document = try #require(try shell.json(run) as? [String: Any])
      #expect(document["runs"] as? Int == 4 && document["countedRounds"] as? Int == 2)
      let cells = try #require(document["cells"] as? [[String: Any]])
      let counts = try #require(cells.last { $0["metric"] as? String == "instructions" })
      let statistics = try #require(counts["statistics"] as? [String: Double])
      #expect(try #require(statistics["mean"]) > 100_000)
      #expect(counts["exactness"] as? String == "exact")

      let shown = try shell.rehearse("show", "--story", "s").output
      #expect(shown.contains("Runs of s\n") && shown.contains("Instructions of s\n"))
      let measured = try shell.json(shell.rehearse("show", "--story", "s", "--run", "2", "--json"))
      #expect((measured as? [String: Any])?["kind"] as? String == "solo")
      let counted = try #require(
        try shell.json(
          shell.rehearse("show", "--story", "s", "--run", "2", "--counted", "--json"))
          as? [String: Any])
      #expect(counted["kind"] as? String == "counted")
      let measurements = try #require(counted["measurements"] as? [String: Double])
      let steps = try #require(counted["steps"] as? [[String: Any]])
      #expect(measurements == ["instructions": steps[0]["instructions"] as? Double ?? 0])
      let table = try shell.rehearse("show", "--story", "s", "--run", "2", "--counted").output
      #expect(table.contains("compute rounds=50000"))
      #expect(table.contains("\(Int(measurements["instructions"] ?? 0))"))
    }

    @Test(
      .enabled(if: hasValgrind, "there is no Valgrind"),
      arguments: [("50%", 2)] + (Nightly.isOn ? [("0%", 0)] : []))
    func `a gate on instructions is decided without an option to count`(
      _ handicap: String, _ status: Int32
    ) throws {
      let driver = BuiltProducts.testDriver
      try shell.addScenario(
        builds: """
          { a: { command: ["\(driver)"] }, b: { command: ["\(driver)", "--handicap", "\(handicap)"] } }
          """,
        stories: """
          { s: { steps: [{ compute: { rounds: 5000 }, repeat: 10, expect: { count: 5000 } }] } }
          gates: [{ metric: instructions }]
          """)
      let check = try shell.rehearse("check", "s.yml", "--no-inputs", "--json")
      #expect(check.status == status, "\(check.errors)")
      let cells: [[String: Any]] = try shell.part("judgement", "gated", of: check)
      #expect(cells.map { $0["verdict"] as? String } == [status == 0 ? "unchanged" : "regressed"])
      #expect(cells.map { $0["runs"] as? String } == ["counted"])
      #expect(cells.map { $0["n"] as? Int } == [3])
    }

    @Test(.enabled(if: hasValgrind, "there is no Valgrind"))
    func `a command's instructions are counted in separate runs`() throws {
      let run = try shell.rehearse(
        "measure", "-n", "2", "--instructions", "--instructions-by", "callgrind", "--json", "--",
        "true")
      try #require(run.status == 0, "\(run.errors)")
      let runs: [[String: Any]] = try shell.part("commands", "runs", of: run)
      #expect(
        runs.map { $0["kind"] as? String } == ["solo", "solo", "counted", "counted", "counted"])
      let text = try shell.rehearse("measure", "-n", "2", "--instructions=1", "--", "true").output
      #expect(text.contains("true: 2 runs\n") && text.contains("Instructions"))
    }

    /// A Valgrind that gives up as 3.19 does on DWARF 5 that it does not know.
    private func valgrindThatGivesUp() throws -> [String: String?] {
      try shell.folder.addScript(
        "tools/valgrind",
        """
        cat >&2 <<'END'
        ==7== Valgrind: debuginfo reader: ensure_valid failed:
        ==7== Valgrind:   "/x/driver"
        ==7== Valgrind: debuginfo reader: Possibly corrupted debuginfo file.
        END
        exit 1
        """)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return ["PATH": "\(shell.folder["tools"]):\(path)"]
    }

    private static let givesUp =
      "Valgrind gave up on the debug information of \"/x/driver\", which could not be left out."

    @Test func `a failed count is a failure of the tool, and the other measurements stand`() throws
    {
      try shell.addScenario(stories: Self.stories)
      let run = try shell.rehearse(
        "run", "--instructions=1", "--instructions-by=callgrind", "--no-report", "s.yml",
        environment: valgrindThatGivesUp())
      #expect(run.status == 1, "\(run.errors)")
      #expect(run.output.contains("CPU time"))
      #expect(run.errors.contains("all other measurements are valid. \(Self.givesUp)"))
    }

    @Test(arguments: [false, true])
    func `a check stands although counting fails, unless counts are gated`(_ isGated: Bool) throws {
      let driver = "{ command: [\"\(BuiltProducts.testDriver)\"] }"
      try shell.addScenario(
        builds: "{ a: \(driver), b: \(driver) }\ngates: [{ metric: cpu-time, at-most: +1000% }"
          + (isGated ? ", { metric: instructions }]" : "]"), stories: Self.stories)
      let check = try shell.rehearse(
        "check", "s.yml", "--pairs", "3", "--no-control", "--no-inputs", "--instructions=1",
        "--instructions-by=callgrind", "--json",
        environment: valgrindThatGivesUp())
      #expect(check.status == (isGated ? 1 : 0), "\(check.errors)")
      let result = try #require((try shell.json(check) as? [[String: Any]])?.first)
      let judgement = try #require(result["judgement"] as? [String: Any])
      let gated = try #require(judgement["gated"] as? [[String: Any]])
      #expect(gated[0]["ratio"] != nil)
      if isGated {
        #expect(gated[1]["verdict"] as? String == "unmeasured")
        #expect(gated[1]["reason"] as? String == "1 of 1 run could not be measured on 'a'")
      }
    }

    @Test func `without Valgrind nothing is measured, and the error says how to install it`() throws
    {
      try shell.addScenario(stories: Self.stories)
      for arguments in [
        ["run", "s.yml", "--instructions"], ["measure", "--instructions", "--", "/bin/true"],
      ].map({ $0.prefix(1) + ["--instructions-by=callgrind"] + $0.dropFirst() }) {
        let run = try Completion.of(
          [BuiltProducts.rehearse] + arguments, environment: ["PATH": "/nowhere"],
          in: shell.folder.path)
        #expect(run.status == 1)
        #expect(run.output.isEmpty)
        #expect(
          run.errors == """
            Error: Instructions are counted by Valgrind, but 'valgrind' was not found in PATH. \
            On Debian and Ubuntu 'sudo apt-get install valgrind' installs it.

            """)
      }
    }

    @Test(arguments: ["0", "-1", "x", "3x"])
    func `a number of counted runs that is no whole number from 1 is refused`(_ number: String)
      throws
    {
      try shell.addScenario(stories: Self.stories)
      let run = try shell.rehearse("run", "s.yml", "--instructions=\(number)")
      #expect(run.status != 0)
      #expect(run.errors.contains("--instructions is \(number); allowed: 1 to 10000."))
    }

    @Test(.enabled(if: hasValgrind, "there is no Valgrind"))
    func `without --instructions-by the report names what counts the instructions`() throws {
      let run = try shell.rehearse("measure", "-n", "2", "--instructions=1", "--json", "--", "true")
      try #require(run.status == 0, "\(run.errors)")
      let runs: [[String: Any]] = try shell.part("commands", "runs", of: run)
      let measurements = try #require(runs.last?["measurements"] as? [String: Double])
      switch Probe.ofHardwareCounters() {
      case .works:
        #expect(run.errors.contains("note: The processor's counters count the instructions.\n"))
        #expect(Array(measurements.keys) == ["hardware-instructions"])
      case .refused(let reason):
        #expect(
          run.errors.contains(
            "note: Callgrind counts the instructions; the processor's counters can't: \(reason).\n")
        )
        #expect(Array(measurements.keys) == ["instructions"])
      }
    }

    @Test(.enabled(if: Probe.ofHardwareCounters() != .works, "the processor's counters work"))
    func `unusable counters are refused with the reason if --instructions-by asks for them`() throws
    {
      let run = try shell.rehearse(
        "measure", "--instructions", "--instructions-by", "perf", "--", "true")
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(
        run.errors.hasPrefix("Error: Instructions can't be counted by the processor's counters: "))
      #expect(run.errors.hasSuffix(" '--instructions-by callgrind' needs none.\n"))
    }

    @Test func `--instructions-by takes one of two values, and needs --instructions`() throws {
      let alone = try shell.rehearse("measure", "--instructions-by", "perf", "--", "true")
      #expect(alone.status != 0)
      #expect(alone.errors.contains("--instructions-by needs --instructions."))
      let other = try shell.rehearse(
        "measure", "--instructions", "--instructions-by", "x", "--", "true")
      #expect(other.status != 0)
      #expect(other.errors.contains("'x' is invalid for '--instructions-by <perf|callgrind>'"))
    }
  }
}
