import Building
import Foundation
import Programs
import Recording
import Running
import Scenarios
import SystemPackage

/// Makes runs in fresh processes.
struct ProcessExecutors: Executors {
  let launcher: Launcher
  let interruption: Interruption
  /// Shared by all kinds of runs: an outcome seen by one explains a wrong one of another.
  var outcomes = RightOutcomes()

  var haveTwoCores: Bool { ReservedCPU.haveSecond }

  private func setup(of subject: ReplaySubject) -> ReplaySetup {
    var contexts = subject.contexts
    contexts.outcomes = outcomes
    return ReplaySetup(
      scenario: subject.scenario, commands: subject.commands, in: contexts, launcher: launcher,
      interruption: interruption, machineMemory: subject.machineMemory)
  }

  func stopping(by interruption: Interruption) -> any Executors {
    ProcessExecutors(launcher: launcher, interruption: interruption, outcomes: outcomes)
  }

  func traced(_ subject: ReplaySubject, by tracing: InputTracing) -> TracedReplay? {
    TracedReplay(setup(of: subject), tracer: tracing.tracer, hashes: tracing.hashes)
  }

  func lookAtAlone(_ story: String, on build: String, _ subject: ReplaySubject) -> LoneLook {
    // In the real-time class a story waits for no others. In the usual one it seems to wait if they use the CPUs
    // meanwhile, so the busiest of three counts, less what tasks waited for a CPU.
    let plan = RunPlan(stories: [story], builds: [build], rounds: 3, seed: 0)
    var solos = ProcessExecutor(setup(of: subject))
    solos.realTime = RealTimeClass()
    let executor: any Executor =
      solos.realTime == nil ? WatchedExecutor(solos, ownUse: .reaped) : solos
    var runs: [Run] = []
    for planned in plan.runs {
      if interruption.isRaised { break }
      runs.append(executor.execute(planned))
      if Rhythm(of: runs)?.kind != .waits { break }
    }
    // No machine has more CPU time than its CPUs: a driver that claims more measures something else.
    let rhythm = Rhythm(of: runs)
    return LoneLook(
      rhythm: rhythm.flatMap { $0.share > Double(subject.processors) * 1.1 ? nil : $0 },
      peakMemory: runs.compactMap(\.peakOfAll).max())
  }

  func alone(
    _ subject: ReplaySubject, counting: InstructionCounting?, isWatched: Bool
  ) -> any Executor {
    let setup = setup(of: subject)
    let solos = ProcessExecutor(setup)
    // Counts are the same wherever files lie.
    var measuring = FileRenewal(
      of: subject.files, isRepeated: subject.commands.count > 1, until: interruption
    ).before(isWatched ? WatchedExecutor(solos, ownUse: .reaped) : solos)
    measuring = MemoryAtOnce(setup, of: subject.storiesAtOnce, others: measuring) ?? measuring
    return CountingExecutor(
      setup, counting: counting, allocations: AllocationCounter(beside: launcher),
      explaining: subject.explained, cycles: .retention, others: measuring)
  }

  func pairs(
    _ subject: ReplaySubject, alone: [String: Arrangement.Reason], inTurns: Set<String>
  ) -> PairBench {
    let setup = setup(of: subject)
    return arranged(setup, ProcessExecutor(setup), alone: alone, inTurns: inTurns, of: subject)
  }

  func profiledPairs(
    _ subject: ReplaySubject, by profiler: Profiler, alone: [String: Arrangement.Reason]
  ) -> PairBench {
    let setup = setup(of: subject)
    var solos = ProcessExecutor(setup)
    solos.profiler = profiler
    // A side of a duet also waits for the other.
    let stories = Set(subject.scenario.stories.map(\.name))
    let isOfWaiting = profiler.unit == .offCPUTime
    let gangs = stories.filter { subject.scenario.arrangement(of: $0) == .gang }
    let waiting = Dictionary(uniqueKeysWithValues: stories.map { ($0, Arrangement.Reason.waiting) })
    return arranged(
      setup, solos, alone: isOfWaiting ? waiting : alone, inTurns: isOfWaiting ? [] : gangs,
      profiler, of: subject)
  }

  private func arranged(
    _ setup: ReplaySetup, _ solos: ProcessExecutor, alone: [String: Arrangement.Reason],
    inTurns: Set<String>, _ profiler: Profiler? = nil, of subject: ReplaySubject
  ) -> PairBench {
    let stage = Result { () throws(RunningError) in
      try DuetStage(launcher: launcher, interruption: interruption)
    }
    let realTime = RealTimeClass()
    func executor(on stage: PairStage) -> DuetExecutor {
      DuetExecutor(setup, on: stage, profiler: profiler)
    }
    let first = try? stage.get()
    let atOnce = first.flatMap { first in
      DuetsAtOnce(
        setup, of: subject.storiesAtOnce, beside: first, within: subject.memoryLimit,
        peaksAlone: subject.peaksAlone)
    }
    let pairs = ArrangedExecutor(
      duets: stage.map { executor(on: .duet($0)) }, solos: solos,
      gangs: PairStage(gangIn: realTime).map(executor(on:)), alone: alone, inTurns: inTurns,
      quota: subject.processorQuota, realTime: realTime, atOnce: atOnce)
    let stages = [first, atOnce?.secondStage].compactMap(\.self)
    return PairBench(
      executor: FileRenewal(of: subject.files, until: interruption).before(
        WatchedPairExecutor(pairs, on: stages)),
      close: { stages.forEach { $0.close() } })
  }

  func commands(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    machineMemory: Int64
  ) throws -> any Executor {
    let measuring = WatchedExecutor(
      try CommandExecutor(
        commands, conditions: conditions, launcher: launcher, interruption: interruption,
        machineMemory: machineMemory), ownUse: .steps)
    let runs = try CommandCountingExecutor(
      commands, conditions: conditions, counting: counting,
      allocations: AllocationCounter(beside: launcher), launcher: launcher,
      interruption: interruption, others: measuring)
    let hooked = try HookedExecutor(
      commands, conditions: conditions, launcher: launcher, interruption: interruption, runs: runs)
    return FileRenewal(
      of: programs(of: commands), isRepeated: commands.count > 1, until: interruption
    ).before(hooked)
  }

  /// The programs that the commands name, if they exist.
  private func programs(of commands: [MeasuredCommand]) -> Set<FilePath> {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    return Set(
      commands.compactMap { command in
        command.words.first.flatMap { SearchPath.own.program($0, from: folder) }
      })
  }

  func once(_ words: [String], named subject: String, conditions: CommandConditions) throws {
    try CommandHooks.carryOut(
      words, named: subject, conditions: conditions, launcher: launcher,
      interruption: interruption)
  }
}
