import DriverProtocol
import Foundation
import Recording
import Sampling
import Scenarios
import SystemPackage

/// Makes each run with a fresh driver process, and samples it while it works.
public struct ProcessExecutor: Executor {
  private let scenario: Scenario
  private let commands: [String: [[String]]]
  private let folder: FilePath
  private let launcher: Launcher
  private let interruption: Interruption
  private let machineMemory: Int64
  private let interval: Int64
  private let patience: Duration
  /// What counts instructions; nil where runs are measured.
  var callgrind: Callgrind?

  /// Prepares for a scenario.
  /// - Parameters:
  ///   - commands: for each build's name, the command that starts its driver, one a layout.
  ///   - folder: the scenario's folder, in which drivers work, so that all words of a command
  ///     can be paths from there.
  ///   - machineMemory: all memory of the machine, bytes.
  ///   - interval: the sampler's distance between samples; 10 ms costs 0.7 % of one CPU.
  ///   - patience: how long a driver may take to end after `bye`.
  public init(
    scenario: Scenario, commands: [String: [[String]]], in folder: FilePath, launcher: Launcher,
    interruption: Interruption, machineMemory: Int64, interval: Duration = .milliseconds(10),
    patience: Duration = .seconds(5)
  ) {
    self.scenario = scenario
    self.commands = commands
    self.folder = folder
    self.launcher = launcher
    self.interruption = interruption
    self.machineMemory = machineMemory
    self.interval = interval.nanoseconds
    self.patience = patience
  }

  /// Makes one run in a temporary directory of its own.
  public func execute(_ planned: PlannedRun) -> Run {
    var run = Run(
      kind: planned.kind, build: planned.build, story: planned.story, round: planned.round,
      layout: planned.layout, position: planned.position, pid: nil, startedAt: Date(),
      ending: .passed, steps: [],
      timeline: .empty, measurements: [:])
    var leftBehind = 0
    do throws(RunFailure) {
      try replay(&run, leftBehind: &leftBehind)
    } catch {
      run.ending = .failed(error)
    }
    let ownSteps = run.steps.filter { $0.story == run.story }
    run.peaksAreOfSteps = ownSteps.allSatisfy(\.outside.peakIsOfStep)
    if run.passed {
      run.measurements =
        RunMeasurements(
          steps: ownSteps, timeline: run.timeline, machineMemory: machineMemory,
          leftBehind: leftBehind
        ).values
    }
    return run
  }

  /// - Parameter leftBehind: how many processes outlived the driver that started them.
  private func replay(_ run: inout Run, leftBehind: inout Int) throws(RunFailure) {
    guard let story = scenario.story(named: run.story), let commands = commands[run.build],
      commands.indices.contains(run.layout - 1)
    else {
      preconditionFailure(
        "the plan names story \(run.story) on layout \(run.layout) of \(run.build), unknown here")
    }
    let place = try place()
    defer { place.remove() }
    let driver = try DriverProcess(
      place.command(commands[run.layout - 1]),
      environment: Self.environment(temporary: place.path.string), in: folder,
      launcher: launcher, interruption: interruption, patience: patience, settings: place.settings)
    run.pid = driver.pid
    let group = RunGroup(around: driver.pid)
    defer { group.end() }
    do throws(RunFailure) {
      try greet(driver)
      try prepare(driver, in: place.path)
      let replay = StoryReplay(
        scenario: scenario, driver: driver, interval: interval, epoch: MonotonicClock.now,
        group: group.group, counter: place.counter(of: driver.pid))
      defer {
        run.steps = replay.steps
        run.timeline = replay.timeline
      }
      try replay.perform(story)
      try dismiss(driver)
      leftBehind = driver.outlived
    } catch {
      var failure = driver.cause(of: error)
      failure.step = error.step
      driver.end(killing: true)
      failure.standardError = driver.standardError
      throw failure
    }
  }

  private func place() throws(RunFailure) -> any RunPlace {
    if let callgrind { return try CountFolder(callgrind) }
    return try TemporaryDirectory()
  }

  private func greet(_ driver: DriverProcess) throws(RunFailure) {
    let reply = try driver.ask(
      .hello(version: driverProtocolVersion), within: scenario.timeLimit)
    guard reply.ok, reply.protocol == driverProtocolVersion else {
      throw RunFailure(
        reason: .protocolBroken,
        message: """
          The driver speaks protocol version \(reply.protocol.map(String.init) ?? "unknown"), \
          Rehearse version \(driverProtocolVersion).
          """)
    }
    guard let verbs = reply.verbs else { return }
    for step in scenario.stories.flatMap(\.steps) where !verbs.contains(step.verb) {
      let near = NearestName.of(step.verb, among: verbs).map { " Did you mean '\($0)'?" } ?? ""
      throw RunFailure(
        reason: .wrongOutcome,
        message: """
          The driver \(reply.driver.map { "'\($0)' " } ?? "")has no verb '\(step.verb)'; it knows \
          \(verbs.sorted().joined(separator: ", ")).\(near)
          """)
    }
  }

  private func prepare(
    _ driver: DriverProcess, in directory: FilePath
  ) throws(RunFailure) {
    let reply = try driver.ask(
      .prepare(fixture: scenario.fixture, directory: directory.string),
      within: scenario.timeLimit)
    guard reply.ok else {
      throw RunFailure(
        reason: .notPrepared,
        message: "The driver refused the fixture: \(reply.error?.message ?? "it gave no reason")"
          .asSentence)
    }
  }

  private func dismiss(_ driver: DriverProcess) throws(RunFailure) {
    do throws(RunFailure) {
      let reply = try driver.ask(.bye, within: scenario.timeLimit)
      guard reply.ok else {
        throw RunFailure(reason: .protocolBroken, message: "The driver refused to end.")
      }
      switch driver.end(killing: false) {
      case .exited(0): try driver.refuseRemains()
      case .outlasted(let patience):
        throw RunFailure(
          reason: .timedOut,
          message: "The driver had not ended \(patience.formattedSeconds) after 'bye'.")
      case let early: throw early.failure("after its last step")
      }
    } catch {
      var failure = error
      failure.step = "bye"
      throw failure
    }
  }

  /// The whole environment of a driver: what varies from one machine or shell to another is left
  /// out, because its size alone moves the stack; hashing is fixed, so that runs repeat.
  static func environment(temporary: String) -> [String: String] {
    var environment = ["LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_DETERMINISTIC_HASHING": "1"]
    environment["TMPDIR"] = temporary
    let own = ProcessInfo.processInfo.environment
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] { environment[name] = own[name] }
    return environment
  }
}
