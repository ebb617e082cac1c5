import DriverProtocol
import Foundation
import Glibc
import Metrics
import Recording
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Stories of commands, replayed with real processes.
@Suite struct CommandStepsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static func step(
    _ words: [String], input: String? = nil, output: String? = nil,
    environment: [String: String] = [:], repetitions: Int = 1,
    expecting expectation: CommandExpectation = CommandExpectation(), limit: Duration? = nil
  ) -> Step {
    Step(
      verb: "run",
      command: StepCommand(words: words, input: input, output: output, environment: environment),
      repetitions: repetitions, expectation: .command(expectation), timeLimit: limit)
  }

  private static func shell(
    _ text: String, expecting expectation: CommandExpectation = CommandExpectation(),
    limit: Duration? = nil
  ) -> Step {
    step(StepCommand.shell(text), expecting: expectation, limit: limit)
  }

  private func executor(
    _ stories: [Story], files: [String] = [], variables: [String: String] = [:]
  ) throws -> ProcessExecutor {
    ProcessExecutor(
      ReplaySetup(
        scenario: Scenario(
          name: "s", title: "", builds: [], fixture: [:], files: files, stories: stories, runs: 1,
          timeLimit: .seconds(60)),
        commands: [
          "build": [CommandHost(folder: folder.path.string, variables: variables).words]
        ],
        in: BuildContexts(folder.path), launcher: Launcher(path: BuiltProducts.launcher),
        interruption: try Interruption(), machineMemory: 1 << 30))
  }

  private func run(
    _ steps: [Step], files: [String] = [], variables: [String: String] = [:]
  ) throws -> Run {
    let executor = try executor(
      [Story(name: "t", title: "", steps: steps)], files: files, variables: variables)
    return executor.execute(
      RunPlan(stories: ["t"], builds: ["build"], rounds: 1, seed: 1).runs[0])
  }

  @Test func `a passed run has the costs, outcomes and labels of its commands`() throws {
    let run = try run([Self.step(["cat"], input: "in")], files: ["in"])
    // Without the file that it names nothing is measured.
    #expect(run.failure?.reason == .notPrepared)
    try folder.add("in", "a\nb\nc\n")
    let second = try self.run(
      [
        Self.step(
          ["cat"], input: "in", output: "copy", repetitions: 2,
          expecting: .init(
            output: .init(lines: 3, text: "a\nb\nc"), files: ["copy": .init(lines: 3, bytes: 6)]))
      ], files: ["in"])
    #expect(second.ending == .passed)
    let step = try #require(second.steps.first)
    #expect(step.label == "cat < in > copy ×2" && step.repetitions == 2)
    #expect(step.outcome["status"] == .integer(0) && step.outcome["bytes"] == .integer(6))
    let reference = try Completion.of(["sha256sum", folder.file("in")]).output.prefix(64)
    #expect(step.outcome["digest"] == .text(String(reference)))
    #expect(step.digest == nil)
    #expect(step.inside.cpu > .zero && step.driverShare == .zero)
    #expect(try #require(step.inside.wall) > .zero)
    let values = second.measurements
    #expect(values[.cpuTime] == Double(step.inside.cpu.nanoseconds))
    #expect(values[.peakMemory] == step.outside.peakMemory.map { Double($0.count) })
    #expect(values[.peakAnonymousMemory] == nil && values[.lowestMemory] == nil)
    #expect(values[.storageRead] != nil && values[.minorFaults] != nil)
  }

  @Test func `every run has a fresh copy of the files and changes no original`() throws {
    try folder.add(["data/list": "one\n", "one.txt": "x"])
    let steps = [
      Self.shell(
        "pwd; ls; echo more >> data/list; wc -l < data/list",
        expecting: .init(files: ["data/list": .init(lines: 2), "one.txt": .init(text: "x")])),
      Self.shell("test ! -e stdout"),
    ]
    for _ in 0..<2 {
      #expect(try run(steps, files: ["data", "one.txt"]).ending == .passed)
    }
    #expect(try folder.text(of: "data/list") == "one\n")
  }

  @Test
  func `variables and the scenario's folder are filled in, and relative programs start there`()
    throws
  {
    try folder.addScript("tool.sh", "pwd; echo \"$@\"")
    let run = try run(
      [
        Self.step(
          ["./tool.sh", "${level}", "${scenario}/x", "${level}${level}"],
          environment: ["A": "${level}"], expecting: .init(output: .init(lines: 2))),
        Self.shell("echo ${level} > n", expecting: .init(files: ["n": .init(text: "${level}")])),
      ], variables: ["level": "-6"])
    #expect(run.ending == .passed)
    // Two builds' steps have one label.
    #expect(
      run.steps.map(\.label) == [
        "./tool.sh ${level} ${scenario}/x ${level}${level}", "echo ${level} > n",
      ])
  }

  @Test func `the programs that a shell starts are those of its step, wherever its text has them`()
    throws
  {
    try folder.addScript("count", "cat")
    try folder.addScript("bin/sum-2.1", "cat")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("bin/sum"), withDestinationPath: "sum-2.1")
    try folder.add("data.txt", "")
    let place = try RunFolder(home: .own)
    defer { place.remove() }
    let steps = try #require(
      try CommandSteps(
        CommandHost(folder: folder.path.string, variables: [:]).words,
        files: ["count", "data.txt"], at: place))
    let shell = try #require(steps.programs(of: [Self.shell(":")]).first)
    func others(_ text: String) -> Set<String> {
      steps.programs(of: [Self.shell(text)]).subtracting([shell])
    }
    // Where the shell works, and where the scenario is.
    #expect(others("./count < data.txt > out") == ["count"])
    #expect(others("x=$(${scenario}/bin/sum<data.txt)") == ["sum-2.1"])
    // The first has no path, and the second is no program. The last may be made by the step.
    #expect(others("count; ${scenario}/data.txt; ./out") == ["out"])
    let path = Self.step(
      StepCommand.shell("nice -n 1 sum|'count'"),
      environment: ["PATH": "\(folder.file("bin")):\(folder.file(""))"])
    #expect(steps.programs(of: [path]).subtracting([shell]) == ["sum-2.1", "count"])
  }

  @Test func `a wrong outcome reports what was found and the end of standard error`() throws {
    let failed = try run([Self.shell("echo oops >&2; exit 3")])
    #expect(failed.failure?.reason == .wrongOutcome)
    #expect(failed.failure?.message == "Expected status 0, found 3.")
    #expect(failed.failure?.standardError == "oops\n")
    #expect(failed.failure?.step == StepName("t: echo oops >&2; exit 3"))
    let expected = try run([Self.shell("exit 3", expecting: .init(status: 3))])
    #expect(expected.ending == .passed)
    let text = try run([Self.shell("echo 42", expecting: .init(output: .init(text: "43")))])
    #expect(text.failure?.message == "Expected text 43, found 42.")
    let missing = try run([Self.shell(":", expecting: .init(files: ["out": .init()]))])
    #expect(missing.failure?.message == "Expected the file out, which does not exist.")
    let pipe = try run([
      Self.shell("mkfifo out", expecting: .init(files: ["out": .init(lines: 1)]))
    ])
    #expect(
      pipe.failure?.message == "Expected the file out, found neither a file nor a folder.")
  }

  @Test func `a crash, a missing program and a timeout have different reasons`()
    throws
  {
    let crashed = try run([Self.shell("kill -SEGV $$")])
    #expect(crashed.failure?.reason == .crashed && crashed.failure?.signal == SIGSEGV)
    let missing = try run([Self.step(["no-such-program"])])
    #expect(missing.failure?.reason == .notStarted)
    #expect(
      missing.failure?.message
        == "The command was not carried out: no-such-program could not be executed: No such file or directory."
    )
    let late = try run([Self.shell("sleep 600", limit: .milliseconds(50))])
    #expect(late.failure?.reason == .timedOut)
  }

  @Test func `a process that a command leaves behind works on in later steps and is counted`()
    throws
  {
    let run = try run([
      Self.shell("sleep 600 > /dev/null 2>&1 & echo $! > pid"),
      Self.shell("kill -0 $(cat pid)"),
    ])
    #expect(run.ending == .passed)
    #expect(run.measurements[.outlivingProcesses] == 1)
  }

  @Test func `what a process left behind uses is counted once, whenever it ends`() throws {
    let run = try run([
      Self.shell(
        """
        mkfifo done go
        sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; : > done; : < go' > /dev/null 2>&1 &
        echo $! > pid
        """),
      Self.shell("cat done"),
      // It ends before this command does.
      Self.shell(": > go; until grep -q 'State:.Z' /proc/$(cat pid)/status; do :; done"),
    ])
    #expect(run.ending == .passed)
    let whole = try #require(run.measurements[.wholeCPUTime])
    #expect(try #require(run.measurements[.treeCPUTime]) < whole + 20e6)
    #expect(run.measurements[.outlivingProcesses] == nil)
  }

  @Test func `earlier stories are replayed in the same folder, but not measured`() throws {
    let executor = try executor([
      Story(name: "make", title: "", steps: [Self.shell("seq 1 9 > n")]),
      Story(
        name: "use", title: "", after: ["make"],
        steps: [Self.shell("wc -l < n", expecting: .init(output: .init(text: "9")))]),
    ])
    let run = executor.execute(
      RunPlan(stories: ["use"], builds: ["build"], rounds: 1, seed: 1).runs[0])
    #expect(run.ending == .passed && run.ownSteps.count == 1 && run.steps.count == 2)
  }

  /// What `accuracy-target` says of itself, beside what was measured of it as a step and as a command.
  private struct Truth: Decodable {
    var peak: Int64
    var cpu: Int64
  }

  private func truth() throws -> Truth {
    let line = try #require(folder.text(of: "truth").split(separator: "\n").last)
    return try JSONDecoder().decode(Truth.self, from: Data(line.utf8))
  }

  @Test func `a command's peak memory matches that of measure to within a megabyte`() throws {
    let target = BuiltProducts.path(of: "accuracy-target").string
    for work in [["spike", "48", "1"], ["chain", "3", "24", "1"], ["together", "3", "16", "5"]] {
      let words = [target, folder.file("truth")] + work
      let step = try run([Self.step(words)])
      let peak = try #require(step.measurements[.peakMemory])
      // The kernel's own counters may lag by as much, see Docs/explanation/limits.md.
      #expect(abs(peak - Double(try truth().peak)) < 1_048_576, "\(work)")
      let command = try CommandStage.run(words)
      #expect(abs(peak - (try #require(command.measurements[.peakMemory]))) < 1_048_576, "\(work)")
    }
  }

  @Test func `CPU time covers all that the command and its threads used`() throws {
    let target = BuiltProducts.path(of: "accuracy-target").string
    let run = try run([Self.step([target, folder.file("truth"), "burn", "30", "2"])])
    let step = try #require(run.steps.first)
    let cpu = step.inside.cpu.microseconds
    #expect(cpu >= (try truth().cpu) && cpu >= 60_000)
    #expect(
      step.inside.user.map { $0.microseconds + (step.inside.system?.microseconds ?? 0) } == cpu)
    // What the stepper itself does is in none of it.
    #expect(run.measurements[.cpuTime] == Double(cpu * 1000))
  }

  @Test func `processes that hold memory at once are measured as a tree, without the stepper`()
    throws
  {
    let target = BuiltProducts.path(of: "accuracy-target").string
    let run = try run([
      Self.step([target, folder.file("truth"), "together", "3", "16", "3000"])
    ])
    #expect(run.ending == .passed)
    // The target itself and three children.
    #expect(run.measurements[.treeProcesses] == 4)
    let tree = try #require(run.measurements[.treePeakMemory])
    let largest = try #require(run.measurements[.peakMemory])
    #expect(tree > 3 * 16 * 1_048_576 && tree > 2 * largest)
    #expect(run.measurements[.treeCPUTime] == run.measurements[.cpuTime])
  }

  @Test func `callgrind counts the instructions of a command and of all that it starts`() throws {
    let scenario = Scenario(
      name: "s", title: "", builds: [], fixture: [:],
      stories: [
        Story(
          name: "t", title: "",
          steps: [Self.step(["/bin/true"], repetitions: 2), Self.shell("/bin/true; /bin/true")])
      ], runs: 1, timeLimit: .seconds(60))
    let commands = ["build": [CommandHost(folder: folder.path.string, variables: [:]).words]]
    let interruption = try Interruption()
    let launcher = Launcher(path: BuiltProducts.launcher)
    let setup = ReplaySetup(
      scenario: scenario, commands: commands, in: BuildContexts(folder.path), launcher: launcher,
      interruption: interruption, machineMemory: 1 << 30)
    let executor = CountingExecutor(
      setup, counting: .callgrind(try Callgrind()),
      allocations: AllocationCounter(beside: launcher), others: ProcessExecutor(setup))
    let plan = RunPlan(kind: .counted, stories: ["t"], builds: ["build"], rounds: 2, seed: 1)
    let runs = plan.runs.map { executor.execute($0) }
    #expect(runs.map(\.ending) == [.passed, .passed])
    let counts = runs.map { $0.steps.compactMap(\.instructions) }
    #expect(counts[0].count == 2 && counts[0].allSatisfy { $0 > 50_000 })
    #expect(counts[0][0] == counts[1][0])
    // A shell works with its own number, which has other digits each time.
    #expect(abs(counts[0][1] - counts[1][1]) < 1000)
    #expect(runs[0].measurements[.instructions] == counts[0].map { Double($0) }.reduce(0, +))
  }
}

extension TestsThatMoveThreads {
  /// Commands of two builds at once, on one CPU.
  @Suite struct CommandDuetTests {
    @Test(.enabled(if: hasTwoCPUs)) func `both sides of a pair are carried out at once`() throws {
      let folder = try ScratchFolder()
      let interruption = try Interruption()
      let launcher = Launcher(path: BuiltProducts.launcher)
      let command = StepCommand(words: ["/bin/sh", "-c", "echo ${n} > n; cat n"])
      let scenario = Scenario(
        name: "s", title: "", builds: [], fixture: [:],
        stories: [
          Story(
            name: "t", title: "",
            steps: [
              Step(
                verb: "run", command: command, repetitions: 3,
                expectation: .command(.init(output: .init(text: "${n}"))))
            ])
        ], runs: 1, timeLimit: .seconds(60))
      let stage = try DuetStage(launcher: launcher, interruption: interruption)
      defer { stage.close() }
      let setup = ReplaySetup(
        scenario: scenario,
        commands: ["1", "2"].reduce(into: [:]) {
          $0[$1] = [CommandHost(folder: folder.path.string, variables: ["n": $1]).words]
        },
        in: BuildContexts(folder.path), launcher: launcher, interruption: interruption,
        machineMemory: 1 << 30)
      let executor = DuetExecutor(setup, on: .duet(stage))
      let plan = PairPlan(
        stories: ["t"], baseline: "1", candidate: "2", rounds: 1...1, seed: 1)
      let pair = executor.execute(plan.pairs[0])
      for run in [pair.baseline, pair.candidate] {
        #expect(run.ending == .passed)
        #expect(run.kind == .duet)
        #expect(run.steps.map { $0.outcome["text"] } == [.text(run.build)])
        #expect(run.measurements[.cpuTime] != nil && run.measurements[.peakMemory] != nil)
      }
    }
  }
}
