import CommandSupport
import Foundation
import Running
import SystemPackage
import TestSupport
import Testing

@testable import rehearse

extension EndToEndTests {
  /// What is typed behind `rehearse measure`, and what it is taken for.
  @Suite struct MeasureArgumentsTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private func document(_ completion: Completion) throws -> [String: Any] {
      try #require(try shell.json(completion) as? [String: Any])
    }

    @Test func `options after a command belong to it, and quoted words are separate commands`()
      async throws
    {
      for (arguments, words) in [
        (["echo", "a b"], [["echo", "a b"]]), (["echo a", "true"], [["echo", "a"], ["true"]]),
        (["echo 'a b'"], [["echo", "a b"]]), (["--", "echo", "--help"], [["echo", "--help"]]),
        (["true", "--", "--runs"], [["true", "--", "--runs"]]),
        (["--allocations", "2", "echo", "a"], [["echo", "a"]]),
        (["--instructions", "--allocations", "2", "--rerun-disturbed", "1", "echo"], [["echo"]]),
        (["-L", "word", "a,b", "echo", "{word}"], [["echo", "a"], ["echo", "b"]]),
        (
          ["-L", "word", "a b,c", "echo {word} {other}"],
          [["echo", "a", "b", "{other}"], ["echo", "c", "{other}"]]
        ),
        (
          ["-P", "n", "1", "2", "-D", "0.5", "echo", "{n}"],
          [["echo", "1"], ["echo", "1.5"], ["echo", "2"]]
        ),
        (
          ["-L", "a", "1,2", "-L", "b", "x,y", "echo {a}{b}", "true"],
          [["echo", "1x"], ["echo", "1y"], ["echo", "2x"], ["echo", "2y"], ["true"]]
        ),
      ] {
        let parsed = try await Program.parsed(["measure"] + arguments, as: Rehearse.self)
        let measure = try #require(parsed as? MeasureCommand)
        #expect(try measure.commandOptions.commands.map(\.words) == words, "\(arguments)")
      }
      // The program itself, which looks up the number behind an option among its own arguments.
      for (arguments, words) in [
        (["echo", "-n", "3", "--json"], ["echo", "-n", "3", "--json"]),
        (["--instructions=1", "--rerun-disturbed", "true", "-n", "3"], ["true", "-n", "3"]),
      ] {
        let measure = try shell.rehearse(["measure", "--json", "-n", "1"] + arguments)
        #expect(measure.status == 0, "\(arguments): \(measure.errors)")
        let commands = try #require(try document(measure)["commands"] as? [[String: Any]])
        #expect(commands.map { $0["words"] as? [String] } == [words], "\(arguments)")
      }
    }

    @Test(arguments: [("=1", 1), ("=5", 5), ("", 3)])
    func `behind an equals sign is how many runs count, and three do if there is none`(
      _ value: String, _ rounds: Int
    ) async throws {
      for option in ["--allocations", "--instructions"] {
        let parsed = try await Program.parsed(
          ["measure", option + value, "echo"], as: Rehearse.self)
        let measure = try #require(parsed as? MeasureCommand)
        let read = [measure.allocations.rounds, measure.instructions.rounds]
        #expect(read == (option == "--allocations" ? [rounds, 0] : [0, rounds]))
      }
    }

    @Test func `names go to commands in order, with parameters filled in`() throws {
      let measure = try shell.rehearse(
        "measure", "--json", "-n", "1", "-L", "word", "a,b", "--command-name", "says {word}",
        "echo {word}", "true")
      let commands = try #require(try document(measure)["commands"] as? [[String: Any]])
      #expect(commands.map { $0["command"] as? String } == ["says a", "says b", "true"])
      #expect(commands[1]["parameters"] as? [String: String] == ["word": "b"])
      #expect(commands[2]["parameters"] == nil)
    }

    @Test func `every option with a value is recognised before the command`() async throws {
      let help = try shell.rehearse("measure", "--help").output
      let options = help.matches(of: #/(?m)^  (?:-\w, )*(--[a-z-]+) </#).map { String($0.output.1) }
      #expect(options.contains("--runs") && options.contains("--fail-above") && options.count > 20)
      for option in options where !option.hasPrefix("--parameter") {
        // Were it not known, the command would begin with its value.
        let refused = try await Shell.refusal(
          of: ["measure", option, "x", "--seed", "none", "true"])
        #expect(refused.status == 64 && !refused.errors.contains("Missing value"), "\(option)")
      }
    }

    @Test(
      arguments: [
        (["sh", "-c", "exit 7"], Int32(7)), (["sh", "-c", "kill -9 $$"], 137),
        (["no-such-program"], 127), (["true ", "false"], 3), (["-i", "false"], 0),
        (["--ignore-failure=1,3", "sh", "-c", "exit 3"], 0),
        (["--ignore-failure=1", "sh", "-c", "exit 3"], 3),
        (["--ignore-failure=all-non-zero", "false"], 0),
        (["--time-limit", "10ms", "sleep", "9"], 3), (["--prepare", "false", "true"], 3),
      ] as [([String], Int32)])
    func `a single command's status becomes the status of measure`(
      _ arguments: [String], _ status: Int32
    ) throws {
      let measure = try Completion.of(
        [BuiltProducts.rehearse, "measure", "-n", "2"] + arguments, in: shell.folder.path)
      #expect(measure.status == status, "\(measure.errors)")
    }

    @Test func `without --shell nothing is expanded or piped`() throws {
      let measure = try shell.rehearse(
        "measure", "-n", "1", "--show-output", "printf '%s ' $HOME | \"a b\"", "true")
      #expect(measure.status == 0)
      #expect(measure.errors.contains("$HOME | a b "))
      #expect(
        measure.errors.hasPrefix(
          "note: In 'printf '%s ' $HOME | \"a b\"' the sign | is plain text; --shell hands commands "
            + "to /bin/sh.\n"))
      #expect(!measure.output.contains("$HOME | a b \n"))
    }

    @Test(arguments: [
      ([], "Give a command, as in 'rehearse measure sleep 1'."),
      (["--", ""], "The command is empty."),
      (
        ["--shell", "ls", "-l"],
        "With --shell a command is one quoted text: rehearse measure --shell 'ls | wc -l'."
      ),
      (["a 'b"], "The command is 'a 'b', but the quote ' at character 3 is not closed."),
      ([" "], "The command is ' ', but it is empty."),
      (["--runns", "3", "ls"], "Unknown option '--runns'. Did you mean '--runs'?"),
      (
        ["sleep 1", "-n", "3"],
        "'-n' comes after quoted commands; write options before the first command."
      ),
      (
        ["-L", "x", "1,2", "echo y"],
        "The values of 'x' would change nothing: neither a command nor anything run around it has '{x}'."
      ),
      (
        ["-L", "x=", "echo {x}"],
        "--parameter-list is 'x='; allowed: a name and values, as in -L level 1,6,9."
      ),
      (
        ["-P", "x", "8", "1", "echo {x}"],
        "--parameter-scan is 'x 8 1'; allowed: a name, the least and the greatest number, as in "
          + "-P threads 1 8."
      ),
      (
        ["-P", "x", "1", "8", "-D", "0", "echo {x}"],
        "--parameter-step-size is '0'; allowed: a number above 0."
      ),
      (
        ["-P", "x", "1", "9999", "echo {x}"],
        "--parameter-scan x has more than 1000 values; --parameter-step-size makes them fewer."
      ),
      (["-L", "x", "1,2", "-L", "x", "3", "echo {x}"], "There are two parameters 'x'."),
      (
        ["-p", "a", "-p", "b", "sleep 1"],
        "--prepare is given 2 times; allowed: once, or once for each of 1 command."
      ),
      (
        ["--command-name", "a", "--command-name", "b", "true"],
        "--command-name is given 2 times, and there is 1 command."
      ),
      (["--fail-above", "5", "a b", "c"], "--fail-above is '5'; allowed: a change such as +5%."),
      (
        ["--fail-above", "+5%", "true"],
        "--fail-above compares commands with the first, and there is only one: write each command in quotes."
      ),
      (
        ["--fail-above", "+5%", "-L", "x", "1,2", "--setup", "echo {x}", "true"],
        "--fail-above can't be combined with a --setup or --cleanup that has a parameter: commands are then measured one after the other, and what the machine does meanwhile may look like a difference. --prepare and --conclude may have one."
      ),
      (["--strict", "true"], "--strict needs --fail-above."),
      (
        ["-n", "3", "--max-time", "1s", "true"],
        "--max-time cannot be combined with --runs."
      ),
      (
        ["--prepare", "x\\", "--", "true"],
        "--prepare is 'x\\', but nothing follows the backslash at character 2."
      ),
      (
        ["-n", "3", "--min-runs", "2", "true"], "--min-runs cannot be combined with --runs."
      ),
      (
        ["-m", "9", "-M", "8", "true"],
        "--min-runs is 9; allowed: at most --max-runs, which is 8."
      ),
      (["--max-runs", "1", "true"], "--max-runs is 1; allowed: 2 to 100000."),
      (
        ["--ignore-failure=0,1", "true"],
        "--ignore-status is '0,1'; allowed: statuses from 1 to 255, as in 1,2."
      ),
      (
        ["--parameter-chart", "c.svg", "-L", "x", "a,b", "echo {x}"],
        "--parameter-chart needs one parameter that has several numbers, as in -P threads 1 8; there are 0."
      ),
      (
        ["--parameter-chart", "c.svg", "-P", "x", "1", "2", "-L", "y", "1,2", "echo {x}{y}"],
        "--parameter-chart needs one parameter that has several numbers, as in -P threads 1 8; there are 2."
      ),
      (["-n", "0", "--", "true"], "--runs is 0; allowed: 1 to 100000."),
      (["--items", "0", "true"], "--items is 0; allowed: 1 to 1000000000000."),
      (["--warmup=-1", "--", "true"], "--warmup is -1; allowed: 0 to 100000."),
      (
        ["--time-limit", "3", "--", "true"],
        "--time-limit is '3'; allowed: a number with ms, s or min, such as 30 s."
      ),
      (
        ["--name", "x", "--", "true"],
        "--name names an experiment in a store, so it needs --store; --command-name names a command."
      ),
      (
        ["--chart", "run.gif", "--", "true"],
        "--chart is 'run.gif'; allowed: a file ending in .svg, .png or .pdf."
      ),
    ])
    func `wrong usage is refused`(
      _ arguments: [String], _ text: String
    ) async throws {
      let measure = try await Shell.refusal(of: ["measure"] + arguments)
      #expect(measure.status == 64)
      #expect(measure.errors.hasPrefix("Error: \(text)\n"), "\(measure.errors)")
    }

    @Test
    func `an option of hyperfine is refused with Rehearse's own, unless it belongs to the command`()
      throws
    {
      let refused = try shell.rehearse("measure", "--export-json=x.json", "true")
      #expect(refused.status == 64)
      #expect(
        refused.errors
          == "Error: 'rehearse measure' has no '--export-json': '--export hyperfine=FILE' writes "
          + "hyperfine's JSON.\n")
      #expect(try shell.rehearse("measure", "-n", "1", "echo", "-N", "--min-runs").status == 0)
    }

    @Test func `a note says that programs after a program are its arguments`() throws {
      for name in ["old", "new"] { try shell.folder.addScript(name, "exit 0") }
      let one = try shell.rehearse("measure", "-n", "1", "./old", "./new")
      #expect(
        one.errors.hasPrefix(
          "note: './new' is an argument of './old'. To measure both: rehearse measure -L program "
            + "./old,./new '{program}'.\n"), "\(one.errors)")
      let both = try shell.rehearse(
        "measure", "-n", "1", "--json", "-L", "program", "./old,./new", "{program}")
      let commands = try #require(try document(both)["commands"] as? [[String: Any]])
      #expect(commands.map { $0["command"] as? String } == ["./old", "./new"])
    }
  }
}
