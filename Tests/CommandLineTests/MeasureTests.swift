import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct MeasureTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func document(_ completion: Completion) throws -> [String: Any] {
      try #require(try shell.json(completion) as? [String: Any])
    }

    @Test func `one command is measured and printed, and no file is left in the folder`() throws {
      let measure = try shell.rehearse("measure", "-n3", "sh", "-c", "exit 0")
      #expect(measure.status == 0, "\(measure.errors)")
      let lines = measure.output.split(separator: "\n")
      #expect(
        lines.count > 1 && lines[0].hasPrefix("'sh -c 'exit 0'' took ")
          && lines[0].hasSuffix(" of memory at its peak."))
      #expect(lines.dropFirst().first == "sh -c 'exit 0': 3 runs")
      for row in ["Wall time, ", "CPU time, ", "Mean CPU, %", "Peak memory, MB", "Minor faults"] {
        #expect(measure.output.contains("\n\(row)"), "\(measure.output)")
      }
      #expect(!measure.output.contains("\u{1B}"))
      #expect(shell.folder.files == [])
    }

    @Test func `with the number of items, their throughput is shown`() throws {
      let measure = try shell.rehearse("measure", "-n2", "--items", "500", "true")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(measure.output.contains("\nThroughput, items/s "), "\(measure.output)")
    }

    @Test func `several commands are compared in rounds, within 80 columns`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "4", "--seed", "9", "/bin/true ", "sh -c 'exit 0'",
        environment: ["COLUMNS": "80"])
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(measure.output.contains("\n\n2 commands, 4 rounds in random order (seed 9)\n"))
      #expect(measure.output.contains(#/  Ratio +95 % interval\n/#))
      for line in measure.output.split(separator: "\n") { #expect(line.count <= 80) }
      // Whether four runs look like a difference is chance; both commands are named in any case.
      let answer = measure.output.replacing("\n", with: " ").prefix(130)
      #expect(
        answer.contains(" between '/bin/true' and 'sh -c 'exit 0'' (")
          || answer.contains("'sh -c 'exit 0'' seems to take "), "\(measure.output)")
    }

    @Test func `in 50 columns no answer is cut off and no line is too long`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "12", "sleep 0.01", "sleep 0.4", environment: ["COLUMNS": "50"])
      #expect(measure.status == 0, "\(measure.errors)")
      for line in measure.output.split(separator: "\n") { #expect(line.count <= 50) }
      #expect(!measure.output.contains("…"))
      #expect(
        measure.output.replacing("\n", with: " ").contains(
          #/'sleep 0\.01' is [0-9.]+ times as fast as 'sleep 0\.4' \([0-9.]+ to [0-9.]+\)\./#),
        "\(measure.output)")
    }

    @Test func `setup and cleanup surround all runs, and prepare and conclude each run`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "-w", "1", "--shell", "--setup", "echo s >> log", "--prepare",
        "echo p >> log", "--conclude", "echo c >> log", "--cleanup", "echo e >> log",
        "echo 1 >> log")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(
        try shell.folder.text(of: "log").split(separator: "\n").joined() == "s" + "p1cp1cp1c" + "e")
      let failed = try shell.rehearse("measure", "--setup", "sh -c 'echo why >&2; exit 2'", "true")
      #expect(failed.status == 1 && failed.output == "")
      #expect(
        failed.errors == """
          Error: The setup 'sh -c 'echo why >&2; exit 2'' failed, so nothing was measured: The setup \
          exited with status 2.
            stderr: why

          """)
    }

    @Test func `if the setup depends on a parameter, each command is measured after its own setup`()
      throws
    {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "--shell", "-L", "branch", "a,b", "--setup",
        "echo setup {branch} >> log", "echo {branch} >> log")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(
        try shell.folder.text(of: "log").split(separator: "\n")
          == ["setup a", "a", "a", "setup b", "b", "b"])
      #expect(measure.errors.contains("note: The commands were measured one after the other"))
    }

    @Test func `without a number of runs measure makes at least ten, and more if time allows`()
      throws
    {
      let measure = try shell.rehearse("measure", "--json", "--max-time", "1ms", "true")
      #expect(try document(measure)["runs"] as? Int == 10 && measure.status == 0)
      // Ten runs of so short a command tell no interval of 1 %, on any machine.
      let more = try shell.rehearse(
        "measure", "--json", "--max-time", "10min", "--max-runs", "20", "true")
      let document = try document(more)
      let runs = try #require(document["runs"] as? Int)
      #expect((11...20).contains(runs) && document["rounds"] as? Int == runs)
    }

    @Test func `--fail-above fails for a slower command only`() throws {
      let slow = try shell.rehearse(
        "measure", "-n", "12", "--fail-above", "+5%", "--export", "junit=j.xml", "sleep 0.01",
        "sleep 0.4")
      #expect(slow.status == 2, "\(slow.output)")
      let junit = try shell.folder.text(of: "j.xml")
      #expect(junit.contains(#"<failure type="regression" message="Too slow: 'sleep 0.4' takes "#))
      #expect(
        slow.output.replacing("\n", with: " ").contains("Too slow: 'sleep 0.4' takes "),
        "\(slow.output)")
      let fast = try shell.rehearse(
        "measure", "-n", "12", "--json", "--fail-above", "+5%", "--strict", "sleep 0.4",
        "sleep 0.01")
      #expect(fast.status == 0, "\(fast.output)")
      let judgements = try #require(try document(fast)["judgements"] as? [[String: Any]])
      #expect(judgements.map { $0["outcome"] as? String } == ["passed"])
      // One pair can't show anything, and nothing is green for that.
      let few = try shell.rehearse(
        "measure", "-n", "1", "--fail-above", "+5%", "sleep 0.01", "sleep 0.01")
      #expect(few.status == 5, "\(few.output)")
      let failed = try shell.rehearse("measure", "-n", "3", "--fail-above", "+5%", "true ", "false")
      #expect(failed.status == 3)
    }

    @Test func `metrics that are 0 in every run have rows only with --all-metrics`() throws {
      let some = try shell.rehearse("measure", "-n", "2", "true")
      let all = try shell.rehearse("measure", "-n", "2", "--all-metrics", "true")
      #expect(
        !some.output.contains("\nWritten to storage") && all.output.contains("\nWritten to storage")
      )
    }

    @Test func `stored measurements are compared between commands of the same name`()
      throws
    {
      for (name, times) in [("old", ["0.01", "0.02"]), ("new", ["0.03", "0.02"])] {
        let measure = try shell.rehearse(
          "measure", "-n", "6", "--store", "m.sqlite", "--name", name, "--command-name", "one",
          "--command-name", "two", "sleep \(times[0])", "sleep \(times[1])")
        #expect(measure.status == 0, "\(measure.errors)")
      }
      let compare = try shell.rehearse("compare", "old", "new", "--store", "m.sqlite", "--json")
      #expect(compare.status == 0, "\(compare.errors)")
      let results = try #require(try shell.json(compare) as? [[String: Any]])
      let judgements = results.compactMap { $0["judgement"] as? [String: Any] }
      #expect(
        judgements.map { $0["candidate"] as? String }
          == ["one of experiment 2", "two of experiment 2"])
      let cells = try #require(judgements.first?["gated"] as? [[String: Any]])
      #expect(
        cells.compactMap { $0["metric"] as? String }.sorted()
          == ["cpu-time", "peak-memory", "wall-time"])
      let wall = cells.first { $0["metric"] as? String == "wall-time" }
      // Of another time, so that a busy machine may hide it; but it is judged.
      let verdict = try #require(wall?["verdict"] as? String)
      #expect(["regressed", "inconclusive"].contains(verdict) && wall?["ratio"] != nil, "\(cells)")
      let one = try shell.rehearse(
        "compare", "old", "new", "--store", "m.sqlite", "--baseline", "two", "--candidate", "one",
        "--json")
      #expect((try shell.json(one) as? [Any])?.count == 1)
    }

    @Test func `measure's JSON has every run`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "--ignore-failure", "--json", "true ", "false")
      #expect(measure.status == 0)
      let document = try document(measure)
      #expect(document["status"] as? String == "passed" && document["runs"] as? Int == 4)
      let commands = try #require(document["commands"] as? [[String: Any]])
      #expect(commands.map { $0["command"] as? String } == ["true", "false"])
      #expect(commands.map { $0["words"] as? [String] } == [["true"], ["false"]])
      for (command, status) in zip(commands, [0, 1]) {
        let runs = try #require(command["runs"] as? [[String: Any]])
        #expect(runs.map { $0["run"] as? Int } == [1, 2])
        #expect(runs.allSatisfy { $0["exitStatus"] as? Int == status && $0["signal"] == nil })
        let measurements = try #require(runs[0]["measurements"] as? [String: Double])
        #expect((measurements["wall-time"] ?? 0) > 0 && (measurements["peak-memory"] ?? 0) > 0)
      }
      let cells = try #require(document["cells"] as? [[String: Any]])
      #expect(cells.contains { $0["metric"] as? String == "mean-cpu" })
      let rows = (document["comparisons"] as? [[String: Any]])?.first?["rows"] as? [[String: Any]]
      #expect(rows?.first { $0["metric"] as? String == "wall-time" }?["ratio"] != nil)
    }

    @Test func `a command that fails in its first run ends the measurement with its own status`()
      throws
    {
      let measure = try shell.rehearse(
        "measure", "--json", "--", "sh", "-c", "echo broken >&2; exit 7")
      #expect(measure.status == 7)
      // Notes on the machine may follow.
      #expect(
        measure.errors.hasPrefix(
          """
          Error: 'sh -c 'echo broken >&2; exit 7'', run 1: The command exited with status 7.
            stderr: broken
            '--ignore-failure' measures it anyway.
          note: The experiment was stopped after 1 of 10 runs.

          """), "\(measure.errors)")
      let document = try document(measure)
      #expect(document["status"] as? String == "app-failed")
      let failure = try #require((document["failures"] as? [[String: Any]])?.first)
      #expect(failure["exitCode"] as? Int == 7 && failure["reason"] as? String == "exited")
      #expect(failure["standardError"] as? String == "broken\n")
    }

    @Test func `a command that fails in a later run keeps the measurements of its other runs`()
      throws
    {
      let script = "echo x >> runs; test $(wc -l < runs) -ne 2"
      let measure = try shell.rehearse("measure", "-n", "3", "--shell", script)
      #expect(measure.status == 3)
      #expect(measure.output.contains(": 2 runs\n"))
      #expect(measure.errors.contains("run 2: The command exited with status 1.\n"))
      #expect(measure.errors.contains("failed in 1 of 3 runs, which are left out.\n"))
    }

    @Test func `a program that does not exist ends measure with status 127`() throws {
      let measure = try shell.rehearse("measure", "no-such-program")
      #expect(measure.status == 127 && measure.output == "")
      #expect(
        measure.errors.hasPrefix(
          "Error: 'no-such-program', run 1: The program 'no-such-program' was not found in "
            + "PATH.\n"))
    }

    @Test func `warm-up runs and preparations are made, but not counted as runs`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "3", "--warmup", "2", "--shell", "--prepare", "echo p >> log", "--json",
        "echo c >> log")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(try document(measure)["runs"] as? Int == 3)
      let log = try shell.folder.text(of: "log")
      #expect(log == String(repeating: "p\nc\n", count: 5))
    }

    @Test func `the command's output is shown on standard error with --show-output, else dropped`()
      throws
    {
      let arguments = ["measure", "-n", "1", "--shell", "--json"]
      for (option, isShown) in [(["--show-output"], true), ([], false)] {
        let measure = try Completion.of(
          [BuiltProducts.rehearse] + arguments + option + ["--", "echo out; echo err >&2"],
          in: shell.folder.path)
        #expect(measure.status == 0)
        #expect(measure.errors.contains("out\n") == isShown)
        #expect(measure.errors.contains("err\n") == isShown)
        _ = try document(measure)
      }
    }

    @Test func `measure writes a store only with --store, and other commands can read it`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "--store", "m.sqlite", "--name", "twice", "--export", "m.csv",
        "true ", "sh -c 'exit 0'")
      #expect(measure.status == 0, "\(measure.errors)")
      let show = try shell.rehearse("show", "twice", "--store", "m.sqlite", "--json")
      let document = try document(show)
      #expect(document["status"] as? String == "passed" && document["runs"] as? Int == 4)
      let meaning = try shell.rehearse(
        "show", "twice", "--store", "m.sqlite", "--metric", "peak-memory")
      #expect(meaning.output.contains("ru_maxrss"))
      let report = try shell.rehearse("report", "twice", "--store", "m.sqlite", "--output", "r")
      #expect(report.status == 0, "\(report.errors)")
      #expect(
        try shell.rehearse("export", "twice", "--store", "m.sqlite").output
          == shell.folder.text(of: "m.csv"))
      #expect(
        try shell.folder.text(of: "m.csv").contains(
          ",sh -c 'exit 0',command,,solo,1,1,,1,wall-time,ns,"))
    }

    @Test func `measure --chart draws a typical run`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "1", "--chart", "run.svg", "sleep", "3")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(try shell.folder.text(of: "run.svg").contains("</svg>"))
      let failed = try shell.rehearse(
        "measure", "-n", "1", "--ignore-failure", "--chart", "no.svg", "--", "sleep", "x")
      #expect(failed.status == 1 && !shell.folder.files.contains("no.svg"))
      #expect(failed.errors.contains("There is no time line to draw"))
    }

    @Test func `neither a chart nor an export that can't be written replaces a status`() throws {
      let own = try shell.rehearse(
        "measure", "-n", "1", "--chart", "no.svg", "--export", "csv=/dev/full", "--", "sh", "-c",
        "exit 7")
      #expect(own.status == 7, "\(own.errors)")
      #expect(own.errors.contains("Error: /dev/full was not written: "), "\(own.errors)")
      #expect(own.errors.contains("Error: There is no time line to draw"), "\(own.errors)")
    }

    @Test func `--min-runs and --max-runs bound the number of runs`() throws {
      for (bounds, runs) in [(["-m", "3", "-M", "3"], 3), (["-M", "4"], 4), (["-m", "12"], 12)] {
        let measure = try shell.rehearse(
          ["measure", "--json", "--max-time", "1ms"] + bounds + ["true"])
        #expect(measure.status == 0, "\(measure.errors)")
        #expect(try document(measure)["runs"] as? Int == runs)
      }
    }

    @Test func `--reference is the command that the others are compared with`() throws {
      let measure = try shell.rehearse(
        "measure", "--json", "-n", "2", "--reference", "sh -c 'exit 0'", "echo", "a")
      #expect(measure.status == 0, "\(measure.errors)")
      let document = try document(measure)
      let commands = try #require(document["commands"] as? [[String: Any]])
      let words = commands.map { $0["words"] as? [String] }
      #expect(words == [["sh", "-c", "exit 0"], ["echo", "a"]])
    }

    @Test func `commands are sorted by time and shown in a chosen unit`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "--sort", "mean-time", "--time-unit", "millisecond", "sleep 0.4",
        "sleep 0.01")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(measure.output.contains("\nWall time, ms"), "\(measure.output)")
      let fast = try #require(measure.output.firstRange(of: "\nsleep 0.01 "))
      let slow = try #require(measure.output.firstRange(of: "\nsleep 0.4 "))
      #expect(fast.lowerBound < slow.lowerBound, "\(measure.output)")
    }

    @Test func `the runs are drawn over a parameter`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "-P", "n", "1", "3", "--parameter-chart", "n.svg", "seq {n}",
        "seq {n} {n}")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(try shell.folder.text(of: "n.svg").contains("</svg>"))
    }

    @Test func `a hook has the number of the run in a variable that rehearse itself allows`()
      throws
    {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "-w", "1", "--shell", "--prepare",
        "echo $REHEARSE_ITERATION >> log; '\(BuiltProducts.rehearse)' config > config", "true")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(try shell.folder.text(of: "log") == "1\n2\n3\n")
    }

    @Test func `a missing input file is an error`() throws {
      let measure = try shell.rehearse("measure", "--input", "missing", "--", "cat")
      #expect(measure.status == 1 && measure.output == "")
      #expect(
        measure.errors == "Error: The input missing can't be read: No such file or directory.\n")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal within a run makes measure report its results and leave no process`(
      _ signal: Int32
    ) throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      let measure = try shell.start(
        "measure", "-n", "10", "--json", "--export", "junit=j.xml", "--shell",
        "test -e again && echo $$ > pid && exec sleep 1000; "
          + "echo > again")
      let command = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(command))
      measure.send(signal)
      let completion = measure.completion()
      #expect(completion.status == 130, "\(completion.errors)")
      #expect(watch.hasEnded())
      let document = try document(completion)
      #expect(document["status"] as? String == "interrupted" && document["runs"] as? Int == 2)
      #expect(try shell.folder.text(of: "j.xml").contains(#"<failure type="interrupted" "#))
    }

    @Test func `a killed harness takes its command along`() throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      let measure = try shell.start(
        "measure", "--shell", "setsid sleep 1000 & echo $! > pid; wait")
      let command = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(command))
      measure.send(SIGKILL)
      #expect(measure.completion().signal == SIGKILL)
      #expect(watch.hasEnded())
    }
  }
}
