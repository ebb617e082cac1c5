import Foundation
import Metrics
import Recording
import Scenarios
import SystemPackage

/// Makes the runs that count a command's instructions, and leaves all others to another executor.
///
/// The whole command is counted, including all processes that it starts.
public final class CommandCountingExecutor: Executor {
  private let counting: InstructionCounting
  private let folder: CountFolder
  private let programs = StrippedPrograms()
  private let words: [String: [String]]
  private let series: [String: CommandSeries]
  private let streams: CommandStreams
  private let conditions: CommandConditions
  private let others: any Executor

  /// Prepares for commands; `others` makes the runs that don't count.
  /// - Throws: ``RunningError``; `RunFailure` if no folder can be made for the counts.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, counting: InstructionCounting,
    launcher: Launcher, interruption: Interruption, others: any Executor
  ) throws {
    let place = FilePath(FileManager.default.currentDirectoryPath)
    let folder = try CountFolder(counting, of: programs, in: place, home: .shared)
    do {
      streams = try CommandStreams(conditions)
    } catch {
      folder.remove()
      throw error
    }
    let streams = streams
    let environment = ProcessInfo.processInfo.environment
      .merging(InstructionCounting.environment) { _, fixed in fixed }
    self.counting = counting
    self.folder = folder
    words = Dictionary(commands.map { ($0.name, $0.words) }, uniquingKeysWith: { a, _ in a })
    series = Dictionary(
      commands.map { command in
        var environment = environment
        let words = folder.wholeCommand(command.words, &environment)
        return (
          command.name,
          CommandSeries(
            words, streams: streams, launcher: launcher, interruption: interruption,
            environment: environment, settings: folder.settings + counting.commandSettings)
        )
      }, uniquingKeysWith: { a, _ in a })
    self.conditions = conditions
    self.others = others
  }

  deinit {
    series.values.forEach { $0.end() }
    streams.close()
    folder.remove()
  }

  /// Makes only the first run if it counts. Leaves runs that don't count to the other executor, in
  /// batches as large as it can make.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    let others = batch.prefix { $0.kind != .counted }
    guard others.isEmpty else { return self.others.execute(others) }
    return batch.prefix(1).map(counted)
  }

  private func counted(_ planned: PlannedRun) -> Run {
    var run = Run(planned)
    do throws(RunFailure) {
      run.startedAt = Date()
      try count(&run)
    } catch {
      run.ending = .failed(explained(error, of: run.build))
    }
    return run
  }

  private func explained(_ failure: RunFailure, of command: String) -> RunFailure {
    guard case .callgrind = counting, let words = words[command] else { return failure }
    let place = FilePath(FileManager.default.currentDirectoryPath)
    return failure.underCallgrind(refusal: programs.start(words, in: place).refusal)
  }

  private func count(_ run: inout Run) throws(RunFailure) {
    guard let series = series[run.build] else {
      preconditionFailure("the plan names the command \(run.build), unknown here")
    }
    let batch = series.carryOut(
      waitsForTree: conditions.waitsForTree,
      within: conditions.timeLimit.map { $0 * counting.slowdown })
    // Even after a failed run, so that the next one starts from zero.
    let count = Result { () throws(RunFailure) in
      try folder.takeCount(batch.endings.first?.usage)
    }
    let ending = try batch.first()
    run.pid = ending.started.pid
    var step = ending.step(of: run)
    if let failure = ending.failure(of: "The command", standardError: batch.standardError),
      !conditions.ignores(failure)
    {
      run.steps = [step]
      throw failure
    }
    let instructions = try count.get()
    step.instructions = instructions
    run.steps = [step]
    run.measurements = [counting.metric: Double(instructions)]
  }
}
