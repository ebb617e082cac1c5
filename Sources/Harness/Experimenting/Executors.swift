import Building
import Metrics
import Recording
import Running
import Scenarios

/// Gives a session what makes its runs. Processes stand behind this protocol; tests hand out recorded
/// runs instead.
public protocol Executors: Sendable {
  /// Returns what makes runs of stories, each alone.
  /// - Parameters:
  ///   - counting: what counts instructions; nil where no run counts any.
  ///   - isWatched: whether runs record what else the machine did meanwhile.
  func alone(
    _ subject: ReplaySubject, counting: InstructionCounting?, isWatched: Bool
  ) throws -> any Executor

  /// Returns the maker of pairs.
  /// - Parameters:
  ///   - alone: the stories of which a gate asks for what only runs that are alone give.
  ///   - isBackToBack: whether pairs are made one run after the other, though duets could be had.
  func pairs(
    _ subject: ReplaySubject, alone: Set<String>, backToBack isBackToBack: Bool
  ) throws -> PairBench

  /// Returns the maker of pairs whose drivers are profiled.
  func profiledPairs(_ subject: ReplaySubject, by profiler: Profiler) throws -> PairBench

  /// Returns what replays stories under a tracer; nil if nothing is replayed by processes.
  func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay?

  /// Replays a story, alone and free to use all CPUs, to see how it spends its time: once, or three times where
  /// it seems to wait.
  /// - Returns: nil where nothing is replayed by processes.
  func rhythm(of story: String, on build: String, _ subject: ReplaySubject) -> Rhythm?

  /// Returns what makes runs of whole commands.
  /// - Parameters:
  ///   - counting: what counts instructions; nil where no run counts any.
  ///   - machineMemory: bytes of memory that the machine has.
  func commands(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    machineMemory: Int64
  ) throws -> any Executor

  /// Returns the same that stop for another reason, too.
  func stopping(by interruption: Interruption) -> any Executors

  /// Carries out a command once, which is not measured.
  /// - Parameter subject: as in `The setup`.
  /// - Throws: `RunFailure` where it failed.
  func once(
    _ words: [String], named subject: String, conditions: CommandConditions
  ) throws
}

extension Executors {
  /// Nothing replays stories by processes.
  public func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay? { nil }

  /// Nothing replays stories by processes.
  public func rhythm(of story: String, on build: String, _ subject: ReplaySubject) -> Rhythm? {
    nil
  }

  /// What starts no process ends by itself.
  public func stopping(by interruption: Interruption) -> any Executors { self }
}

/// The maker of pairs, which has to be put away when they are made.
public struct PairBench {
  /// Makes the pairs.
  public let executor: any PairExecutor
  /// Puts away what the pairs were made with.
  public let close: () -> Void

  /// A bench.
  public init(_ executor: any PairExecutor, close: @escaping () -> Void = {}) {
    self.executor = executor
    self.close = close
  }
}

/// Makes runs by fresh processes.
public struct ProcessExecutors: Executors {
  private let launcher: Launcher
  private let interruption: Interruption
  /// One for all kinds of runs: what one has seen explains what another finds wrong.
  private let outcomes: RightOutcomes

  /// Executors that start processes by a launcher, until they are asked to stop.
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

  /// Returns the same that stop for another reason, too.
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
    // Where others take the CPUs meanwhile a story seems to wait; the busiest of three counts.
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

  /// Returns what makes runs of stories, each alone.
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

  /// Returns what makes pairs: duets where the story and the machine allow them.
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
      scenario: subject.scenario, duets: duets.map(\.executor), solos: solos, alone: alone)
    let stage = try? duets.get().stage
    return PairBench(WatchedPairExecutor(pairs, on: stage), close: { stage?.close() })
  }

  private func duets(
    _ subject: ReplaySubject, _ profiler: Profiler?
  ) -> Result<(executor: DuetExecutor, stage: DuetStage), NoDuet> {
    Result { () throws(NoDuet) in
      let stage = try DuetStage(launcher: launcher, interruption: interruption)
      let executor = DuetExecutor(
        scenario: subject.scenario, commands: subject.commands, in: contexts(of: subject),
        stage: stage,
        launcher: launcher, interruption: interruption, machineMemory: subject.machineMemory,
        profiler: profiler)
      return (executor, stage)
    }
  }

  /// Returns what makes runs of whole commands.
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

  /// Carries out a command once, which is not measured.
  public func once(
    _ words: [String], named subject: String, conditions: CommandConditions
  ) throws {
    try CommandHooks.carryOut(
      words, named: subject, conditions: conditions, launcher: launcher,
      interruption: interruption)
  }
}
