import Recording
import Scenarios
import SystemPackage

/// Makes both runs of a pair at once: two fresh drivers share one CPU in fine time slices and get
/// each step at the same time, so both see the same state of the machine. Pairs have exact
/// counters, but neither time line nor elapsed time.
public struct DuetExecutor: PairExecutor {
  private let scenario: Scenario
  private let commands: [String: [[String]]]
  private let contexts: BuildContexts
  private let stage: DuetStage
  private let launcher: Launcher
  private let interruption: Interruption
  private let machineMemory: Int64
  private let patience: Duration
  private let profiler: Profiler?

  /// Prepares for a scenario; parameters as in ``ProcessExecutor``. `stage` is the CPU that both sides share, to be
  /// closed after the last duet. `profiler` profiles both sides at once; nil if they are only measured.
  public init(
    scenario: Scenario, commands: [String: [[String]]], in contexts: BuildContexts,
    stage: DuetStage,
    launcher: Launcher, interruption: Interruption, machineMemory: Int64,
    patience: Duration = .seconds(5), profiler: Profiler? = nil
  ) {
    self.profiler = profiler
    self.scenario = scenario
    self.commands = commands
    self.contexts = contexts
    self.stage = stage
    self.launcher = launcher
    self.interruption = interruption
    self.machineMemory = machineMemory
    self.patience = patience
  }

  /// Makes one pair. If one side fails, the other is ended and stored as not comparable.
  public func execute(_ planned: PlannedPair) -> Pair<Run> {
    guard let story = scenario.story(named: planned.story) else {
      preconditionFailure("the plan names story \(planned.story), unknown here")
    }
    let baseline = DuetSide(planned.run(of: .baseline, kind: .duet), on: stage.shared)
    let candidate = DuetSide(planned.run(of: .candidate, kind: .duet), on: stage.shared)
    let inOrder = planned.first == .baseline ? [baseline, candidate] : [candidate, baseline]
    do throws(Errno) {
      try stage.leavingCPU { replay(story, by: inOrder) }
    } catch {
      inOrder.forEach { $0.fail(by: .cpuNotLeft(error)) }
    }
    inOrder.forEach { $0.settle() }
    return Pair(
      baseline: concluded(baseline, beside: candidate),
      candidate: concluded(candidate, beside: baseline))
  }

  private func replay(_ story: Story, by sides: [DuetSide]) {
    for side in sides {
      side.start(
        { () throws(RunFailure) in try session(of: side.run) },
        requiring: [.cpu(stage.shared.cpu)])
    }
    DuetReplay(
      scenario: scenario, sides: sides, ticker: stage.ticker, interruption: interruption,
      profiler: profiler
    ).perform(story)
  }

  private func session(of run: Run) throws(RunFailure) -> DriverSession {
    guard let commands = commands[run.build], commands.indices.contains(run.layout - 1) else {
      preconditionFailure("the plan names layout \(run.layout) of \(run.build), unknown here")
    }
    let files = scenario.story(named: run.story).map { scenario.files(of: $0) } ?? []
    return try DriverSession(
      commands[run.layout - 1], at: RunFolder(home: scenario.home), files: files,
      in: contexts.folder(of: run.build), outcomes: contexts.outcomes.ofBuild(run.build),
      beside: ServicePlan(
        of: scenario, beside: run.build, commands[run.layout - 1], in: contexts, slowdown: 2),
      launcher: launcher, interruption: interruption, patience: patience, settings: stage.settings)
  }

  private func concluded(_ side: DuetSide, beside twin: DuetSide) -> Run {
    side.concluded(
      beside: twin.failure.map { (twin.run.build, $0) }, machineMemory: machineMemory)
  }
}
