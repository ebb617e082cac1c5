import Recording
import Scenarios
import SystemPackage

/// Makes both runs of a pair at once: two fresh drivers get each step at the same time, so both see the same
/// state of the machine. They share one CPU in fine time slices, and then have exact counters, but no elapsed
/// time; or they run in turns on all CPUs (``GangTurns``), and then have that too. Neither has a time line.
public struct DuetExecutor: PairExecutor {
  private let scenario: Scenario
  private let commands: [String: [[String]]]
  private let contexts: BuildContexts
  private let stage: PairStage
  private let launcher: Launcher
  private let interruption: Interruption
  private let machineMemory: Int64
  private let patience: Duration
  private let profiler: Profiler?

  /// Prepares for a scenario; parameters as in ``ProcessExecutor``. `stage` is where both sides run; a duet's is to be
  /// closed after the last one. `profiler` profiles both sides at once; nil if they are only measured.
  public init(
    scenario: Scenario, commands: [String: [[String]]], in contexts: BuildContexts,
    stage: PairStage,
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
    let stage = stage.suited(to: story)
    let baseline = DuetSide(planned.run(of: .baseline, kind: stage.kind), stage.arrangement)
    let candidate = DuetSide(planned.run(of: .candidate, kind: stage.kind), stage.arrangement)
    let inOrder = planned.first == .baseline ? [baseline, candidate] : [candidate, baseline]
    do throws(RunFailure) {
      // What a failure leaves running is ended before this process gives way.
      return try stage.makingWay {
        replay(story, by: inOrder, on: stage)
        return concluded(baseline, beside: candidate, inOrder)
      }
    } catch {
      inOrder.forEach { $0.fail(by: error) }
      return concluded(baseline, beside: candidate, inOrder)
    }
  }

  private func replay(_ story: Story, by sides: [DuetSide], on stage: PairStage) {
    let pipes: UserPipes?
    do throws(RunFailure) {
      pipes = story.users == nil ? nil : try UserPipes()
    } catch {
      return sides.forEach { $0.fail(by: error) }
    }
    for (place, side) in sides.enumerated() {
      side.start(
        { () throws(RunFailure) in
          try session(of: side.run, on: stage, pipes?.environment(ofSide: place) ?? [:])
        },
        requiring: stage.required)
    }
    withExtendedLifetime(pipes) {
      DuetReplay(
        scenario: scenario, sides: sides, on: stage, interruption: interruption, profiler: profiler
      ).perform(story)
    }
  }

  private func session(
    of run: Run, on stage: PairStage, _ ofPair: [String: String]
  ) throws(RunFailure) -> DriverSession {
    guard let commands = commands[run.build], commands.indices.contains(run.layout - 1) else {
      preconditionFailure("the plan names layout \(run.layout) of \(run.build), unknown here")
    }
    let files = scenario.story(named: run.story).map { scenario.files(of: $0) } ?? []
    return try DriverSession(
      commands[run.layout - 1], at: RunFolder(home: scenario.home, by: profiler, inPair: ofPair),
      files: files,
      in: contexts.folder(of: run.build), outcomes: contexts.outcomes.ofBuild(run.build),
      beside: ServicePlan(
        of: scenario, beside: run.build, commands[run.layout - 1], in: contexts,
        slowdown: stage.slowdown),
      launcher: launcher, interruption: interruption, patience: patience, settings: stage.settings,
      ofServices: stage.settingsOfServices)
  }

  private func concluded(
    _ baseline: DuetSide, beside candidate: DuetSide, _ inOrder: [DuetSide]
  ) -> Pair<Run> {
    inOrder.forEach { $0.settle() }
    func run(of side: DuetSide, beside twin: DuetSide) -> Run {
      side.concluded(
        beside: twin.failure.map { (twin.run.build, $0) }, machineMemory: machineMemory)
    }
    return Pair(
      baseline: run(of: baseline, beside: candidate),
      candidate: run(of: candidate, beside: baseline))
  }
}
