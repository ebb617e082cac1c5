import DriverProtocol
import Foundation
import Metrics
import Recording
import Sampling
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Runs that pass, with real processes.
@Suite struct ProcessExecutorTests {
  @Test func `a passed run has a process, steps, samples and measurements`() throws {
    let run = try Stage([
      .of("touch", ["megabytes": .integer(64)]), .of("burn", ["milliseconds": .integer(20)]),
    ]).run()
    #expect(run.ending == .passed)
    let pid = try #require(run.pid)
    #expect(isGone(pid))
    #expect(run.steps.map(\.label) == ["touch megabytes=64", "burn milliseconds=20"])
    #expect(run.steps.allSatisfy { $0.peakIsOfStep && $0.end > $0.start })
    #expect(run.steps.map { $0.digest == nil } == [false, false])
    #expect(run.timeline.samples.count >= 4)
    let measurements = run.measurements
    #expect(
      measurements[.peakMemory]
        == run.steps.compactMap { $0.outside.peakMemory.map { Double($0.count) } }.max())
    #expect(try #require(measurements[.cpuTime]) >= 20e6)
    #expect(measurements[.majorFaults] != nil && measurements[.peakCPU] != nil)
    // The kernel may not yet have booked what it ran since its last tick.
    #expect(try #require(run.steps.last?.firstThread).ran > 10_000_000)
  }

  @Test func `a thread that shares its CPU is seen to wait for it`() throws {
    let allowed = try CPUAffinity().cpus
    let processes = try (1...2).map { _ in
      try Conversation([BuiltProducts.testDriver, "--converse"])
    }
    for process in processes {
      _ = try process.ask("burn 0")
      try CPUAffinity(cpus: [allowed[0]]).set(for: process.pid)
    }
    let probe = try TreeProbe(pid: processes[0].pid, epoch: 0)
    defer { probe.close() }
    let start = try probe.begin()
    // Far longer than the other; it ends with the test.
    try processes[1].say("burn 600000")
    _ = try processes[0].ask("burn 100")
    let time = try #require(try probe.cost(since: start).firstThread)
    #expect(time.ran > 80_000_000 && time.waited > 10_000_000, "\(time)")
    withExtendedLifetime(processes) {}
  }

  @Test(arguments: [false, true])
  func `an awaited call is measured wherever it runs, also on the main actor`(
    _ onMain: Bool
  ) throws {
    let rounds = 3_000_000
    let run = try Stage([
      .of(
        "await", ["rounds": .integer(rounds), "on-main": .bool(onMain)],
        expecting: ["count": .integer(rounds)])
    ]).run()
    #expect(run.ending == .passed)
    let step = try #require(run.steps.first)
    // The driver's own share is what came with the request and the reply: far less than the call.
    #expect(step.inside.cpu > .zero && step.inside.cpu > step.outside.cpu / 2, "\(step)")
  }

  @Test func `a step of ten repetitions or more has percentiles of theirs, and its story none`()
    throws
  {
    var steps = [9, 10, 20].map { count in
      Step(
        verb: "burn", arguments: ["milliseconds": .integer(1)], repetitions: count,
        expectation: .outcome(facts: [:], digest: nil))
    }
    steps.append(.of("touch", ["megabytes": .integer(0)]))
    let run = try Stage(steps).run().passing()
    #expect(run.steps.map { $0.latencies?.all.count } == [nil, 10, 20, nil])
    #expect(run.steps[2].latencies?.requests == nil)
    let values = run.measurements(ofStep: 3)
    #expect(try #require(values[.latencyP50]) >= 1e6)
    #expect(values[.latencyP95] != nil && values[.latencyP99] == nil)
    #expect(values[.wallTime] != nil)
    #expect(run.measurements.keys.filter(Metric.latencies.contains).isEmpty)
  }

  @Test func `memory freed within a step is not in a later step's peak`() throws {
    let run = try Stage([
      .of("touch", ["megabytes": .integer(0)]), .of("touch", ["megabytes": .integer(64)]),
      .of("touch", ["megabytes": .integer(0)]),
    ]).run()
    let peaks = run.steps.compactMap(\.outside.peakMemory?.count)
    try #require(peaks.count == 3, "\(run.ending)")
    #expect(abs(peaks[1] - peaks[0] - 64 << 20) < 2 << 20)
    #expect(abs(peaks[2] - peaks[0]) < 2 << 20)
  }

  @Test func `what a driver starts finds nothing on standard input, and takes no request`() throws {
    let run = try Stage([
      .of("inherit", expecting: ["count": .integer(0)], limit: .seconds(20)),
      .of("count", ["to": .integer(3)], expecting: ["count": .integer(3)]),
    ]).run()
    #expect(run.passed, "\(run.ending)")
  }

  @Test func `earlier stories are replayed in the same process, but not measured`() throws {
    let stories = [
      Story(name: "first", title: "", steps: [.of("touch", ["megabytes": .integer(64)])]),
      Story(
        name: "second", title: "", after: ["first"], steps: [.of("count", ["to": .integer(3)])]),
    ]
    let run = try Stage(stories: stories, command: [BuiltProducts.testDriver]).run("second")
    #expect(run.ending == .passed)
    #expect(run.steps.map(\.story) == ["first", "second"])
    #expect(
      run.measurements[.peakMemory] == run.steps[1].outside.peakMemory.map { Double($0.count) })
  }

  @Test func `each run uses its layout's command and records the layout`() throws {
    let commands = [3, 4].map { ["/bin/sh", "-c", "read -r hello; exit \($0)"] }
    let executor = ProcessExecutor(
      ReplaySetup(
        scenario: Scenario(
          name: "layouts", title: "", builds: [], fixture: [:],
          stories: [Story(name: "s", title: "", steps: [.of("count")])], runs: 1,
          timeLimit: .seconds(60)),
        commands: ["build": commands],
        in: BuildContexts("/"), launcher: Launcher(path: BuiltProducts.launcher),
        interruption: try Interruption(), machineMemory: 1 << 30))
    let plan = RunPlan(stories: ["s"], builds: ["build"], rounds: 3, layouts: 2, seed: 1)
    let runs = plan.runs.map(executor.execute)
    #expect(runs.map(\.layout) == [1, 2, 1])
    #expect(runs.map { $0.failure?.exitCode } == [3, 4, 3])
  }

  @Test func `the driver's environment has only the variables that Rehearse allows`() throws {
    let run = try Stage([.of("environment")]).run()
    let found = try #require(run.steps.first?.outcome)
    guard case .text(let folder)? = found["TMPDIR"], case .text(let home)? = found["HOME"] else {
      Issue.record("no TMPDIR or HOME in \(found)")
      return
    }
    let fixed: [String: Scalar] = [
      "LANG": .text("C.UTF-8"), "TZ": .text("UTC"), "SWIFT_DETERMINISTIC_HASHING": .text("1"),
      "PYTHONHASHSEED": .text("0"),
    ]
    #expect(fixed.allSatisfy { found[$0.key] == $0.value })
    // Both lie in the run's own folder, beside each other.
    #expect(FilePath(folder).removingLastComponent() == FilePath(home).removingLastComponent())
    #expect(home != ProcessInfo.processInfo.environment["HOME"])
    #expect(
      Set(found.keys).isSubset(of: [
        "LANG", "TZ", "SWIFT_DETERMINISTIC_HASHING", "PYTHONHASHSEED", "TMPDIR", "PATH", "HOME",
        "LD_LIBRARY_PATH",
      ]))
  }

  @Test func `the driver inherits only its streams`() throws {
    let run = try Stage([.of("descriptors")]).run()
    // The kit's own for requests and replies are the last two.
    #expect(run.steps.first?.outcome["open"] == .text("0 1 2 3 4"))
  }

  @Test func `the run's directory is empty at first and removed afterwards`() throws {
    let run = try Stage([.of("directory")], fixture: ["leave": .bool(true)]).run()
    guard case .text(let folder)? = run.steps.first?.outcome["path"] else {
      Issue.record("no path in \(run.ending)")
      return
    }
    #expect(folder.contains("/rehearse-"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `the output of an app does not disturb the protocol`() throws {
    let run = try Stage([.of("print", ["text": .text("{\"ok\":true}")])]).run()
    #expect(run.ending == .passed)
  }

  @Test func `a driver may write 10 MB on standard error`() throws {
    let run = try Stage([.of("complain", ["bytes": .integer(10 << 20)])]).run()
    #expect(run.ending == .passed)
  }

  @Test func `an expected refusal passes`() throws {
    let step = Step(
      verb: "refuse", arguments: ["code": .text("already-lent")],
      expectation: .refusal(code: "already-lent"))
    let run = try Stage([step]).run()
    #expect(run.ending == .passed)
    #expect(run.steps.first?.refusal == "already-lent")
  }

  @Test func `a request may be larger than a pipe`() throws {
    let text = String(repeating: "ä", count: 300_000)
    let run = try Stage([
      .of("print", ["text": .text(text)], expecting: ["count": .integer(300_000)])
    ])
    .run()
    #expect(run.ending == .passed)
  }

  @Test func `a process that the driver started in its group ends with the driver`() throws {
    let run = try Stage([.of("spawn")]).run()
    #expect(run.ending == .passed)
    guard case .integer(let sleeper)? = run.steps.first?.outcome["pid"], sleeper > 0 else {
      Issue.record("no process was started")
      return
    }
    #expect(isGone(Int32(sleeper)))
  }

  @Test func `the driver's children are counted separately, and not in its own measurements`()
    throws
  {
    let family = { (stays: String) in
      Step.of(
        "family",
        [
          "count": .integer(3), "megabytes": .integer(30), "milliseconds": .integer(20),
          "stays": .text(stays),
        ])
    }
    let alone = try Stage([.of("touch", ["megabytes": .integer(1)])]).run()
    let run = try Stage([family("no"), family("yes"), .of("part")]).run().passing()
    let measurements = run.measurements
    let own = try #require(measurements[.peakMemory])
    let peakAlone = try #require(alone.measurements[.peakMemory])
    #expect(abs(own - peakAlone) < 2 * 1_048_576)
    #expect(alone.measurements[.treeProcesses] == nil && alone.measurements[.treeCPUTime] == nil)
    var cpu = 0.0
    for step in run.steps {
      guard case .integer(let used)? = step.outcome["cpu"] else { continue }
      cpu += Double(used)
    }
    #expect(cpu >= 120e6)
    // 20 ms is what is promised without a control group.
    let tree = try #require(measurements[.treeCPUTime]) - #require(measurements[.cpuTime])
    #expect(abs(tree - cpu) < 20e6)
    // Those that stay are there at the end of their step, where the tree is read in any case.
    #expect(try #require(measurements[.treeProcesses]) >= 4)
    #expect(try #require(measurements[.treePeakMemory]) > own + 90 * 1_048_576)
    if geteuid() == 0, ControlGroup().refusals.isEmpty {
      #expect(try #require(measurements[.treePeakCgroupMemory]) > own + 90 * 1_048_576)
    }
    #expect(measurements[.outlivingProcesses] == nil)
  }

  @Test func `a process that left the driver's group is ended with the run and reported`() throws {
    let run = try Stage([.of("escape"), .of("count", ["to": .integer(1)])]).run()
    #expect(run.ending == .passed)
    guard case .integer(let sleeper)? = run.steps.first?.outcome["pid"], sleeper > 0 else {
      Issue.record("no process was started")
      return
    }
    #expect(isGone(Int32(sleeper)))
    #expect(run.measurements[.outlivingProcesses] == 1)
  }

  @Test
  func `the harness has as many open pipes and files of /proc in the 50th run as in the first`()
    throws
  {
    // Its own process: other tests open and close files in this one. The number is in the step's
    // digest, which has to be the same in all runs.
    let folder = try ScratchFolder()
    try folder.add(
      "s.yml",
      """
      scenario: descriptors
      builds: { b: { command: ["\(BuiltProducts.testDriver)"] } }
      stories:
        s: { steps: [{ harness-descriptors: {}, expect: { counted: true } }] }
      """)
    let completion = try Completion.of([
      BuiltProducts.rehearse, "run", folder["s.yml"].string, "--runs", "50", "--no-report",
      "--store", folder["store.sqlite"].string,
    ])
    #expect(completion.status == 0, "\(completion.errors)\(completion.output)")
  }
}
