import Foundation
import Metrics
import Recording
import Sampling
import Scenarios
import SystemPackage

/// Makes the runs that count a command's instructions or allocations, and leaves all others to another executor.
///
/// The whole command is counted, including all processes that it starts. Each counts its allocations for itself; the
/// counts are added up when the command has ended. If a program does not count, it is named and there is no total.
public final class CommandCountingExecutor: Executor {
  private let instructions: (by: InstructionCounting, folder: CountFolder)?
  private let counter: AllocationCounter
  /// Made at the first run that counts allocations, as most measuring has none.
  private var allocations: Result<AllocationFolder, RunFailure>?
  private let programs = StrippedPrograms()
  private let words: [String: [String]]
  private var series: [RunKind: [String: CommandSeries]] = [:]
  private let streams: CommandStreams
  private let conditions: CommandConditions
  private let launcher: Launcher
  private let interruption: Interruption
  private let others: any Executor

  /// Prepares for commands. `counting` is nil if no planned run counts instructions, `counter` is the library that
  /// counts allocations, and `others` makes the runs that don't count.
  /// - Throws: ``RunningError``; `RunFailure` if no folder can be made for the counts.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting?,
    allocations counter: AllocationCounter, launcher: Launcher, interruption: Interruption,
    others: any Executor
  ) throws {
    streams = try CommandStreams(conditions)
    if let counting {
      let place = FilePath(FileManager.default.currentDirectoryPath)
      let folder = try CountFolder(counting, of: programs, in: place, home: .shared)
      instructions = (by: counting, folder: folder)
    } else {
      instructions = nil
    }
    words = Dictionary(commands.map { ($0.name, $0.words) }, uniquingKeysWith: { a, _ in a })
    self.counter = counter
    self.conditions = conditions
    self.launcher = launcher
    self.interruption = interruption
    self.others = others
    guard let (counting, folder) = instructions else { return }
    for command in commands {
      var environment = Self.environment
      let words = folder.wholeCommand(command.words, &environment)
      series[.counted, default: [:]][command.name] = makeSeries(
        words, environment, folder.settings + counting.commandSettings)
    }
  }

  deinit {
    for ofKind in series.values { ofKind.values.forEach { $0.end() } }
    instructions?.folder.remove()
    if case .success(let folder)? = allocations { folder.remove() }
  }

  /// Rehearse's own environment, but with hashing that is not random.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment
      .merging(InstructionCounting.environment) { _, fixed in fixed }
  }

  private func makeSeries(
    _ words: [String], _ environment: [String: String], _ settings: [LaunchSetting]
  ) -> CommandSeries {
    CommandSeries(
      words, streams: streams, launcher: launcher, interruption: interruption,
      environment: environment, settings: settings)
  }

  /// Makes only the first run if it counts. Leaves runs that don't count to the other executor, in
  /// batches as large as it can make.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    let others = batch.prefix { !$0.kind.isCount }
    guard others.isEmpty else { return self.others.execute(others) }
    return batch.prefix(1).map(counted)
  }

  private func counted(_ planned: PlannedRun) -> Run {
    guard let words = words[planned.build] else {
      preconditionFailure("the plan names the command \(planned.build), unknown here")
    }
    var run = Run(planned)
    run.startedAt = Date()
    do throws(RunFailure) {
      if planned.kind == .counted {
        try countInstructions(&run, of: words)
      } else {
        try countAllocations(&run, of: words)
      }
    } catch {
      run.ending = .failed(error)
    }
    return run
  }

  /// Notes how a command ended, and returns it as the one step of its run.
  /// - Throws: its failure, unless that is to be ignored; the run has the step then.
  private func note(
    _ ending: CommandEnding, _ standardError: String, in run: inout Run
  ) throws(RunFailure) -> StepRecord {
    run.pid = ending.started.pid
    let step = ending.step(of: run)
    if let failure = ending.failure(of: "The command", standardError: standardError),
      !conditions.ignores(failure)
    {
      run.steps = [step]
      throw failure
    }
    return step
  }

  private func countInstructions(_ run: inout Run, of words: [String]) throws(RunFailure) {
    guard let (counting, folder) = instructions, let series = series[.counted]?[run.build] else {
      preconditionFailure("the plan counts instructions, and there is no counter")
    }
    do throws(RunFailure) {
      let batch = series.carryOut(
        waitsForTree: conditions.waitsForTree,
        within: conditions.timeLimit.map { $0 * counting.slowdown })
      // Even after a failed run, so that the next one starts from zero.
      let count = Result { () throws(RunFailure) in
        try folder.takeCount(batch.endings.first?.usage)
      }
      var step = try note(batch.first(), batch.standardError, in: &run)
      let instructions = try count.get()
      step.instructions = instructions
      run.steps = [step]
      run.measurements = [counting.metric: Double(instructions)]
    } catch {
      guard case .callgrind = counting else { throw error }
      let place = FilePath(FileManager.default.currentDirectoryPath)
      throw error.underCallgrind(refusal: programs.start(words, in: place).refusal)
    }
  }

  private func countAllocations(_ run: inout Run, of words: [String]) throws(RunFailure) {
    let folder = try folder()
    // Even after a failed run, so that the next one starts from zero.
    defer { folder.forget() }
    let series =
      series[.allocations]?[run.build]
      ?? makeSeries(
        words, Self.environment.merging(folder.environment(of: nil)) { _, counting in counting },
        folder.settings)
    self.series[.allocations, default: [:]][run.build] = series
    let batch = series.carryOut(waitsForTree: conditions.waitsForTree, within: conditions.timeLimit)
    let ending = try batch.first()
    var step = try note(ending, batch.standardError, in: &run)
    defer { run.steps = [step] }
    let pages = AllocationPages(in: folder.pages, of: ending.started.pid)
    let cost = pages.end()
    if !pages.hasFirst {
      let program = words.first.flatMap {
        StrippedPrograms.program($0, in: FilePath(FileManager.default.currentDirectoryPath))
      }
      throw .allocationsNotCounted(of: "the command", AllocationRefusal(ofEnded: program))
    }
    if let refusal = pages.refusal { throw .allocationsNotCounted(of: "the command", refusal) }
    step.allocations = cost
    run.measurements =
      RunMeasurements(kind: .allocations, steps: [step], timeline: .empty, machineMemory: 0).values
  }

  private func folder() throws(RunFailure) -> AllocationFolder {
    let made =
      allocations
      ?? Result { () throws(RunFailure) in try AllocationFolder(counter, home: .shared) }
    allocations = made
    return try made.get()
  }
}
