import Analysis
import Building
import Recording
import Running
import Scenarios

/// Replays stories a few times on each build, and stores nothing: to see whether a scenario works, and the
/// outcomes of its steps.
public struct ReplaySession: Sendable {
  private let file: ScenarioFile
  private let rounds: Int
  private let equipment: Equipment

  /// Creates a session that replays each story this many times on each build; nothing is done yet.
  public init(_ file: ScenarioFile, rounds: Int = 1, _ equipment: Equipment) {
    self.file = file
    self.rounds = rounds
    self.equipment = equipment
  }

  /// Builds, and replays the stories in the file's order. A driver that can't begin one story can't begin
  /// any, so its other stories are left out.
  /// - Parameter take: receives each replay before the next begins.
  /// - Returns: whether all were made; false if the user asked to stop.
  /// - Throws: `CancellationError` if that was before the first replay, and errors of building and `take`.
  public func carryOut(take: (Replayed) throws -> Void) async throws -> Bool {
    let builds = try await equipment.make(
      BuildRequest(.builds(file.scenario.builds), layouts: 1), in: file.folder)
    // Watched, because a run's rhythm leaves out what others kept from a CPU.
    let executor = try equipment.executors.alone(
      ReplaySubject(file, builds, on: try equipment.machine()), counting: nil, isWatched: true)
    let plan = plan
    let start = ContinuousClock.now
    var unready: Set<String> = []
    defer { equipment.reporter.report(.idle) }
    for (index, planned) in plan.enumerated() {
      if equipment.interruption.isRaised { return false }
      guard !unready.contains(planned.build) else {
        try take(Replayed(planned, run: nil, failedAt: nil))
        continue
      }
      let run = executor.execute(planned)
      if run.failure?.reason == .interrupted { return false }
      if run.failure?.isBeforeSteps ?? false { unready.insert(planned.build) }
      equipment.reporter.report(.run(run, done: index + 1, of: plan.count, since: start))
      equipment.reporter.report(.idle)
      try take(Replayed(planned, run: run, failedAt: failedStep(of: run)))
    }
    return true
  }

  /// The replays of a story on all builds, as in a round of an experiment.
  private var plan: [PlannedRun] {
    let plans = file.replayedStories.map { story in
      RunPlan(
        stories: [story.name], builds: file.scenario.builds.map(\.name), rounds: rounds, seed: 0)
    }
    let whole = plans.dropFirst().reduce(plans.first) { $0?.followed(by: $1) }
    return whole?.runs ?? []
  }

  /// The step at which a run failed; nil if it did not fail, or not at a step.
  private func failedStep(of run: Run) -> StepReference? {
    guard let failed = run.failure?.step,
      let story = file.scenario.story(named: run.story)
    else { return nil }
    let steps = file.scenario.replayedSteps(of: story)
    func isNamed(_ reference: StepReference) -> Bool {
      failed.story == reference.story && failed.label == file.scenario[reference]?.label
    }
    // The step after the recorded ones, or one that was found unknown before the first.
    if steps.indices.contains(run.steps.count), isNamed(steps[run.steps.count]) {
      return steps[run.steps.count]
    }
    return file.scenario.stepReferences.first(where: isNamed)
  }
}

/// One replay of a story on a build.
public struct Replayed: Sendable {
  /// The story.
  public let story: String
  /// The build.
  public let build: String
  /// The run; nil if none was made, because the build's driver could not begin an earlier story.
  public let run: Run?
  /// The step at which it failed, if any.
  public let failedAt: StepReference?

  init(_ planned: PlannedRun, run: Run?, failedAt: StepReference?) {
    (story, build) = (planned.story, planned.build)
    (self.run, self.failedAt) = (run, failedAt)
  }

  /// The time from the first to the last of the story's own steps, in ns; nil if none was made.
  public var duration: Int64? {
    let own = run?.steps.filter { $0.story == story } ?? []
    guard let first = own.first, let last = own.last else { return nil }
    return last.end &- first.start
  }

  /// The outcome. A failure to replay is the tool's, any other the app's.
  public var outcome: Outcome {
    guard let run else { return .appFailed }
    guard let failure = run.failure else { return .passed }
    return failure.reason == .notMeasured ? .toolFailed : .appFailed
  }
}

extension RunFailure {
  /// A Boolean value indicating whether the driver reached no step of any story.
  fileprivate var isBeforeSteps: Bool {
    switch reason {
    case .notStarted, .notPrepared, .unknownVerb: true
    case .protocolBroken, .exited, .crashed, .timedOut, .notMeasured: step == nil
    case .wrongOutcome, .wrongRefusal, .notRepeated, .outcomesDiffer, .interrupted, .twinFailed:
      false
    }
  }
}
