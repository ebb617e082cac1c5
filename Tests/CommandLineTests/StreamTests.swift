import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Whatever becomes of standard error, the result, its status and what is stored are the same.
  @Suite struct StreamTests {
    private let shell: Shell

    init() throws {
      try requirePython()
      shell = try Shell()
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)"] } }
          """, stories: "{ s: \(Shell.counting) }")
      try shell.folder.add("wrong.yml", "scenario: [")
    }

    /// What python3 does to a stream before it becomes Rehearse.
    private enum Fault: String, CaseIterable {
      case closed = "os.close(N)"
      case full = "os.dup2(os.open('/dev/full', os.O_WRONLY), N)"
      case broken = "r, w = os.pipe(); os.close(r); os.dup2(w, N); os.close(w)"
    }

    /// Every command, with words that it writes on standard error.
    private static let commands: [(words: [String], status: Int32)] = [
      (["run", "s.yml", "--no-report"], 0), (["run", "wrong.yml"], 1),
      (
        [
          "compare", "s.yml", "--pairs", "2", "--memory-runs", "0", "--no-control", "--no-inputs",
        ], 0
      ),
      (
        ["check", "s.yml", "--pairs", "2", "--memory-runs", "0", "--no-control", "--no-inputs"], 0
      ),
      // There is no repository.
      (["watch", "s.yml"], 1), (["judge", "s.yml", "--against", "main", "--ledger", "l"], 1),
      (["qualify", "s.yml", "--pairs", "10", "--memory-runs", "0", "--no-inputs"], 0),
      (["explain"], 1),
      (["bisect", "v1", "main", "s.yml"], 1),
      (["baseline", "save", "main", "s.yml", "--build", "a"], 0),
      (["anchor", "save", "v1", "s.yml"], 1), (["baseline", "show", "nothing"], 5),
      (["baseline", "list"], 0),
      (["measure", "-n", "2", "sh", "-c", "exit 3"], 3),
      (["load", "wrong.yml"], 1), (["attach", "0"], 64), (["list"], 1), (["show", "99"], 1),
      (["history"], 1),
      (["regressions"], 1), (["serve"], 1),
      (["scorecard", "wrong.yml"], 1),
      (["report", "99"], 1), (["import", "x=nothing.csv"], 1), (["export", "99"], 1),
      (["validate", "wrong.yml"], 1), (["record", "wrong.yml"], 1), (["init", "nowhere"], 64),
      (["doctor"], 0), (["resume", "99"], 1), (["merge", "nothing", "--into", "m.sqlite"], 1),
      (["push", "postgres:///nothing?host=/nowhere"], 1), (["pull", "http://nowhere"], 64),
      (["driver", "check", "false"], 3), (["config"], 0), (["mcp"], 0),
      (["--no-such-option"], 64),
    ]

    @Test func `the commands of these tests include every command`() throws {
      #expect(Set(Self.commands.map(\.words[0])).isSuperset(of: try shell.commands()))
    }

    @Test(arguments: commands.indices, Nightly.isOn ? Fault.allCases : [.closed])
    private func `a command whose standard error can't be written ends with its usual status`(
      _ index: Int, _ fault: Fault
    ) throws {
      let (words, status) = Self.commands[index]
      let completion = try run(words, fault, of: 2)
      #expect(completion.signal == nil)
      #expect(completion.status == status, "\(words) \(completion)")
    }

    @Test(arguments: Fault.allCases)
    private func `without standard error runs are stored, reported and printed`(
      _ fault: Fault
    ) throws {
      let run = try run(["run", "s.yml", "--output", "report"], fault, of: 2)
      #expect(run.status == 0 && run.output.contains("A sample"), "\(run)")
      // Nothing was written into the store in the place of the stream.
      #expect(try shell.latest()["runs"] as? Int == 4)
      #expect(FileManager.default.fileExists(atPath: shell.folder["report/report.md"].string))
    }

    @Test func `a lost result is a failure, unless the reader closed the pipe`() throws {
      try shell.rehearse("run", "s.yml", "--no-report")
      for fault in [Fault.closed, .full] {
        let list = try run(["list"], fault, of: 1)
        #expect(list.status == 1, "\(list)")
        #expect(
          list.errors.hasPrefix("Error: The file standard output could not be written: write: "))
      }
      let enough = try run(["list"], .broken, of: 1)
      #expect(enough.status == 0 && enough.errors == "", "\(enough)")
      let failed = try run(["measure", "sh", "-c", "exit 9"], .broken, of: 1)
      #expect(failed.status == 9, "\(failed)")
    }

    @Test func `a parent that ignores SIGCHLD does not make a run fail`() throws {
      let completion = try python(
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)", ["run", "s.yml", "--no-report"])
      #expect(completion.status == 0, "\(completion)")
      // What git and compilers say is asked of children too.
      #expect(!completion.errors.contains("No child processes"), "\(completion.errors)")
    }

    private func run(_ words: [String], _ fault: Fault, of stream: Int) throws -> Completion {
      try python(fault.rawValue.replacing("N)", with: "\(stream))"), words)
    }

    /// Rehearse in a process that python3 has prepared.
    private func python(_ preparation: String, _ words: [String]) throws -> Completion {
      let script = """
        import os, signal, sys
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        \(preparation)
        os.execv(sys.argv[1], sys.argv[1:])
        """
      return try Completion.of(
        ["/usr/bin/env", "python3", "-c", script, BuiltProducts.rehearse] + words,
        environment: ["GITHUB_ACTIONS": .none], in: shell.folder.path)
    }
  }
}
