import DriverProtocol
import Metrics
import Recording
import Scenarios
import Synchronization
import SystemPackage

/// Makes the runs that count instructions, and leaves all others to another executor.
///
/// They are separate runs: callgrind changes times and memory. Their records hold the steps with
/// their counts, and no other values.
public struct CountingExecutor: Executor {
  private let executor: ProcessExecutor
  private let programs = StrippedPrograms()
  private let greetings = Greetings()
  private let metric: Metric
  private let others: any Executor

  /// Prepares for a scenario's runs; `others` makes the runs that don't count.
  public init(_ setup: ReplaySetup, counting: InstructionCounting, others: any Executor) {
    var executor = ProcessExecutor(setup.slowed(by: counting.slowdown))
    executor.counting = (counting, programs)
    self.executor = executor
    metric = counting.metric
    self.others = others
  }

  /// Makes one run.
  public func execute(_ planned: PlannedRun) -> Run {
    guard planned.kind == .counted else { return others.execute(planned) }
    // Of requests only what sends them could be counted. Under callgrind a driver may need minutes to say so.
    if executor.setup.scenario.isOfRequests
      || metric == .instructions && greetings.refuse(planned, of: executor.setup)
    {
      var run = Run(planned)
      run.ending = .failed(.countsNothing)
      return run
    }
    var run = executor.execute(planned)
    run.peaksAreOfSteps = true
    run.measurements = run.passed ? counts(of: run) : [:]
    if let failure = run.failure, metric == .instructions {
      run.ending = .failed(failure.underCallgrind(refusal: refusal(of: run)))
    }
    return run
  }

  /// The reason why a run's program may still have debug information; nil if it has none.
  private func refusal(of run: Run) -> String? {
    let setup = executor.setup
    return programs.start(
      setup.command(of: run.build, layout: run.layout), in: setup.contexts.folder(of: run.build)
    ).refusal
  }

  private func counts(of run: Run) -> [Metric: Double] {
    let counts = run.steps.filter { $0.story == run.story }.compactMap(\.instructions)
    return [metric: counts.reduce(0) { $0 + Double($1) }]
  }
}

/// The answers about counting in the drivers' greetings, asked once per build at full speed.
private final class Greetings: Sendable {
  private let refusals = Mutex<[String: Bool]>([:])

  /// Returns whether a run's driver says that callgrind can count nothing for it.
  func refuse(_ planned: PlannedRun, of setup: ReplaySetup) -> Bool {
    refusals.withLock { refusals in
      if let known = refusals[planned.build] { return known }
      // The run itself will find and report whatever fails now.
      let counts = (try? setup.greeting(of: planned))?.counts
      let refuses = counts.map { !$0.contains(CountingMethod.callgrind.rawValue) } ?? false
      refusals[planned.build] = refuses
      return refuses
    }
  }
}

extension ReplaySetup {
  /// How long a driver may take to answer the greeting, without its services.
  private static let limitOfGreeting = Duration.seconds(60)

  /// Starts a driver, greets it and ends it.
  /// - Returns: its answer; nil if steps are commands, because Rehearse's own driver starts them.
  fileprivate func greeting(of run: PlannedRun) throws(RunFailure) -> Reply? {
    guard !scenario.isOfCommands else { return nil }
    let session = try DriverSession(
      command(of: run.build, layout: run.layout), at: RunFolder(home: scenario.home),
      in: contexts.folder(of: run.build), launcher: launcher, interruption: interruption,
      patience: patience, settings: [])
    let reply = try session.driver.ask(
      Handshake.greeting.request(of: scenario), within: Self.limitOfGreeting)
    _ = try? session.driver.ask(
      Handshake.farewell.request(of: scenario), within: Self.limitOfGreeting)
    return reply
  }
}
