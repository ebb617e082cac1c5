import Recording
import Scenarios

/// Makes both runs of a pair at once: two fresh drivers get each step at the same time, so both see the same state of
/// the machine. They share one CPU in fine time slices, without elapsed time; or they run in turns on all CPUs
/// (``GangTurns``); or only their services share a CPU, and users come to one after the other. None has a time line.
public struct DuetExecutor: PairExecutor {
  private let setup: ReplaySetup
  private let stage: PairStage
  private let profiler: Profiler?

  /// Prepares for a scenario's pairs. `stage` is where both sides run; a duet's is to be closed after the last one.
  /// `profiler` profiles both sides at once; nil if they are only measured.
  public init(_ setup: ReplaySetup, on stage: PairStage, profiler: Profiler? = nil) {
    self.setup = setup
    self.stage = stage
    self.profiler = profiler
  }

  /// Makes one pair. If one side fails, the other is ended and stored as not comparable.
  public func execute(_ planned: PlannedPair) -> Pair<Run> {
    let stage = stage.suited(to: setup.story(planned.story))
    return pair(planned, on: stage, stage.arrangement) { body throws(RunFailure) in
      try stage.makingWay(body)
    }
  }

  /// Makes one duet while this process makes way to it, and to another one on another CPU.
  func execute(_ planned: PlannedPair, sharing cpu: Arrangement.SharedCPU) -> Pair<Run> {
    var cpu = cpu
    cpu.pairs = 2
    return pair(planned, on: stage, .duet(cpu)) { body in body() }
  }

  private func pair(
    _ planned: PlannedPair, on stage: PairStage, _ arrangement: Arrangement,
    makingWay: (() -> Pair<Run>) throws(RunFailure) -> Pair<Run>
  ) -> Pair<Run> {
    let baseline = DuetSide(planned.run(of: .baseline, kind: stage.kind), arrangement)
    let candidate = DuetSide(planned.run(of: .candidate, kind: stage.kind), arrangement)
    let inOrder = planned.first == .baseline ? [baseline, candidate] : [candidate, baseline]
    do throws(RunFailure) {
      // What a failure leaves running is ended before this process gives way.
      return try makingWay {
        replay(setup.story(planned.story), by: inOrder, on: stage, round: planned.round)
        return concluded(baseline, beside: candidate, inOrder)
      }
    } catch {
      inOrder.forEach { $0.fail(by: error) }
      return concluded(baseline, beside: candidate, inOrder)
    }
  }

  private func replay(_ story: Story, by sides: [DuetSide], on stage: PairStage, round: Int) {
    let awake = stage.keepsAwake ? AwakeCPUs() : nil
    defer { awake?.end() }
    let pipes: UserPipes?
    do throws(RunFailure) {
      let limit = (story.steps.first?.timeLimit ?? setup.scenario.timeLimit) * stage.slowdown
      pipes = story.users == nil ? nil : try UserPipes(round: round, within: limit)
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
        scenario: setup.scenario, sides: sides, on: stage, interruption: setup.interruption,
        profiler: profiler
      ).perform(story)
    }
  }

  private func session(
    of run: Run, on stage: PairStage, _ ofPair: [String: String]
  ) throws(RunFailure) -> DriverSession {
    try setup.session(
      for: run.story, on: run.build, layout: run.layout,
      at: RunFolder(home: setup.scenario.home, by: profiler, ofDriver: ofPair),
      slowdown: stage.slowdown, settings: stage.settings, ofServices: stage.settingsOfServices)
  }

  private func concluded(
    _ baseline: DuetSide, beside candidate: DuetSide, _ inOrder: [DuetSide]
  ) -> Pair<Run> {
    inOrder.forEach { $0.settle() }
    func run(of side: DuetSide, beside twin: DuetSide) -> Run {
      side.concluded(
        beside: twin.failure.map { (twin.run.build, $0) }, machineMemory: setup.machineMemory)
    }
    return Pair(
      baseline: run(of: baseline, beside: candidate),
      candidate: run(of: candidate, beside: baseline))
  }
}
