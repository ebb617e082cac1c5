import DriverProtocol
import Metrics
import Scenarios
import Testing

/// Steps that are commands, as they are read.
struct CommandStepTests {
  private static func scenario(_ steps: String, head: String = "files: [big.log, data/]") -> String
  {
    let indented = steps.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    return """
      scenario: archive
      \(head)
      builds:
        low: { variables: { level: "-1", n: 3 } }
        high: { variables: { level: "-6", n: 010 } }
      stories:
        pack:
          steps:
      \(indented)
      """
  }

  @Test func `every key of a command is read`() throws {
    let digest = String(repeating: "0A", count: 32)
    let text = Self.scenario(
      """
      - run: [gzip, "${level}", -kf, big.log]
        stdin: list.txt
        stdout: out.txt
        environment: { LC_ALL: C, N: 1 }
        repeat: 3
        time-limit: 5 s
        expect:
          status: 2
          lines: 12
          bytes: 99
          text: "a b\\n"
          digest: \(digest)
          files: { big.log.gz: { bytes: 3, lines: 1, text: 7 }, data: {} }
      - run: sort -n 'a b' ""
      - shell: "sort $${HOME} | uniq"
        expect: { text: "" }
      """)
    let scenario = try ScenarioParser.parse(text, file: "f")
    let packed = CommandExpectation(
      status: 2,
      output: .init(digest: digest.lowercased(), lines: 12, bytes: 99, text: "a b"),
      files: ["big.log.gz": .init(lines: 1, bytes: 3, text: "7"), "data": .init()])
    let steps = [
      Step(
        verb: "run",
        command: StepCommand(
          words: ["gzip", "${level}", "-kf", "big.log"], input: "list.txt", output: "out.txt",
          environment: ["LC_ALL": "C", "N": "1"]),
        repetitions: 3, expectation: .command(packed), timeLimit: .seconds(5)),
      Step(
        verb: "run", command: StepCommand(words: ["sort", "-n", "a b", ""]),
        expectation: .command(CommandExpectation())),
      Step(
        verb: "run",
        command: StepCommand(words: ["/bin/sh", "-c", "sort $${HOME} | uniq"]),
        expectation: .command(CommandExpectation(output: .init(text: "")))),
    ]
    #expect(scenario.stories == [Story(name: "pack", title: "pack", steps: steps)])
    #expect(scenario.files == ["big.log", "data"])
    #expect(scenario.isOfCommands)
    #expect(
      scenario.builds.map(\.variables) == [
        ["level": "-1", "n": "3"], ["level": "-6", "n": "010"],
      ])
    guard case .steps(let commands) = scenario.builds[1].origin else {
      Issue.record("the build is \(scenario.builds[1].origin)")
      return
    }
    #expect(
      commands.map(\.words) == [
        ["gzip", "-6", "-kf", "big.log"], ["sort", "-n", "a b", ""],
        ["/bin/sh", "-c", "sort ${HOME} | uniq"],
      ])
    #expect(
      scenario.stories[0].steps.map(\.label) == [
        "gzip ${level} -kf big.log < list.txt > out.txt ×3", "sort -n 'a b' ''",
        "sort $${HOME} | uniq",
      ])
  }

  @Test func `for commands, anonymous memory is not gated by default and can't be`() throws {
    let text = Self.scenario("- run: [\"true\"]")
    let scenario = try ScenarioParser.parse(text, file: "f")
    #expect(scenario.gates.isEmpty)
    #expect(scenario.gatesInForce == [Gate(metric: .cpuTime), Gate(metric: .peakMemory)])
    #expect(
      Samples.mistakes(in: text + "\ngates: [{ metric: peak-anonymous-memory }]")
        == "f:10:19: 'peak-anonymous-memory' is not measured for steps that are commands; allowed: peak-memory, tree-peak-memory and others."
    )
  }

  @Test func `a driver may have a verb called run`() throws {
    let step = try Samples.step("- run: { shell: true }\n  expect: { count: 1 }")
    #expect(step?.verb == "run" && step?.command == nil)
    #expect(step?.arguments == ["shell": .bool(true)])
  }

  @Test(arguments: [
    (
      "- run: [gzip, \"${levle}\"]",
      """
      f:9:21: there is no variable 'levle'; allowed: 'variables' of the builds; there are level, n, \
      scenario; a shell's own is written $levle or $${levle}. Did you mean 'level'?
      """
    ),
    ("- run: []", "f:9:14: the command is empty; allowed: one word or more."),
    (
      "- run: \"a 'b\"",
      "f:9:14: the command can't be split into words: the quote ' at character 3 is not closed."
    ),
    (
      "- run: ls | wc",
      "f:9:14: '|' means nothing without a shell; allowed: 'shell' in place of 'run'."
    ),
    (
      "- run: [\"a\\0b\"]",
      "f:9:15: a word of the command holds a NUL, which no command can be given."
    ),
    ("- run: [a]\n  shell: b", "f:10:16: 'shell' beside 'run': a step is one command."),
    (
      "- run: [a]\n- expect: { status: 1 }",
      "f:10:9: the step has no command; allowed: run or shell."
    ),
    (
      "- run: [a]\n- list: {}\n  expect: { count: 1 }",
      """
      f:10:9: a driver's verb among commands; allowed: steps that are all commands, or all verbs of \
      a driver.
      """
    ),
    (
      "- run: [a]\n  stdn: b",
      """
      f:10:9: unknown key 'stdn' in a step; allowed: run, shell, stdin, stdout, environment, repeat, \
      items, time-limit, expect. Did you mean 'stdin'?
      """
    ),
    (
      "- run: [a]\n  stdout: ../b",
      "f:10:17: '../b' is not in the run's folder; allowed: a path from there, such as out.txt."
    ),
    (
      "- run: [a]\n  environment: { \"A=B\": c }",
      "f:10:24: 'A=B' can't name a variable of the environment; allowed: no '='."
    ),
    (
      "- run: [a]\n  expect: {}",
      "f:10:17: nothing is expected; allowed: status, digest, lines, bytes, text, files."
    ),
    (
      "- run: [a]\n  expect: { status: 256 }",
      "f:10:27: 'status' is '256'; allowed: a whole number from 0 to 255."
    ),
    (
      "- run: [a]\n  expect: { digest: 00ff }",
      """
      f:10:27: 'digest' is '00ff'; allowed: a SHA-256, 64 hexadecimal digits, in quotes, as \
      'sha256sum' prints it.
      """
    ),
    (
      "- run: [a]\n  expect: { files: { /etc/passwd: {} } }",
      "f:10:28: '/etc/passwd' is not in the run's folder; allowed: a path from there, such as out.txt."
    ),
  ])
  func `a mistake in a command is reported with its place`(_ steps: String, _ mistake: String) {
    #expect(Samples.mistakes(in: Self.scenario(steps)) == mistake)
  }

  @Test(arguments: [
    (
      "driver: { product: d }\nfixture: { a: 1 }\nlayouts: 2\nfiles: [a, b/a, ..]",
      """
      f:2:9: 'driver' in a scenario whose steps are commands: they have none.
      f:3:10: 'fixture' in a scenario whose steps are commands: no driver makes one; allowed: 'files'.
      f:4:10: 'layouts' in a scenario whose steps are commands: they are not linked by Rehearse.
      f:5:12: 'a' is there twice: files are copied by their last names.
      f:5:17: '..' names no file; allowed: a path from the scenario's folder.
      """
    )
  ])
  func `a key that only a driver could use is a mistake in a scenario of commands`(
    _ head: String, _ mistakes: String
  ) {
    #expect(Samples.mistakes(in: Self.scenario("- run: [a]", head: head)) == mistakes)
  }

  @Test func `every build must define a variable that is used, and builds with a driver have none`()
    throws
  {
    let head = "scenario: s\nbuilds:\n"
    let stories = "\nstories: { t: { steps: [{ run: [\"${x}\"] }] } }"
    let made = try ScenarioParser.parse(
      head + "  a: { make: [make, x], variables: { x: ./x } }" + stories, file: "f")
    #expect(made.builds[0].making == [.words(["make", "x"])])
    #expect(
      Samples.mistakes(in: head + "  a: { variables: { x: 1 } }\n  b: {}" + stories)
        == """
        f:5:33: 'b' has no variable 'x'; allowed: 'variables' of the builds; there are scenario, x; \
        a shell's own is written $x or $${x}.
        """)
    #expect(
      Samples.mistakes(
        in: head + "  a: { command: [x], variables: { x: 1, scenario: 2, 1a: 3 } }" + stories)
          == """
          f:3:17: 'command' in a scenario whose steps are commands: there is no driver; allowed: variables, make.
          f:3:41: 'scenario' can't name a variable; allowed: letters, digits, '-' and '_', a letter \
          first; 'scenario' is its folder.
          f:3:54: '1a' can't name a variable; allowed: letters, digits, '-' and '_', a letter first; \
          'scenario' is its folder.
          """)
    #expect(
      Samples.mistakes(in: head + "  a: { toolchain: 6.2, variables: { x: 1 } }" + stories)
        == """
        f:3:19: 'toolchain' in a scenario whose steps are commands: there is no driver; allowed: variables, make.
        """)
    #expect(
      Samples.mistakes(in: Samples.builds("a: { variables: { x: 1 } }"))
        == """
        f:4:19: 'variables' without a step that is a command, or a service: a driver would not be given \
        them; allowed: configuration, swift-flags, toolchain, command, make.
        """)
  }
}

/// Variables in texts, and the words by which they travel.
struct VariableTextTests {
  @Test(arguments: [
    ("${a}", "1"), ("x${a}y${b-c}", "x1y2"), ("$${a}", "${a}"),
    ("${a.port}${b-c.port}${a.b}", "${a.port}7${a.b}"),
    ("$a ${} ${a b} ${a%.gz}", "$a ${} ${a b} ${a%.gz}"),
    ("${z}", "${z}"), ("${a", "${a"), ("$$${a}", "$${a}"), ("", ""),
    ("${a${a}", "${a1"), ("$", "$"), ("$$", "$$"), ("é${a}é", "é1é"), ("${é}", "${é}"),
  ])
  func `a variable name in braces is replaced`(_ text: String, _ resolved: String) {
    // A dollar that stands before one that is doubled is a dollar.
    #expect(VariableText.resolved(text, by: ["a": "1", "b-c": "2", "b-c.port": "7"]) == resolved)
  }

  @Test func `a word that becomes empty is left out, a word that was empty stays`() {
    let command = StepCommand(words: ["a", "${x}", "", "-${x}"], output: "o${x}")
    #expect(
      command.resolved(by: ["x": ""]) == StepCommand(words: ["a", "", "-"], output: "o"))
  }

  @Test func `the names in a text are those that would be replaced`() {
    #expect(VariableText.names(in: "${a} $${b} ${c_1} ${1}") == ["a", "c_1"])
  }

  @Test func `a command host stays the same through its words`() {
    let host = CommandHost(folder: "/a b", variables: ["x": "1=2", "y": ""])
    #expect(host.words == ["rehearse-stepper", "/a b", "x=1=2", "y="])
    #expect(CommandHost(host.words) == host)
    #expect(host.values == ["x": "1=2", "y": "", "scenario": "/a b"])
    #expect(CommandHost(["python3", "/a"]) == nil)
    #expect(CommandHost(["rehearse-stepper"]) == nil)
    #expect(CommandHost(["rehearse-stepper", "/a", "x"]) == nil)
  }
}

/// What commands lead to.
struct CommandExpectationTests {
  @Test func `a command's status is checked first, then its files, then its output`() {
    let expectation = CommandExpectation(
      status: 1, output: .init(lines: 2), files: ["out": .init(bytes: 3), "sub": .init()])
    #expect(
      expectation.objection(to: ["status": .integer(0)])?.description
        == "expected status 1, found 0")
    #expect(
      expectation.objection(to: ["status": .integer(1)])?.description
        == "expected the file out, which does not exist")
    #expect(
      expectation.objection(to: ["status": .integer(1), "kind of out": .text("a folder")])?
        .description
        == "expected the file out, found a folder")
    let both: [String: Scalar] = [
      "status": .integer(1), "kind of out": .text("a file"), "kind of sub": .text("a file"),
    ]
    #expect(
      expectation.objection(to: both.merging(["lines": .integer(3)]) { a, _ in a })?.description
        == "expected lines 2, found 3")
    #expect(
      expectation.objection(
        to: both.merging(["lines": .integer(2), "bytes of out": .integer(4)]) { a, _ in a })?
        .description
        == "expected bytes of out 3, found 4")
    #expect(
      expectation.objection(
        to: both.merging(["lines": .integer(2), "bytes of out": .integer(3)]) { a, _ in a }) == nil)
  }

  @Test func `variables in an expectation stand for the build's own values`() {
    let expectation = CommandExpectation(output: .init(digest: "${d}", text: "level ${d}"))
    #expect(
      expectation.resolved(by: ["d": "0a"])
        == CommandExpectation(output: .init(digest: "0a", text: "level 0a")))
  }
}
