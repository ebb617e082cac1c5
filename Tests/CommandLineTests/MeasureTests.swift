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

    @Test func `one command is measured and printed, and nothing is left in the folder`() throws {
      let measure = try shell.rehearse("measure", "-n3", "--", "sh", "-c", "exit 0")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(measure.output.hasPrefix("sh -c 'exit 0': 3 runs\n"))
      for row in ["Wall time, ", "CPU time, ", "Mean CPU, %", "Peak memory, MB", "Minor faults"] {
        #expect(measure.output.contains("\n\(row)"), "\(measure.output)")
      }
      #expect(!measure.output.contains("\u{1B}"))
      #expect(shell.folder.files == [])
    }

    @Test func `several commands are compared in rounds, in 80 columns`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "4", "--vs", "sh -c 'exit 0'", "--seed", "9", "--", "/bin/true",
        environment: ["COLUMNS": "80"])
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(measure.output.hasPrefix("2 commands, 4 rounds in random order (seed 9)\n"))
      #expect(measure.output.contains("Beside the first"))
      for line in measure.output.split(separator: "\n") { #expect(line.count <= 80) }
    }

    @Test func `as JSON the result has every run`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "--vs", "false", "--ignore-failure", "--json", "--", "true")
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

    @Test func `a command that fails at once ends the measurement with status 3`() throws {
      let measure = try shell.rehearse(
        "measure", "--json", "--", "sh", "-c", "echo broken >&2; exit 7")
      #expect(measure.status == 3)
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

    @Test func `a command that fails later leaves the other runs their measurements`() throws {
      let script = "echo x >> runs; test $(wc -l < runs) -ne 2"
      let measure = try shell.rehearse("measure", "-n", "3", "--shell", "--", script)
      #expect(measure.status == 3)
      #expect(measure.output.contains(": 2 runs\n"))
      #expect(measure.errors.contains("run 2: The command exited with status 1.\n"))
      #expect(measure.errors.contains("failed in 1 of 3 runs, which are left out.\n"))
    }

    @Test func `programs that are not there`() throws {
      let measure = try shell.rehearse("measure", "--", "no-such-program")
      #expect(measure.status == 3 && measure.output == "")
      #expect(
        measure.errors.hasPrefix(
          "Error: 'no-such-program', run 1: The program 'no-such-program' was not found in "
            + "PATH.\n"))
    }

    @Test func `runs that warm up and prepare are made, and are left out`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "3", "--warmup", "2", "--shell", "--prepare", "echo p >> log", "--json",
        "--", "echo c >> log")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(try document(measure)["runs"] as? Int == 3)
      let log = try shell.folder.text(of: "log")
      #expect(log == String(repeating: "p\nc\n", count: 5))
    }

    @Test func `without a shell nothing is expanded or piped`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "1", "--vs", "printf '%s ' $HOME | \"a b\"", "--show-output", "--",
        "true")
      #expect(measure.status == 0)
      #expect(measure.errors.contains("$HOME | a b "))
      #expect(
        measure.errors.hasPrefix(
          "note: In 'printf '%s ' $HOME | \"a b\"' the sign | is plain text; --shell hands commands "
            + "to /bin/sh.\n"))
      #expect(!measure.output.contains("$HOME | a b \n"))
    }

    @Test func `output is shown on standard error when asked for, else dropped`() throws {
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

    @Test func `a store is written only where it is asked for, and readers know it`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "2", "--store", "m.sqlite", "--name", "twice", "--export", "m.csv",
        "--vs", "sh -c 'exit 0'", "--", "true")
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

    @Test func `a typical run is drawn`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "1", "--chart", "run.svg", "--", "sleep", "0.3")
      #expect(measure.status == 0, "\(measure.errors)")
      #expect(try shell.folder.text(of: "run.svg").contains("</svg>"))
      let failed = try shell.rehearse(
        "measure", "-n", "1", "--ignore-failure", "--chart", "no.svg", "--", "sleep", "x")
      #expect(failed.status == 1 && !shell.folder.files.contains("no.svg"))
      #expect(failed.errors.contains("There is no time line to draw"))
    }

    @Test(arguments: [
      ([], "There is no command; write it after '--', as in 'rehearse measure -- sleep 1'."),
      (["--", ""], "The command after '--' is empty."),
      (
        ["--shell", "--", "ls", "-l"],
        "With --shell the command is one text: 'rehearse measure --shell -- \"ls | wc -l\"'."
      ),
      (
        ["--vs", "a 'b", "--", "true"],
        "--vs is 'a 'b', but the quote ' at character 3 is not closed."
      ),
      (["--vs", " ", "--", "true"], "--vs is ' ', but it is empty."),
      (
        ["--prepare", "x\\", "--", "true"],
        "--prepare is 'x\\', but nothing follows the backslash at character 2."
      ),
      (["-n", "0", "--", "true"], "--runs is 0; allowed: 1 to 100000."),
      (["--warmup=-1", "--", "true"], "--warmup is -1; allowed: 0 to 100000."),
      (
        ["--time-limit", "3", "--", "true"],
        "--time-limit is '3'; allowed: a number with ms, s or min, such as 30 s."
      ),
      (["--name", "x", "--", "true"], "--name needs --store."),
      (
        ["--chart", "run.gif", "--", "true"],
        "--chart is 'run.gif'; allowed: a file ending in .svg, .png or .pdf."
      ),
    ])
    func `wrong usage is refused before anything is carried out`(
      _ arguments: [String], _ text: String
    ) throws {
      let measure = try Completion.of(
        [BuiltProducts.rehearse, "measure"] + arguments, in: shell.folder.path)
      #expect(measure.status == 64 && measure.output == "")
      #expect(measure.errors.hasPrefix("Error: \(text)\n"), "\(measure.errors)")
    }

    @Test func `an input that is not there is an error of its own`() throws {
      let measure = try shell.rehearse("measure", "--input", "missing", "--", "cat")
      #expect(measure.status == 1 && measure.output == "")
      #expect(
        measure.errors == "Error: The input missing can't be read: No such file or directory.\n")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `told to stop within a run, it tells what it has and leaves no process`(
      _ signal: Int32
    ) throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      let measure = try shell.start(
        "measure", "--json", "--shell", "--",
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
    }

    @Test func `a harness that is killed takes the command along`() throws {
      let pipe = try NamedPipe(shell.folder["pid"])
      let measure = try shell.start(
        "measure", "--shell", "--", "setsid sleep 1000 & echo $! > pid; wait")
      let command = try #require(try pipe.number())
      let watch = try #require(ProcessWatch(command))
      measure.send(SIGKILL)
      #expect(measure.completion().signal == SIGKILL)
      #expect(watch.hasEnded())
    }
  }
}
