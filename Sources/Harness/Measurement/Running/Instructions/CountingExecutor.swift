import DriverProtocol
import Metrics
import Recording
import Scenarios
import Synchronization
import SystemPackage

/// Makes the runs that count instructions or allocations, including cycles, and leaves all others to another executor.
///
/// They are separate runs: callgrind changes times and memory, and counting allocations takes time and makes each
/// block 16 bytes longer. Their records hold the steps with their counts, and no other values. While allocations are
/// counted, programs have fixed addresses, and hashing that is not random.
public struct CountingExecutor: Executor {
  private let instructions: (by: InstructionCounting, executor: ProcessExecutor)?
  private let allocations: ProcessExecutor
  private let programs = StrippedPrograms()
  private let greetings = Greetings()
  private let others: any Executor

  /// Prepares for a scenario's runs. `counting` is nil if no planned run counts instructions; `metric` is the metric
  /// whose allocating functions are recorded, nil if only counts are wanted; `cycles` judges cycles, nil if no planned
  /// run has any; `others` makes the runs that don't count.
  public init(
    _ setup: ReplaySetup, counting: InstructionCounting?, allocations counter: AllocationCounter,
    explaining metric: Metric? = nil, cycles: CycleJudge? = nil, others: any Executor
  ) {
    let programs = programs
    instructions = counting.map { counting in
      var executor = ProcessExecutor(setup.slowed(by: counting.slowdown))
      executor.counting = (counting, programs)
      return (by: counting, executor: executor)
    }
    var allocations = ProcessExecutor(setup)
    allocations.allocations = counter
    allocations.cycles = cycles
    allocations.recorder = metric.map { AllocationRecorder(metric: $0) }
    self.allocations = allocations
    self.others = others
  }

  /// Makes only the first run if it counts; otherwise as many as the other executor makes.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    let others = batch.prefix { !$0.kind.isCount && $0.kind != .cycles }
    guard others.isEmpty else { return self.others.execute(others) }
    return batch.prefix(1).map { $0.kind == .counted ? counted($0) : allocations.execute($0) }
  }

  private func counted(_ planned: PlannedRun) -> Run {
    guard let (counting, executor) = instructions else {
      preconditionFailure("the plan counts instructions, and there is no counter")
    }
    // Of requests only what sends them could be counted. Under callgrind a driver may need minutes to say so.
    if executor.setup.scenario.isOfRequests
      || counting.metric == .instructions && greetings.refuse(planned, of: executor.setup)
    {
      var run = Run(planned)
      run.ending = .failed(.countsNothing)
      return run
    }
    var run = executor.execute(planned)
    let counts = run.steps.filter { $0.story == run.story }.compactMap(\.instructions)
    run.peaksAreOfSteps = true
    run.measurements = run.passed ? [counting.metric: counts.reduce(0) { $0 + Double($1) }] : [:]
    if let failure = run.failure, counting.metric == .instructions {
      let refusal = refusal(of: run, under: executor.setup)
      run.ending = .failed(failure.underCallgrind(refusal: refusal))
    }
    return run
  }

  /// The reason why a run's program may still have debug information; nil if it has none.
  private func refusal(of run: Run, under setup: ReplaySetup) -> String? {
    programs.start(
      setup.command(of: run.build, layout: run.layout), in: setup.contexts.folder(of: run.build)
    ).refusal
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
