import DriverProtocol
import Metrics
import Recording
import Scenarios
import SystemPackage

/// Makes the runs that count instructions, and leaves all others to another executor.
///
/// They are runs of their own: under callgrind times and memory are not those of the app. Their
/// records hold the steps with their counts, which are their only value.
public struct CountingExecutor: SingleRunExecutor {
  private let executor: ProcessExecutor
  private let programs = StrippedPrograms()
  private let metric: Metric
  private let others: any Executor

  /// Prepares for a scenario; parameters as in ``ProcessExecutor``.
  /// - Parameter others: makes the runs that don't count.
  public init(
    scenario: Scenario, commands: [String: [[String]]], in contexts: BuildContexts,
    counting: InstructionCounting,
    launcher: Launcher, interruption: Interruption, others: any Executor
  ) {
    var executor = ProcessExecutor(
      scenario: scenario.stretched(by: counting.slowdown), commands: commands, in: contexts,
      launcher: launcher, interruption: interruption, machineMemory: 0, patience: .seconds(60))
    executor.counting = (counting, programs)
    self.executor = executor
    metric = counting.metric
    self.others = others
  }

  /// Makes one run.
  public func execute(_ planned: PlannedRun) -> Run {
    guard planned.kind == .counted else { return others.execute(planned) }
    var run = executor.execute(planned)
    run.peaksAreOfSteps = true
    run.measurements = run.passed ? counts(of: run) : [:]
    if let failure = run.failure, metric == .instructions {
      run.ending = .failed(failure.underCallgrind(refusal: refusal(of: run)))
    }
    return run
  }

  /// Why the program of a run may have debug information still; nil where it has none.
  private func refusal(of run: Run) -> String? {
    guard let commands = executor.commands[run.build], commands.indices.contains(run.layout - 1)
    else { return nil }
    return programs.start(commands[run.layout - 1], in: executor.contexts.folder(of: run.build))
      .refusal
  }

  private func counts(of run: Run) -> [Metric: Double] {
    let counts = run.steps.filter { $0.story == run.story }.compactMap(\.instructions)
    return [metric: counts.reduce(0) { $0 + Double($1) }]
  }
}

extension Scenario {
  /// The same with time limits that are so many times longer.
  func stretched(by factor: Int) -> Scenario {
    var scenario = self
    scenario.timeLimit *= factor
    for story in scenario.stories.indices {
      for step in scenario.stories[story].steps.indices {
        scenario.stories[story].steps[step].timeLimit? *= factor
      }
    }
    return scenario
  }
}

/// Tells the instructions of a driver's steps, one after the other.
protocol StepCounter: AnyObject {
  /// The way in which the driver is to count them.
  var method: CountingMethod { get }
  /// The work of the functions in all steps so far; nil where it was not asked for.
  var work: CallCounts? { get }
  /// The instructions of the step that the driver has just answered.
  /// - Throws: ``RunFailure`` where it gave none.
  func instructions(of reply: Reply) throws(RunFailure) -> Int64
}

extension StepCounter {
  var work: CallCounts? { nil }
}
