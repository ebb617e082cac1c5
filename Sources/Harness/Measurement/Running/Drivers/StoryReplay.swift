import Costs
import DriverProtocol
import Recording
import Sampling
import Scenarios

/// Replays one story, and the stories before it, on a prepared driver that is alone.
final class StoryReplay {
  /// The recorded samples, also if a later step failed.
  private(set) var timeline = Timeline.empty
  /// The timelines of the services, by name.
  private(set) var timelinesOfServices: [String: Timeline] = [:]
  private let scenario: Scenario
  private let session: DriverSession
  private let walk: StoryWalk
  private let counter: (any StepCounter)?
  private let stacks: StackRecording?
  /// The reason why an expected time line is missing, in words.
  private var samplingRefusal: String?

  /// Opens the files of the driver and its services, for a run of this kind; other parameters as in ``StoryWalk``.
  /// `counter` counts the instructions of the story's own steps, `stacks` records who allocates in them; each nil if
  /// not wanted.
  init(
    _ scenario: Scenario, in session: DriverSession, epoch: Int64, group: ControlGroup?,
    kind: RunKind, counter: (any StepCounter)?, stacks: StackRecording?
  ) throws(RunFailure) {
    self.scenario = scenario
    self.session = session
    self.counter = counter
    self.stacks = stacks
    walk = try StoryWalk(
      of: session, epoch: epoch, group: group, mapsFiles: kind == .fixedAddresses,
      readsProportional: kind == .solo)
  }

  /// See ``StoryWalk``.
  var outsidePeak: Bytes? { walk.outsidePeak }

  /// The completed steps.
  var steps: [StepRecord] { walk.steps }

  /// Performs all steps; with a time line, and the time of each repetition of the story's own steps, if `isSampled`.
  /// Records from before a failure are kept.
  func perform(_ own: Story, isSampled: Bool) throws(RunFailure) {
    // Measurements are per step, so none of their samples may be downsampled.
    let sampler =
      isSampled ? TimelineSampler(walk.tree, at: .affordable, limit: .max) : nil
    let samplers =
      isSampled
      ? walk.services.map { TimelineSampler($0.meter.tree, at: .affordable, limit: .max) } : []
    var failure: RunFailure?
    do throws(RunFailure) {
      for (story, step) in scenario.steps(of: own) {
        // Samples before the story are left out.
        let isOwn = story == own.name
        let counter = isOwn ? self.counter : nil
        let timesEach =
          isSampled && isOwn && counter == nil && session.commands == nil
          && Step.timedRepetitions.contains(step.repetitions)
        if isOwn { stacks?.begin() }
        do throws(RunFailure) {
          try walk.begin()
          let reply = try session.driver.ask(
            step.request(
              counting: counter?.method, by: session.commands, timesEach: timesEach),
            within: step.timeLimit ?? scenario.timeLimit)
          try walk.readCosts()
          try walk.end(step, of: story, by: reply, counter, timesEach: timesEach)
        } catch {
          throw error.at(step, of: story)
        }
        if isOwn { try stacks?.end() }
      }
      walk.noteEnd()
    } catch {
      failure = error
    }
    do {
      if let sampler { timeline = try sampler.stop(adding: walk.boundaries) }
    } catch {
      // The steps' costs are known without samples.
      samplingRefusal = error.description
    }
    for (service, sampler) in zip(walk.services, samplers) {
      // Its steps' costs are known without samples.
      timelinesOfServices[service.name] = try? sampler.stop(adding: service.meter.boundaries)
    }
    if let failure { throw failure }
  }

  /// Returns the circumstances to record with the measurements; to be called after the steps.
  func circumstances(groupRefusals: [String]) -> RunCircumstances {
    var circumstances = walk.circumstances(groupRefusals: groupRefusals)
    circumstances.samplingRefusal = samplingRefusal
    return circumstances
  }
}

extension Scenario {
  /// All steps made for a story, each with the story that it belongs to: those of the stories
  /// before it come first.
  func steps(of story: Story) -> [(story: String, step: Step)] {
    (prerequisites(of: story) + [story]).flatMap { story in
      story.steps.map { (story.name, $0) }
    }
  }
}
