import Foundation
import Metrics
import Recording
import Sampling
import Scenarios
import SystemPackage

/// Makes the runs that count the allocations of a command and all that it starts, and leaves all
/// others to another executor.
///
/// Each process counts for itself; the counts are added up when the command has ended. If a program
/// does not count, it is named and there is no total.
public final class CommandAllocationExecutor: Executor {
  private let counter: AllocationCounter
  private let words: [String: [String]]
  private let streams: CommandStreams
  private let conditions: CommandConditions
  private let launcher: Launcher
  private let interruption: Interruption
  private let others: any Executor
  /// Made at the first run that counts, as most measuring has none.
  private var place: Result<AllocationFolder, RunFailure>?
  private var series: [String: CommandSeries] = [:]

  /// Prepares for commands. `counter` is the library that counts; `others` makes the runs that don't count.
  /// - Throws: ``RunningError``.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counter: AllocationCounter,
    launcher: Launcher, interruption: Interruption, others: any Executor
  ) throws {
    self.counter = counter
    words = Dictionary(commands.map { ($0.name, $0.words) }, uniquingKeysWith: { a, _ in a })
    streams = try CommandStreams(conditions)
    self.conditions = conditions
    self.launcher = launcher
    self.interruption = interruption
    self.others = others
  }

  deinit {
    series.values.forEach { $0.end() }
    streams.close()
    if case .success(let folder)? = place { folder.remove() }
  }

  /// Makes only the first run if it counts. Leaves runs that don't count to the other executor, in
  /// batches as large as it can make.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    let others = batch.prefix { $0.kind != .allocations }
    guard others.isEmpty else { return self.others.execute(others) }
    return batch.prefix(1).map { planned in
      var run = Run(planned)
      do throws(RunFailure) {
        try count(&run)
      } catch {
        run.ending = .failed(error)
      }
      return run
    }
  }

  private func count(_ run: inout Run) throws(RunFailure) {
    guard let words = words[run.build] else {
      preconditionFailure("the plan names the command \(run.build), unknown here")
    }
    let folder = try folder()
    // Even after a failed run, so that the next one starts from zero.
    defer { folder.forget() }
    let batch = series(of: run.build, words, in: folder).carryOut(
      waitsForTree: conditions.waitsForTree, within: conditions.timeLimit)
    let ending = try batch.first()
    run.pid = ending.started.pid
    var step = ending.step(of: run)
    defer { run.steps = [step] }
    if let failure = ending.failure(of: "The command", standardError: batch.standardError),
      !conditions.ignores(failure)
    {
      throw failure
    }
    let pages = AllocationPages(in: folder.pages, of: ending.started.pid)
    let cost = pages.end()
    if !pages.hasFirst {
      let program = words.first.flatMap {
        StrippedPrograms.program(
          $0, in: FilePath(FileManager.default.currentDirectoryPath))
      }
      throw .allocationsNotCounted(of: "the command", AllocationRefusal(ofEnded: program))
    }
    if let refusal = pages.refusal { throw .allocationsNotCounted(of: "the command", refusal) }
    step.allocations = cost
    run.measurements =
      RunMeasurements(
        kind: .allocations, steps: [step], timeline: .empty, machineMemory: 0
      ).values
  }

  private func folder() throws(RunFailure) -> AllocationFolder {
    let made =
      place ?? Result { () throws(RunFailure) in try AllocationFolder(counter, home: .shared) }
    place = made
    return try made.get()
  }

  private func series(
    of command: String, _ words: [String], in folder: AllocationFolder
  ) -> CommandSeries {
    if let known = series[command] { return known }
    let environment = ProcessInfo.processInfo.environment
      .merging(InstructionCounting.environment) { _, fixed in fixed }
      .merging(folder.environment(of: nil)) { _, counting in counting }
    let made = CommandSeries(
      words, streams: streams, launcher: launcher, interruption: interruption,
      environment: environment, settings: folder.settings)
    series[command] = made
    return made
  }
}
