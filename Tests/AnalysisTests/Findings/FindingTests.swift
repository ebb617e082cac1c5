import Analysis
import Diagnosing
import Foundation
import Metrics
import Recording
import TestSupport
import Testing

struct FindingTests: FindingSuite {
  @Test func `a clean experiment has no findings`() {
    #expect(findings(runs()) == [])
  }

  @Test func `a story that is still the placeholder written by init is reported`() {
    var experiment = Replay.experiment(stories: ["list", "example"])
    experiment.scenario = """
      scenario: s
      builds: { b: { command: [x] } }
      stories:
        list: { steps: [{ list: {}, expect: { count: 1 } }] }
        example: { placeholder: Words, steps: [{ example: {}, expect: { count: 1 } }] }
      """
    let runs = ["list", "example"].flatMap { story in
      ["checked", "unchecked"].map { Replay.run(story, on: $0) }
    }
    let findings = ExperimentAnalysis(experiment, runs: runs).findings
    #expect(findings == [.placeholder(story: "example", of: "Words")])
    expectSnapshot(
      [findings[0].description], named: "placeholder", stating: "'example'", "Words",
      "'placeholder'")
    experiment.stories.removeLast()
    #expect(ExperimentAnalysis(experiment, runs: Array(runs.prefix(2))).findings == [])
  }

  @Test func `a stopped experiment reports how many of its runs were made`() {
    #expect(findings(runs(rounds: 2), rounds: 3) == [.incomplete(made: 4, planned: 6)])
    #expect(findings([], rounds: 3) == [.incomplete(made: 0, planned: 6)])
    #expect(findings([], rounds: 3, source: .import) == [])
  }

  @Test func `failed runs are counted for each story and build`() {
    #expect(
      findings(runs(rounds: 3, failed: .crashed), rounds: 3)
        == [.failedRuns(story: "list", build: "unchecked", count: 3, of: 3)])
  }

  @Test func `a run that was ended because its twin failed is not counted as failed`() {
    #expect(findings(runs(rounds: 3, failed: .twinFailed), rounds: 3) == [])
  }

  @Test func `the arrangement of pairs is reported for all stories, or for each if they differ`() {
    func pair(_ story: String, _ arrangement: Arrangement) -> [Run] {
      ["checked", "unchecked"].map { build in
        var run = Replay.run(story, on: build)
        run.arrangement = arrangement
        return run
      }
    }
    let duet = Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 500_000))
    let analysis = { (runs: [Run]) in
      ExperimentAnalysis(Replay.experiment(stories: ["list", "sleep"]), runs: runs)
    }
    let alike = analysis(pair("list", duet) + pair("sleep", duet)).findings
    #expect(alike == [.arrangement(duet, stories: [])])
    #expect(alike.first?.description == "Pairs ran at once on CPU 1, in slices of 0.5 ms.")
    let atOnce = [0, 1].map { cpu in
      Arrangement.duet(.init(cpu: cpu, slice: 500_000, tick: 500_000, pairs: 2))
    }
    let twos = analysis(
      pair("list", duet) + pair("list", atOnce[1]) + pair("sleep", atOnce[0])
    ).findings
    #expect(
      twos.map(\.description) == [
        "Pairs ran at once on one CPU, beside another pair on another CPU, in slices of 0.5 ms."
      ])
    // Another Rehearse came after the first pair.
    let crowded = Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 500_000, crowding: .pair))
    #expect(
      analysis(pair("list", duet) + pair("sleep", duet) + pair("list", crowded)).findings
        == [.arrangement(crowded, stories: [])])
    let apart = analysis(pair("list", duet) + pair("sleep", .backToBack(.scenario))).findings
    #expect(
      apart == [
        .arrangement(duet, stories: ["list"]),
        .arrangement(.backToBack(.scenario), stories: ["sleep"]),
      ])
    #expect(
      apart.first?.description
        == "The pairs of 'list' ran at once on CPU 1, in slices of 0.5 ms.")
  }

  @Test func `builds with the same program from different recipes are reported`() {
    func record(_ name: String, _ recipe: String, _ hash: String?) -> BuildRecord {
      BuildRecord(name: name, recipe: recipe, sha256: hash)
    }
    #expect(
      findings(
        runs(), builds: [record("checked", "-O", "aa"), record("unchecked", "-Ounchecked", "aa")])
        == [.identicalBuilds("checked", "unchecked")])
    #expect(
      findings(runs(), builds: [record("checked", "-O", "aa"), record("unchecked", "-O", "aa")])
        == [])
    #expect(
      findings(
        runs(), builds: [record("checked", "-O", "aa"), record("unchecked", "-Onone", "ab")])
        == [])
    #expect(
      findings(runs(), builds: [record("checked", "-O", nil), record("unchecked", "-Onone", nil)])
        == [])
  }

  @Test(arguments: [
    ("make: make o2", "make: make o3", [Finding.identicalBuilds("o2", "o3")]),
    ("make: make o2, variables: { n: 1 }", "make: make o3, variables: { n: 2 }", []),
    ("make: make all", "make: make all", []),
    (
      "make: make o2, command: [sh, a.sh]", "make: make o3, command: [sh, a.sh]",
      [.identicalBuilds("o2", "o3")]
    ),
    ("make: make o2, command: [sh, a.sh]", "make: make o3, command: [sh, b.sh]", []),
  ])
  func `builds that differ only in their makes are one program, unless they are of revisions`(
    _ one: String, _ other: String, _ expected: [Finding]
  ) {
    let step =
      one.contains("command")
      ? "list: {}, expect: { count: 1 }"
      : one.contains("variables") ? "run: './sort ${n}'" : "run: ./sort"
    var experiment = Replay.experiment(
      builds: ["o2", "o3"].map {
        BuildRecord(name: $0, recipe: "make \($0)", files: ["./sort": "aa"])
      })
    experiment.scenario = """
      scenario: s
      builds: { o2: { \(one) }, o3: { \(other) } }
      stories: { list: { steps: [{ \(step) }] } }
      """
    let runs = ["o2", "o3"].map { Replay.run("list", on: $0) }
    #expect(ExperimentAnalysis(experiment, runs: runs).findings == expected)
    experiment.builds[1].revision = Revision(
      commit: "4c", branch: nil, committedAt: Date(timeIntervalSince1970: 0), isDirty: false)
    #expect(ExperimentAnalysis(experiment, runs: runs).findings == [])
  }

  @Test func `layouts that have too few runs are reported once`() {
    func findings(rounds: Int, layouts: Int) -> [Finding] {
      ExperimentAnalysis(
        Replay.experiment(rounds: rounds, layouts: layouts),
        runs: runs(rounds: rounds).map { run in
          var run = run
          run.layout = (run.round - 1) % layouts + 1
          return run
        }
      ).findings
    }
    #expect(findings(rounds: 3, layouts: 8) == [.unusedLayouts(used: 3, of: 8)])
    #expect(findings(rounds: 4, layouts: 4) == [.fewRunsPerLayout(rounds: 4, layouts: 4)])
    #expect(findings(rounds: 7, layouts: 4) == [.fewRunsPerLayout(rounds: 7, layouts: 4)])
    #expect(findings(rounds: 8, layouts: 4) == [])
    #expect(findings(rounds: 1, layouts: 1) == [])
  }

  @Test func `runs per layout are those that were made of the story with the fewest`() {
    func made(_ rounds: [String: Int], kind: RunKind = .duet) -> [Run] {
      rounds.sorted { $0.key < $1.key }.flatMap { story, rounds in
        (1...rounds).map {
          Replay.run(story, on: "checked", kind: kind, round: $0, layout: ($0 - 1) % 2 + 1)
        }
      }
    }
    func findings(_ runs: [Run]) -> [Finding] {
      // Far more rounds are planned.
      let experiment = Replay.experiment(stories: ["a", "b"], rounds: 20, layouts: 2)
      return ExperimentAnalysis(experiment, runs: runs).findings.filter {
        if case .incomplete = $0 { false } else { true }
      }
    }
    #expect(findings(made(["a": 4, "b": 4])) == [])
    #expect(
      findings(made(["a": 4, "b": 3])) == [.fewRunsPerLayout(rounds: 3, layouts: 2)])
    #expect(findings(made(["a": 1, "b": 3])) == [.unusedLayouts(used: 1, of: 2)])
    // A story of which no run was made yet, or only those for its peak memory, has no spread.
    #expect(findings(made(["a": 4])) == [])
    #expect(findings(made(["b": 3], kind: .fixedAddresses)) == [])
  }

  @Test func `peak memory that was not reset before each step is reported`() {
    let unsteady = runs().map { run in
      var run = run
      run.peaksAreOfSteps = false
      return run
    }
    #expect(findings(unsteady) == [.peaksOfProcess])
  }

  @Test func `processes that the app started are reported with how they were counted`() throws {
    let children = RunCircumstances(treeSource: .children, groupRefusals: ["no group: why"])
    func run(_ circumstances: RunCircumstances, kind: RunKind = .solo, processes: Double) -> Run {
      var run = Replay.run("list", on: "checked", kind: kind, [.treeProcesses: processes])
      run.circumstances = circumstances
      return run
    }
    let counted = RunCircumstances(treeSource: .controlGroup, countsCPUByGroup: true)
    let left = [
      Replay.run("lend", on: "checked", [.outlivingProcesses: 2]),
      Replay.run("lend", on: "checked", round: 2, [.outlivingProcesses: 1]),
    ]
    #expect(
      findings([run(children, processes: 3), run(counted, processes: 4)] + left) == [
        .startedProcesses(atOnce: 4, .refused(["no group: why"])),
        .leftProcesses(count: 3, runs: 2),
      ])
    // What a service starts is in other metrics than those that are gated unless others are named.
    let server = try #require(Metric.treeCPUTime.of(service: "server"))
    let processes = try #require(Metric.treeProcesses.of(service: "server"))
    #expect(
      findings([Replay.run("list", on: "checked", [server: 1e6, processes: 3])]).last
        == .serviceStartedProcesses("server", atOnce: 3))
    // Also without the group's memory.
    #expect(findings([run(counted, processes: 4)]).last == .startedProcesses(atOnce: 4, .byGroup))
    // Anyone may have written into a store.
    let many = Replay.run("lend", on: "checked", [.outlivingProcesses: 1e300])
    #expect(
      findings([run(counted, processes: 1e300), many]) == [
        .startedProcesses(atOnce: .max, .byGroup), .leftProcesses(count: .max, runs: 1),
      ])
  }

  @Test
  func `the finding says if a control group did not count CPU time, or was left out on purpose`() {
    func counting(_ runs: (RunKind, RunCircumstances)...) -> Finding? {
      findings(
        runs.map { kind, circumstances in
          var run = Replay.run("list", on: "checked", kind: kind, [.treeProcesses: 2])
          run.circumstances = circumstances
          return run
        }
      ).last
    }
    let group = RunCircumstances(treeSource: .controlGroup, countsCPUByGroup: true)
    let memoryAlone = RunCircumstances(
      treeSource: .controlGroup, groupRefusals: ["no group for cpu"], countsCPUByGroup: false)
    let none = RunCircumstances(treeSource: .children)
    #expect(
      counting((.solo, memoryAlone))
        == .startedProcesses(atOnce: 2, .refused(["no group for cpu"])))
    #expect(counting((.solo, group), (.duet, none)) == .startedProcesses(atOnce: 2, .atOnce))
    var pair = Replay.run("list", on: "checked", kind: .duet, [.treeCPUTime: 1e6])
    pair.circumstances = none
    #expect(findings([pair]).last == .startedProcesses(atOnce: nil, .atOnce))
    #expect(
      Finding.startedProcesses(atOnce: nil, .atOnce).description
        .hasPrefix("The app started processes. They are included in tree-cpu-time, "))
    #expect(
      counting((.duet, none), (.solo, none)) == .startedProcesses(atOnce: 2, .refused([])))
    expectSnapshot([TreeCounting.atOnce.description], named: "tree-of-duets", stating: "20 ms")
    #expect(
      TreeCounting.refused(["no group: a", "no group: b"]).description.hasSuffix(
        "sampled. There was no group: a; no group: b."))
  }

  /// A machine with huge pages, which merely disturb, that others kept busy when it was looked at.
  private static func machine(governor: String) -> Environment {
    var facts = MachineFacts()
    facts.processorPressure = .known(16)
    facts.hugePages = .known("always")
    facts.governors = .known([governor])
    return Environment(
      kernel: "Linux", system: "Debian", architecture: "x86_64", processor: "CPU", processors: 8,
      memory: 1 << 30, load: 8, facts: facts)
  }

  @Test
  func `of the machine's problems, only lasting ones that spoil measurements are reported`() {
    var experiment = Replay.experiment()
    experiment.environment = Self.machine(governor: "performance")
    #expect(ExperimentAnalysis(experiment, runs: runs()).findings == [])
    experiment.environment = Self.machine(governor: "powersave")
    expectSnapshot(
      ExperimentAnalysis(experiment, runs: runs()).findings.map(\.description), named: "machine",
      stating: "powersave")
    experiment.environment?.facts = nil
    #expect(ExperimentAnalysis(experiment, runs: runs()).findings == [])
  }

  @Test func `builds that were not optimised are reported`() {
    let builds = [
      BuildRecord(name: "release", recipe: "a", isOptimised: true),
      BuildRecord(name: "debug", recipe: "b", isOptimised: false),
      BuildRecord(name: "command", recipe: "c"),
    ]
    #expect(
      findings(runs(rounds: 2), builds: builds)
        == [.problem(.unoptimised(build: "debug"))])
  }

  @Test func `the gravest finding comes first`() {
    var runs = [
      Replay.run("list", on: "checked", [.otherCPU: 50]),
      Replay.run("list", on: "unchecked", failed: .crashed),
    ]
    runs[0].peaksAreOfSteps = false
    let builds = ["checked", "unchecked"].map {
      BuildRecord(name: $0, recipe: $0, sha256: "aa")
    }
    #expect(
      findings(runs, builds: builds, rounds: 2) == [
        .incomplete(made: 2, planned: 4),
        .failedRuns(story: "list", build: "unchecked", count: 1, of: 1),
        .identicalBuilds("checked", "unchecked"), .busyMachine(percent: 50), .peaksOfProcess,
      ])
  }

  private static let examples: [(Finding, fact: String)] = [
    (.incomplete(made: 4, planned: 6), "4 of 6 runs"),
    (
      .incomplete(made: 4, planned: 6, missing: "part 3 of 3 is missing"),
      "Part 3 of 3 is missing, and there are 4 of 6"
    ), (.startedProcesses(atOnce: 4, .byGroup), "up to 4 at once"),
    (.startedProcesses(atOnce: 2, .refused([])), "up to 2 at once"),
    (
      .serviceStartedProcesses("server", atOnce: 3),
      "up to 3 ran at once, its first one included. Its cpu-time and memory are those of the first "
        + "one; to judge them all, gate server.tree-cpu-time and server.tree-peak-memory."
    ), (.leftProcesses(count: 1, runs: 1), "1 process "),
    (.leftProcesses(count: 3, runs: 2), "3 processes outlived their drivers, in 2 runs"),
    (
      .failedRuns(story: "list", build: "unchecked", count: 3, of: 10),
      "3 of 10 runs of 'list' on 'unchecked'"
    ), (.identicalBuilds("checked", "unchecked"), "'checked' and 'unchecked'"),
    (.busyMachine(percent: 12.6), "13 % of one CPU"),
    (.problem(.unoptimised(build: "debug")), "'debug'"),
    (.unusedLayouts(used: 3, of: 8), "3 of 8 layouts"),
    (.fewRunsPerLayout(rounds: 10, layouts: 8), "10 runs of each story some of the 8 layouts"),
    (.peaksOfProcess, "peak memory"),
  ]

  @Test(arguments: examples)
  func `the description of a finding states its facts`(_ finding: Finding, _ fact: String) {
    #expect(finding.description.contains(fact))
  }

  @Test func `the descriptions of all findings match the recorded ones`() {
    expectSnapshot(Self.examples.map(\.0.description), named: "findings")
  }
}
