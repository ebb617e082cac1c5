import Costs
import DriverProtocol
import Recording
import Sampling
import Scenarios

/// A driver's way through a story, step by step: reads what each step cost, and checks what it led
/// to. Who asks the driver meanwhile, alone or together with another, is not its concern.
final class StoryWalk {
  /// The recorded steps, also where a later step failed.
  private(set) var steps: [StepRecord] = []
  /// Samples at both ends of each step.
  var boundaries: [Sample] { meter.boundaries }
  /// The driver and all that it started.
  var tree: TreeReader { meter.tree }
  /// The driver's greatest resident set before, between and after steps, so far; nil where it is not known, and
  /// where the driver only starts commands.
  var outsidePeak: Bytes? { commands == nil ? meter.outsidePeak : nil }
  /// The meters of the services beside it.
  let services: [(name: String, meter: StepMeter)]
  private let meter: StepMeter
  /// What leads steps to commands; nil where the driver has verbs of its own.
  private let commands: CommandSteps?
  private let outcomes: RightOutcomes.OfBuild?

  /// Opens the files of a driver that is prepared, and of its services.
  /// - Parameters:
  ///   - epoch: where the run's clock begins.
  ///   - group: the control group that the driver is in, or nil.
  ///   - adopter: the process that adopts what outlives its parent.
  ///   - mapsFiles: whether their files are mapped in full before each step, so that their anonymous
  ///     memory can be told from them.
  ///   - readsProportional: whether the peak of the driver's and its tree's proportional memory is looked for.
  ///   - commands: leads steps to commands; nil where the driver has verbs of its own.
  ///   - outcomes: what steps led to that was right; nil if nobody keeps it.
  ///   - services: those beside the driver.
  ///   - place: what knows where allocations are counted; nil where they are not.
  init(
    of driver: Int32, epoch: Int64, group: ControlGroup?, adopter: Int32, mapsFiles: Bool = false,
    readsProportional: Bool = false, commands: CommandSteps? = nil,
    outcomes: RightOutcomes.OfBuild? = nil, services: [ServiceProcess] = [],
    at place: (any RunPlace)? = nil
  ) throws(RunFailure) {
    self.commands = commands
    self.outcomes = outcomes
    var meters: [(name: String, meter: StepMeter)] = []
    for service in services {
      meters.append(
        (
          service.name,
          try StepMeter(
            of: service.pid, epoch: epoch, group: nil, adopter: service.launcherPID,
            mapsFiles: mapsFiles, allocations: place?.allocations(of: service.name, service.pid))
        ))
    }
    self.services = meters
    meter = try StepMeter(
      of: driver, epoch: epoch, group: group, adopter: adopter, mapsFiles: mapsFiles,
      readsProportional: readsProportional, allocations: place?.allocations(of: nil, driver),
      watchesPeak: true)
  }

  /// Returns what stands beside the measurements, once steps are made.
  /// - Parameter groupRefusals: why there was no control group, or not all of one; in words.
  func circumstances(groupRefusals: [String]) -> RunCircumstances {
    let following = tree.followed
    return RunCircumstances(
      treeSource: following.source, groupRefusals: groupRefusals,
      countsCPUByGroup: following.countsCPUByGroup, unreadableProcesses: following.unreadable,
      hidesOthers: following.hidesOthers, stoppedTime: tree.stoppedTime,
      hugePages: following.hugePages.count)
  }

  /// Notes that a step begins; to be called before it is asked for.
  func begin() throws(RunFailure) {
    // The driver last, and first at the step's end: what it asks of its services lies in between.
    for service in services { try service.meter.begin() }
    try meter.begin()
  }

  /// Records the step that began, where its answer is right.
  /// - Parameter counter: counts the instructions that it took; nil where they are not counted.
  /// - Throws: `RunFailure` where it led to something else, or its measurements can't be true.
  func end(
    _ step: Step, of story: String, by reply: Reply, _ counter: (any StepCounter)? = nil
  ) throws(RunFailure) {
    let (begin, seen) = try meter.end()
    let end = seen.sample.time
    // Of a command that was not carried out, that is told rather than that it was not counted.
    try commands?.check(reply, to: step, of: story)
    let allocated =
      if let commands {
        try meter.allocated(by: "the command", commands: step.repetitions) {
          commands.program(of: step)
        }
      } else {
        try meter.allocated(by: "the driver")
      }
    var costs: [String: ServiceCost] = [:]
    for service in services {
      let seen = try service.meter.end().seen
      costs[service.name] = ServiceCost(
        seen.cost, peakIsOfStep: seen.peakIsOfStep,
        peakAnonymous: service.meter.known(seen.peakAnonymous), tree: seen.tree,
        allocations: try service.meter.allocated(by: "the service '\(service.name)'"))
    }
    if let commands {
      var record = try commands.record(of: step, in: story, by: reply, seen, from: begin)
      record.instructions = try counter?.instructions(of: reply)
      record.allocations = allocated
      record.services = costs
      steps.append(record)
      return
    }
    // No outcome of the app: that of its driver, which was asked for what it can't.
    if counter != nil, let error = reply.error, error.code == "not-counted",
      step.expectation.objection(to: reply) != nil
    {
      throw .countRefused(error.message)
    }
    try step.check(reply, of: story, beside: outcomes)
    let instructions = try counter?.instructions(of: reply)
    let bracket = Bracket(
      counted: seen.cost, wall: .nanoseconds(end - begin), repetitions: step.repetitions)
    let inside = try bracket.plausibleCost(of: reply, instructions: instructions)
    steps.append(
      StepRecord(
        story: story, label: step.label, repetitions: step.repetitions, start: begin, end: end,
        inside: inside, outside: seen.cost, peakIsOfStep: seen.peakIsOfStep,
        peakAnonymous: meter.known(seen.peakAnonymous), tree: seen.tree,
        outcome: reply.outcome ?? [:], digest: reply.digest, refusal: reply.error?.code,
        instructions: instructions, allocations: allocated, services: costs))
  }
}

extension Step {
  /// Returns what a driver is asked for.
  /// - Parameters:
  ///   - method: how its instructions are counted; nil where they are not.
  ///   - commands: leads steps to commands; nil where the driver has verbs of its own.
  func request(counting method: CountingMethod?, by commands: CommandSteps?) -> Request {
    .step(
      verb: verb, arguments: commands?.arguments(of: self, counting: method) ?? arguments,
      repetitions: repetitions, counting: method)
  }
}
