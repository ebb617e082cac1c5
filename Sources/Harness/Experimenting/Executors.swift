import Building
import Metrics
import Recording
import Running
import Scenarios

/// Provides a session with what makes its runs. Processes are behind this protocol; tests return recorded
/// runs instead.
public protocol Executors: Sendable {
  /// Returns an executor for stories, each run alone.
  /// - Parameters:
  ///   - counting: the counter of instructions; nil if no run counts any.
  ///   - isWatched: whether runs record the machine's other activity.
  func alone(
    _ subject: ReplaySubject, counting: InstructionCounting?, isWatched: Bool
  ) throws -> any Executor

  /// Returns the maker of pairs.
  /// - Parameters:
  ///   - alone: the stories with a gate on something that only lone runs measure.
  ///   - isBackToBack: whether the runs of a pair are made one after the other, even if duets are possible.
  func pairs(
    _ subject: ReplaySubject, alone: Set<String>, backToBack isBackToBack: Bool
  ) throws -> PairBench

  /// Returns the maker of pairs whose drivers are profiled.
  func profiledPairs(_ subject: ReplaySubject, by profiler: Profiler) throws -> PairBench

  /// Returns what replays stories under a tracer; nil if no processes replay them.
  func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay?

  /// Replays a story, alone and free to use all CPUs, to see how it spends its time: once, or three times if
  /// it seems to wait.
  /// - Returns: nil if no processes replay it.
  func rhythm(of story: String, on build: String, _ subject: ReplaySubject) -> Rhythm?

  /// Returns an executor for whole commands.
  /// - Parameters:
  ///   - counting: the counter of instructions; nil if no run counts any.
  ///   - machineMemory: the machine's memory, bytes.
  func commands(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    machineMemory: Int64
  ) throws -> any Executor

  /// Returns executors that stop for another reason, too.
  func stopping(by interruption: Interruption) -> any Executors

  /// Runs a command once without measuring it.
  /// - Parameter subject: for example `The setup`.
  /// - Throws: `RunFailure` if it failed.
  func once(
    _ words: [String], named subject: String, conditions: CommandConditions
  ) throws
}

extension Executors {
  /// No processes replay stories.
  public func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay? { nil }

  /// No processes replay stories.
  public func rhythm(of story: String, on build: String, _ subject: ReplaySubject) -> Rhythm? {
    nil
  }

  /// Without processes there is nothing to stop.
  public func stopping(by interruption: Interruption) -> any Executors { self }
}

/// The maker of pairs, which must be put away afterwards.
public struct PairBench {
  /// Makes the pairs.
  public let executor: any PairExecutor
  /// Puts away what the pairs needed.
  public let close: () -> Void

  /// A bench.
  public init(_ executor: any PairExecutor, close: @escaping () -> Void = {}) {
    self.executor = executor
    self.close = close
  }
}

/// Makes runs in fresh processes.
public struct ProcessExecutors: Executors {
  private let launcher: Launcher
  private let interruption: Interruption
  /// Shared by all kinds of runs: an outcome seen by one explains a wrong one of another.
  private let outcomes: RightOutcomes

  /// Executors that start processes with a launcher, until they are asked to stop.
  public init(
    launcher: Launcher, interruption: Interruption, outcomes: RightOutcomes = RightOutcomes()
  ) {
    self.launcher = launcher
    self.interruption = interruption
    self.outcomes = outcomes
  }

  private func contexts(of subject: ReplaySubject) -> BuildContexts {
    var contexts = subject.contexts
    contexts.outcomes = outcomes
    return contexts
  }

  /// Returns executors that stop for another reason, too.
  public func stopping(by interruption: Interruption) -> any Executors {
    ProcessExecutors(launcher: launcher, interruption: interruption, outcomes: outcomes)
  }

  /// Returns what replays stories under a tracer.
  public func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay? {
    TracedReplay(
      scenario: subject.scenario, commands: subject.commands, in: contexts(of: subject),
      launcher: launcher, interruption: interruption, tracer: tracing.tracer,
      hashes: tracing.hashes)
  }

  /// Replays a story to see how it spends its time.
  public func rhythm(of story: String, on build: String, _ subject: ReplaySubject) -> Rhythm? {
    // If others use the CPUs meanwhile, a story seems to wait; the busiest of three counts.
    let plan = RunPlan(stories: [story], builds: [build], rounds: 3, seed: 0)
    let executor = WatchedExecutor(solos(subject), ownUse: .reaped)
    var runs: [Run] = []
    for planned in plan.runs {
      if interruption.isRaised { break }
      runs += executor.execute([planned], whenPrepared: {})
      if Rhythm(of: runs)?.kind != .waits { break }
    }
    return Rhythm(of: runs)
  }

  private func solos(_ subject: ReplaySubject) -> ProcessExecutor {
    ProcessExecutor(
      scenario: subject.scenario, commands: subject.commands, in: contexts(of: subject),
      launcher: launcher, interruption: interruption, machineMemory: subject.machineMemory)
  }

  /// Returns an executor for stories, each run alone.
  public func alone(
    _ subject: ReplaySubject, counting: InstructionCounting?, isWatched: Bool
  ) -> any Executor {
    let solos = solos(subject)
    let measuring: any Executor = isWatched ? WatchedExecutor(solos, ownUse: .reaped) : solos
    let executor = AllocationExecutor(
      scenario: subject.scenario, commands: subject.commands, in: contexts(of: subject),
      counter: AllocationCounter(beside: launcher), explaining: subject.explained,
      cycles: .retention,
      launcher: launcher, interruption: interruption, others: measuring)
    guard let counting else { return executor }
    return CountingExecutor(
      scenario: subject.scenario, commands: subject.commands, in: contexts(of: subject),
      counting: counting, launcher: launcher, interruption: interruption, others: executor)
  }

  /// Returns the maker of pairs: duets if the story and the machine allow them.
  public func pairs(
    _ subject: ReplaySubject, alone: Set<String>, backToBack isBackToBack: Bool
  ) -> PairBench {
    let solos = solos(subject)
    if isBackToBack {
      let pairs = BackToBackExecutor(executor: solos, because: .asked)
      return PairBench(WatchedPairExecutor(pairs, on: nil))
    }
    return arranged(subject, solos, alone: alone)
  }

  /// Returns the maker of pairs whose drivers are profiled.
  public func profiledPairs(_ subject: ReplaySubject, by profiler: Profiler) -> PairBench {
    var solos = solos(subject)
    solos.profiler = profiler
    return arranged(subject, solos, alone: [], profiler)
  }

  private func arranged(
    _ subject: ReplaySubject, _ solos: ProcessExecutor, alone: Set<String>,
    _ profiler: Profiler? = nil
  ) -> PairBench {
    let duets = duets(subject, profiler)
    let pairs = ArrangedExecutor(
      scenario: subject.scenario, duets: duets.map(\.executor), solos: solos, alone: alone,
      realTime: RealTimeClass())
    let stage = try? duets.get().stage
    return PairBench(WatchedPairExecutor(pairs, on: stage), close: { stage?.close() })
  }

  private func duets(
    _ subject: ReplaySubject, _ profiler: Profiler?
  ) -> Result<(executor: DuetExecutor, stage: DuetStage), DuetError> {
    Result { () throws(DuetError) in
      let stage = try DuetStage(launcher: launcher, interruption: interruption)
      let executor = DuetExecutor(
        scenario: subject.scenario, commands: subject.commands, in: contexts(of: subject),
        stage: stage,
        launcher: launcher, interruption: interruption, machineMemory: subject.machineMemory,
        profiler: profiler)
      return (executor, stage)
    }
  }

  /// Returns an executor for whole commands.
  public func commands(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    machineMemory: Int64
  ) throws -> any Executor {
    let measuring: any Executor = WatchedExecutor(
      try CommandExecutor(
        commands, conditions: conditions, launcher: launcher, interruption: interruption,
        machineMemory: machineMemory), ownUse: .steps)
    var runs = measuring
    if let counting {
      runs = try CommandCountingExecutor(
        commands, conditions: conditions, counting: counting, launcher: launcher,
        interruption: interruption, others: measuring)
    }
    runs = try CommandAllocationExecutor(
      commands, conditions: conditions, counter: AllocationCounter(beside: launcher),
      launcher: launcher, interruption: interruption, others: runs)
    return try HookedExecutor(
      commands, conditions: conditions, launcher: launcher, interruption: interruption, runs: runs)
  }

  /// Runs a command once without measuring it.
  public func once(
    _ words: [String], named subject: String, conditions: CommandConditions
  ) throws {
    try CommandHooks.carryOut(
      words, named: subject, conditions: conditions, launcher: launcher,
      interruption: interruption)
  }
}
