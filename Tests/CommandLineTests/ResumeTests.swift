import Foundation
import GRDB
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `rehearse resume`: experiments that were interrupted, by real signals and failing stores.
  @Suite struct ResumeTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// Two builds, each a driver of its own, and a story that hangs as long as the file `hang` exists.
    private func addScenario(runs: Int = 2) throws {
      for build in ["a", "b"] {
        let installed = try Completion.of([
          "/usr/bin/install", "-m", "755", BuiltProducts.testDriver, shell.folder[build].string,
        ])
        try #require(installed.status == 0)
      }
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { command: ["./a"] }, b: { command: ["./b"] } }
        runs: \(runs)
        stories: { s: \(Shell.counting) }
        gates: [{ metric: cpu-time }]
        """)
    }

    private var path: String { shell.folder["Results/rehearse.sqlite"].string }

    private func change(_ sql: String) throws {
      try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }

    /// Lets the store refuse further runs once it has so many, as a full disk does.
    private func fill(after count: Int) throws {
      try change(
        """
        CREATE TRIGGER full BEFORE INSERT ON run
        WHEN (SELECT count(*) FROM run) >= \(count)
        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END
        """)
    }

    /// An experiment that a full disk ended after so many runs.
    private func interrupted(after count: Int = 3, _ arguments: String...) throws {
      try shell.rehearse("run", "s.yml", "--no-report")
      try change("DELETE FROM experiment")
      try fill(after: count)
      let command = arguments.isEmpty ? ["run", "s.yml", "--seed", "7"] : arguments
      let run = try Completion.of([BuiltProducts.rehearse] + command, in: shell.folder.path)
      try #require(run.status == 1, "\(run.errors)")
      try change("DROP TRIGGER full")
    }

    private func runCount() throws -> Int {
      try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run") }
        ?? 0
    }

    @Test func `a full disk ends an experiment with a clear error, and resume continues it`()
      throws
    {
      try addScenario()
      try shell.rehearse("run", "s.yml", "--no-report")
      try fill(after: 6)
      let run = try shell.rehearse("run", "s.yml", "--seed", "7")
      #expect(run.status == 1 && run.output == "")
      #expect(
        run.errors.contains(
          "database or disk is full. What was stored before is kept; once the store can be written "
            + "again, 'rehearse resume 2' measures the rest."), "\(run.errors)")
      #expect(try runCount() == 6)
      #expect(try shell.latest()["state"] as? String == "unfinished")
      try change("DROP TRIGGER full")
      let resumed = try shell.rehearse("resume")
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(resumed.errors.contains("Experiment 2 (sample) goes on: 2 runs are stored already."))
      #expect(resumed.output.contains("CPU time"))
      #expect(try runCount() == 8)
      #expect(shell.folder.files.contains("Results/sample-2/report.html"))
      #expect(try shell.latest()["state"] as? String == "complete")
      let again = try shell.rehearse("resume", "2")
      #expect(again.status == 0 && again.output == "")
      #expect(
        again.errors.contains("Experiment 2 (sample) is finished: nothing is left to measure."))
      let none = try shell.rehearse("resume")
      #expect(none.status == 0 && none.errors.contains("holds no unfinished experiment"))
    }

    @Test func `a finished call that is named ends with the status of what it found`() throws {
      let crashing = "{ steps: [{ crash: { signal: 11 }, expect: { count: 1 } }] }"
      try shell.addScenario(stories: "{ s: \(crashing) }")
      #expect(try shell.rehearse("run", "s.yml", "--no-report").status == 3)
      try shell.addScenario(
        builds: Shell.twoBuilds,
        stories: "{ s: \(Shell.counting) }\ngates: [{ metric: peak-memory, at-most: 1 B }]")
      let few = ["s.yml", "--pairs", "4", "--memory-runs", "2", "--no-control", "--no-inputs"]
      #expect(try shell.rehearse(["check"] + few).status == 2)
      #expect(try shell.rehearse(["compare"] + few).status == 0)
      let runs = try runCount()
      for (number, status) in [("1", 3), ("2", 2), ("3", 0)] as [(String, Int32)] {
        let resumed = try shell.rehearse("resume", number)
        #expect(resumed.status == status && resumed.output == "", "\(number): \(resumed.errors)")
        #expect(resumed.errors.contains("is finished: nothing is left to measure."))
      }
      #expect(try runCount() == runs)
    }

    @Test func `the command that shows a finished experiment names its store`() throws {
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      let run = try shell.rehearse("run", "s.yml", "--no-report", "--store", "o.sqlite")
      #expect(run.status == 0, "\(run.errors)")
      let resumed = try shell.rehearse("resume", "1", "--store", "o.sqlite")
      #expect(
        resumed.errors.contains("'rehearse show 1 --store o.sqlite' shows it."), "\(resumed.errors)"
      )
    }

    @Test func `a pair is stored as a whole or not at all, and resume repeats it`() throws {
      try addScenario()
      try interrupted(after: 7, "check", "s.yml", "--pairs", "5", "--memory-runs", "0")
      #expect(try runCount() == 6)
      // What the settings name since then is not what was begun.
      try shell.folder.add("rehearse.yml", "against: main\n")
      let resumed = try shell.rehearse("resume", "sample-check")
      #expect([0, 2].contains(resumed.status), "\(resumed.errors)")
      // Five pairs, and ten of the control.
      #expect(try runCount() == 30)
    }

    @Test func `resume uses the options of the original call, from any folder`()
      throws
    {
      try addScenario()
      try interrupted(
        after: 1, "run", "s.yml", "--runs", "3", "--build", "b", "--name", "mine", "--json",
        "--output", "here", "--export", "junit=out.xml")
      let resumed = try Completion.of(
        [BuiltProducts.rehearse, "resume", "mine", "--store", path], in: "/")
      #expect(resumed.status == 0, "\(resumed.errors)")
      let document = try #require(try shell.json(resumed) as? [String: Any])
      #expect(document["status"] as? String == "passed")
      #expect(document["runs"] as? Int == 3)
      #expect(Set(["here/report.html", "out.xml"]).isSubset(of: shell.folder.files))
    }

    @Test func `resume names what has changed, and makes no run`() throws {
      try addScenario()
      try interrupted()
      func refused(_ words: String) throws {
        let resumed = try shell.rehearse("resume")
        #expect(resumed.status == 5 && resumed.output == "")
        #expect(resumed.errors.contains("Experiment 2 can't be finished"), "\(resumed.errors)")
        #expect(resumed.errors.contains(words), "\(resumed.errors)")
        #expect(resumed.errors.hasSuffix("or measure anew: rehearse run s.yml --seed 7.\n"))
        #expect(try runCount() == 3)
      }
      let text = try shell.folder.text(of: "s.yml")
      try shell.folder.add("s.yml", text + "\n# a comment")
      try refused("the scenario file \(shell.folder["s.yml"]) was changed")
      try addScenario()
      try change(
        "UPDATE experiment SET version = '0.0.1', "
          + "environment = json_set(environment, '$.kernel', 'Linux 1.0')")
      try refused("it was begun by Rehearse 0.0.1, and this is ")
      try refused("the kernel was Linux 1.0, and is Linux ")
    }

    @Test func `resume refuses a changed program by its build's name, and accepts the original`()
      throws
    {
      try addScenario()
      try interrupted(after: 3, "run", "s.yml", "--no-report")
      // At its end, where no loader looks.
      let changed = try Completion.of(
        ["/bin/sh", "-c", "cp b c && echo more >> c && mv c b"], in: shell.folder.path)
      try #require(changed.status == 0)
      let refused = try shell.rehearse("resume")
      #expect(refused.status == 5, "\(refused.errors)")
      #expect(
        refused.errors.contains("the build 'b' is another program: the SHA-256 of its file was "),
        "\(refused.errors)")
      #expect(!refused.errors.contains("the build 'a'"))
      try addScenario()
      #expect(try shell.rehearse("resume").status == 0)
      #expect(try runCount() == 4)
    }

    @Test func `resume treats a changed script as another program, too`() throws {
      try requirePython()
      let script = { (note: String) in
        """
        # \(note)
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            answer = {"ok": True}
            if "hello" in line: answer.update(protocol=1, verbs=["work"])
            if '"step"' in line:
                answer.update(cost={"wall_ns": 1, "cpu_ns": 1}, outcome={"count": 1})
            print(json.dumps(answer), flush=True)
            if "bye" in line: break
        """
      }
      try shell.folder.add("driver.py", script("first"))
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { command: [python3, driver.py] } }
        runs: 3
        stories: { s: { steps: [{ work: {}, expect: { count: 1 } }] } }
        """)
      try interrupted(after: 1, "run", "s.yml", "--no-report")
      try shell.folder.add("driver.py", script("second"))
      let refused = try shell.rehearse("resume")
      #expect(refused.status == 5)
      #expect(
        refused.errors.contains("the SHA-256 of its file 'driver.py' was "), "\(refused.errors)")
      try shell.folder.add("driver.py", script("first"))
      #expect(try shell.rehearse("resume").status == 0)
    }

    @Test func `resume refuses a changed module of a script, which the commit tells`() throws {
      try requirePython()
      let repository = try GitFolder(shell.folder.path)
      try shell.folder.add(
        "driver.py", "import work\n" + Shell.scriptDriver(counting: "work.count"))
      try shell.folder.add("work.py", "count = 1\n")
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { command: [python3, driver.py] } }
        runs: 3
        stories: { s: { steps: [{ work: {}, expect: { count: 1 } }] } }
        """)
      try repository.commit()
      try interrupted(after: 1, "run", "s.yml", "--no-report")
      try shell.folder.add("work.py", "count = 3 - 2\n")
      let refused = try shell.rehearse("resume")
      #expect(refused.status == 5)
      #expect(
        refused.errors.contains("the build 'a' is of other files: their changes since the commit "),
        "\(refused.errors)")
      try shell.folder.add("work.py", "count = 1\n")
      #expect(try shell.rehearse("resume").status == 0)
    }

    @Test func `resume refuses an experiment that another process is measuring, which goes on`()
      throws
    {
      let pipe = try NamedPipe(shell.folder["pid"])
      try shell.addScenario(
        stories: "{ s: { steps: [{ hang: { file: \"\(pipe.path)\" }, expect: { count: 1 } }] } }")
      let run = try shell.start("run", "s.yml")
      _ = try #require(try pipe.number())
      #expect(try shell.latest()["state"] as? String == "running")
      for arguments in [["resume"], ["resume", "1"]] {
        let resumed = try Completion.of(
          [BuiltProducts.rehearse] + arguments, in: shell.folder.path)
        #expect(resumed.status == 1)
        #expect(
          resumed.errors
            == "Error: Experiment 1 is being measured by another process at this moment.\n")
      }
      run.send(SIGKILL)
      #expect(run.completion().signal == SIGKILL)
      #expect(try shell.latest()["state"] as? String == "unfinished")
    }

    @Test func `resume refuses an experiment of a command that measures no scenarios`() throws {
      try addScenario()
      try shell.rehearse("run", "s.yml", "--no-report")
      try change("UPDATE experiment SET completedAt = NULL, invocation = NULL")
      let old = try shell.rehearse("resume", "1")
      #expect(old.status == 1)
      #expect(
        old.errors.hasPrefix(
          "Error: Experiment 1 (sample) can't be finished: 'resume' continues only 'run'"))
      // Its help names the same.
      let help = try shell.rehearse("resume", "--help").output.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      let named = try #require(help.firstMatch(of: /Measures the rest of a (.*?) that a signal/))
      #expect(
        old.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .hasSuffix("continues only \(String(named.1).replacing(" or ", with: " and "))."))
      #expect(named.1.contains("'bisect'"))
      #expect(try shell.rehearse("list").output.contains("stopped early"))
      #expect(try shell.rehearse("resume", "nothing").status == 64)
      #expect(try shell.rehearse("resume", "--store", "none.sqlite").status == 1)
    }

    @Test func `resume finishes all experiments of a call and prints them`() throws {
      try addScenario()
      try shell.folder.add(
        "u.yml", try shell.folder.text(of: "s.yml").replacing("sample", with: "other"))
      try interrupted(after: 3, "run", "s.yml", "u.yml", "--no-report", "--json")
      let resumed = try shell.rehearse("resume")
      #expect(resumed.status == 0, "\(resumed.errors)")
      let documents = try #require(try shell.json(resumed) as? [[String: Any]])
      #expect(documents.map { $0["status"] as? String } == ["passed", "passed"])
      #expect(try runCount() == 8)
      // The first was finished, and the second was not begun.
      try change("DELETE FROM experiment WHERE name = 'other'")
      #expect(try shell.rehearse("resume").status == 0)
      #expect(try runCount() == 8)
    }

    @Test func `experiments killed at random moments are finished as planned`() throws {
      try requirePython()
      // By day of one command: each is first carried out without a kill. 'make test-resume' has all, too.
      let words = Nightly.isOn ? ["--kills", "5"] : ["--kills", "2", "--only", "check"]
      let script = PeerReaders.package.appending("Tests/Resume/kill_and_resume.py")
      let result = try Completion.of(
        [
          "/usr/bin/env", "python3", script.string, BuiltProducts.rehearse,
          BuiltProducts.testDriver,
        ] + words)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(result.output.hasPrefix("\(words[1]) kills in "), "\(result.output)")
    }
  }
}
