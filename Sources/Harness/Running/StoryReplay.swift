import DriverProtocol
import Recording
import Sampling
import Scenarios

/// Replays one story, and the stories before it, on a driver that is prepared.
final class StoryReplay {
  private(set) var steps: [StepRecord] = []
  private(set) var timeline = Timeline.empty
  /// The driver and all that it started, once steps are performed.
  private(set) var tree: TreeReader?
  private let scenario: Scenario
  private let driver: DriverProcess
  private let interval: Int64
  private let epoch: Int64
  private let group: ControlGroup?
  private let counter: StepCounter?
  private var boundaries: [Sample] = []

  init(
    scenario: Scenario, driver: DriverProcess, interval: Int64, epoch: Int64,
    group: ControlGroup?, counter: StepCounter? = nil
  ) {
    self.scenario = scenario
    self.driver = driver
    self.interval = interval
    self.epoch = epoch
    self.group = group
    self.counter = counter
  }

  /// Performs all steps. What was recorded until a failure is kept.
  func perform(_ own: Story) throws(RunFailure) {
    let probe: TreeProbe
    do {
      probe = try TreeProbe(pid: driver.pid, epoch: epoch, group: group)
    } catch {
      throw .notMeasured(error)
    }
    defer { probe.close() }
    tree = probe.tree
    let sampler = TimelineSampler(probe.tree, interval: interval)
    var failure: RunFailure?
    do throws(RunFailure) {
      for story in scenario.prerequisites(of: own) + [own] {
        // What comes before the story is in no figure.
        let counter = story.name == own.name ? counter : nil
        for step in story.steps { try perform(step, of: story.name, probe, counter) }
      }
    } catch {
      failure = error
    }
    do {
      timeline = try sampler.stop(adding: boundaries)
    } catch {
      // Where the process died, its own failure says more than the sampler's.
      throw failure ?? .notMeasured(error)
    }
    if let failure { throw failure }
  }

  private func perform(
    _ step: Step, of story: String, _ probe: TreeProbe, _ counter: StepCounter?
  ) throws(RunFailure) {
    do throws(RunFailure) {
      let request = Request.step(
        verb: step.verb, arguments: step.arguments, repetitions: step.repetitions,
        counted: counter != nil)
      let reading = try begin(probe)
      let reply = try driver.ask(request, within: step.timeLimit ?? scenario.timeLimit)
      let (cost, end) = try finish(probe, since: reading)
      let start = reading.sample.time
      if let objection = step.expectation.objection(to: reply) {
        throw RunFailure(
          reason: .wrongOutcome, message: "The step \(objection.asPredicate)".asSentence)
      }
      let instructions = try counter?.next()
      let inside = try plausibleCost(of: reply, outside: cost, wall: end - start)
      steps.append(
        StepRecord(
          story: story, label: step.label, repetitions: step.repetitions, start: start, end: end,
          inside: inside, outside: cost, outcome: reply.outcome ?? [:], digest: reply.digest,
          refusal: reply.error?.code, instructions: instructions))
    } catch {
      var failure = error
      failure.step = "\(story): \(step.label)"
      throw failure
    }
  }

  private func begin(_ probe: TreeProbe) throws(RunFailure) -> TreeProbe.Reading {
    do {
      let reading = try probe.begin()
      boundaries.append(reading.sample)
      return reading
    } catch {
      throw .notMeasured(error)
    }
  }

  private func finish(
    _ probe: TreeProbe, since start: TreeProbe.Reading
  ) throws(RunFailure) -> (cost: ProcessCost, time: Int64) {
    do {
      let (cost, sample) = try probe.cost(since: start)
      boundaries.append(sample)
      return (cost, sample.time)
    } catch {
      throw .notMeasured(error)
    }
  }

  /// The driver's own figures, if they can be true: it can't have spent more than the kernel
  /// counted for the whole process around it. 10 ms are granted to coarse clocks, and to the tick
  /// at which the kernel books the time of threads that still run.
  private func plausibleCost(
    of reply: Reply, outside: ProcessCost, wall: Int64
  ) throws(RunFailure) -> StepCost {
    let slack: Int64 = 10_000_000
    guard let cost = reply.cost else {
      throw RunFailure(
        reason: .protocolBroken, message: "The driver's answer to a step has no 'cost'.")
    }
    for (name, claimed, seen) in [
      ("CPU time", cost.cpuNanoseconds, outside.cpu), ("wall time", cost.wallNanoseconds, wall),
    ] where claimed < 0 || claimed > seen + slack {
      throw RunFailure(
        reason: .protocolBroken,
        message: "The driver claims \(claimed) ns of \(name); the kernel counted \(seen) ns.")
    }
    return cost
  }
}

extension RunFailure {
  fileprivate static func notMeasured(_ error: SamplingError) -> RunFailure {
    RunFailure(reason: .notMeasured, message: error.description)
  }
}

extension String {
  /// `expected count 3, found 4` reads on from `The step`; a refusal needs its verb.
  fileprivate var asPredicate: String { hasPrefix("expected") ? self : "led to \(self)" }
}
