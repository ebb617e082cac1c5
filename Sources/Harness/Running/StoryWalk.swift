import DriverProtocol
import Recording
import Sampling
import Scenarios

/// A driver's way through a story, step by step: reads what each step cost, and checks what it led
/// to. Who asks the driver meanwhile, alone or together with another, is not its concern.
final class StoryWalk {
  /// What was recorded, also where a later step failed.
  private(set) var steps: [StepRecord] = []
  /// Samples at both ends of each step.
  private(set) var boundaries: [Sample] = []
  /// The driver and all that it started.
  var tree: TreeReader { probe.tree }
  private let probe: TreeProbe
  private var start: TreeProbe.Reading?

  /// Opens the files of a driver that is prepared.
  /// - Parameters:
  ///   - epoch: where the run's clock begins.
  ///   - group: the control group that the driver is in, or nil.
  ///   - adopter: the process that adopts what outlives its parent.
  init(
    of driver: Int32, epoch: Int64, group: ControlGroup?, adopter: Int32
  ) throws(RunFailure) {
    do {
      probe = try TreeProbe(pid: driver, epoch: epoch, group: group, adopter: adopter)
    } catch {
      throw .notMeasured(error)
    }
  }

  deinit { probe.close() }

  /// What stands beside the figures, once steps are made.
  /// - Parameter groupRefusals: why there was no control group, or not all of one; in words.
  func circumstances(groupRefusals: [String]) -> RunCircumstances {
    let following = tree.followed
    return RunCircumstances(
      treeSource: following.source, groupRefusals: groupRefusals,
      countsCPUByGroup: following.countsCPUByGroup, unreadableProcesses: following.unreadable,
      hidesOthers: following.hidesOthers, stoppedTime: tree.stoppedTime)
  }

  /// Notes that a step begins; to be called before it is asked for.
  func begin() throws(RunFailure) {
    do {
      let reading = try probe.begin()
      boundaries.append(reading.sample)
      start = reading
    } catch {
      throw .notMeasured(error)
    }
  }

  /// Records the step that began, where its answer is right.
  /// - Parameter counter: tells how many instructions it took; nil where they are not counted.
  /// - Throws: ``RunFailure`` where it led to something else, or its figures can't be true.
  func end(
    _ step: Step, of story: String, by reply: Reply, _ counter: (any StepCounter)? = nil
  ) throws(RunFailure) {
    guard let start else { preconditionFailure("the step had not begun") }
    let cost: ProcessCost
    let end: Sample
    do {
      (cost, end) = try probe.cost(since: start)
    } catch {
      throw .notMeasured(error)
    }
    boundaries.append(end)
    if let objection = step.expectation.objection(to: reply) {
      throw RunFailure(
        reason: .wrongOutcome, message: "The step \(objection.asPredicate)".asSentence)
    }
    let instructions = try counter?.instructions(of: reply)
    let wall = end.time - start.sample.time
    let inside = try plausibleCost(of: reply, outside: cost, wall: wall)
    steps.append(
      StepRecord(
        story: story, label: step.label, repetitions: step.repetitions, start: start.sample.time,
        end: end.time, inside: inside, outside: cost, outcome: reply.outcome ?? [:],
        digest: reply.digest, refusal: reply.error?.code, instructions: instructions))
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

extension Step {
  /// What a driver is asked for.
  /// - Parameter method: how its instructions are counted; nil where they are not.
  func request(counting method: CountingMethod?) -> Request {
    .step(verb: verb, arguments: arguments, repetitions: repetitions, counting: method)
  }
}

extension String {
  /// `expected count 3, found 4` reads on from `The step`; a refusal needs its verb.
  fileprivate var asPredicate: String { hasPrefix("expected") ? self : "led to \(self)" }
}
