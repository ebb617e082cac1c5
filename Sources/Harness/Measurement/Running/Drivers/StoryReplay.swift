import Recording
import Sampling
import Scenarios

/// Replays one story, and the stories before it, on a prepared driver that is alone.
struct StoryReplay {
  let scenario: Scenario
  let session: DriverSession
  let walk: StoryWalk
  /// Counts the instructions of the story's own steps; nil if not wanted.
  let counter: (any StepCounter)?
  /// Records who allocates in them; nil if not wanted.
  let stacks: StackRecording?

  /// Performs all steps of a run, which gets their records, also those from before a failure. A solo run gets a time
  /// line, and the time of each repetition of the story's own steps.
  /// - Returns: the time lines of the services, by name.
  /// - Throws: `RunFailure` if a step fails.
  func perform(
    _ own: Story, in run: inout Run, groupRefusals: [String]
  ) throws(RunFailure) -> [String: Timeline] {
    let isSampled = run.kind == .solo
    // Measurements are per step, so none of their samples may be downsampled.
    let sampler = isSampled ? TimelineSampler(walk.tree, at: .affordable, limit: .max) : nil
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
            step.request(counting: counter?.method, by: session.commands, timesEach: timesEach),
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
    var samplingRefusal: String?
    do {
      if let sampler { run.timeline = try sampler.stop(adding: walk.boundaries) }
    } catch {
      // The steps' costs are known without samples.
      samplingRefusal = error.description
    }
    var ofServices: [String: Timeline] = [:]
    for (service, sampler) in zip(walk.services, samplers) {
      // Its steps' costs are known without samples.
      ofServices[service.name] = try? sampler.stop(adding: service.meter.boundaries)
    }
    run.steps = walk.steps
    run.circumstances = walk.circumstances(groupRefusals: groupRefusals)
    run.circumstances.samplingRefusal = samplingRefusal
    if let failure { throw failure }
    return ofServices
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
