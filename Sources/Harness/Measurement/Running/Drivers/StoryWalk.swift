import DriverProtocol
import Recording
import Sampling
import Scenarios

/// Takes a driver through a story step by step: measures each step's cost and checks its outcome.
/// It does not send the requests, so it serves solo runs and duets alike.
final class StoryWalk {
  /// The recorded steps, also if a later step failed.
  private(set) var steps: [StepRecord] = []
  /// Samples at both ends of each step.
  var boundaries: [Sample] { meter.boundaries }
  /// The driver and all that it started.
  var tree: TreeReader { meter.tree }
  /// The driver's peak resident set before, between and after steps so far; nil if unknown, or if
  /// the driver only starts commands.
  var outsidePeak: Bytes? { commands == nil ? meter.outsidePeak : nil }
  let services: [(name: String, meter: StepMeter)]
  private let meter: StepMeter
  /// When the current step began, ns on the run's clock, and what it has cost; nil before the first answer.
  private var costs: (begin: Int64, seen: TreeProbe.Account, ofServices: [String: ServiceCost])?
  /// Maps steps to commands; nil if the driver has its own verbs.
  private let commands: CommandSteps?
  private let outcomes: RightOutcomes.OfBuild?

  /// Opens the files of a prepared driver, and of its services. `epoch` is when the run's clock begins, `group` the
  /// driver's control group. `mapsFiles` says whether to map their files in full before each step, to tell anonymous
  /// memory from them, `readsProportional` whether to find the peak proportional memory of the driver and its tree.
  /// - Throws: `RunFailure` with the reason `notMeasured` if a file can't be read.
  init(
    of session: DriverSession, epoch: Int64, group: ControlGroup? = nil, mapsFiles: Bool = false,
    readsProportional: Bool = false
  ) throws(RunFailure) {
    let (driver, place) = (session.driver, session.place)
    commands = session.commands
    outcomes = session.outcomes
    services = try session.services.processes.map { service throws(RunFailure) in
      let meter = try StepMeter(
        of: service.pid, epoch: epoch, group: nil, adopter: service.launcherPID,
        mapsFiles: mapsFiles, allocations: place.allocations(of: service.name, service.pid))
      return (name: service.name, meter: meter)
    }
    meter = try StepMeter(
      of: driver.pid, epoch: epoch, group: group, adopter: driver.launcherPID,
      mapsFiles: mapsFiles, readsProportional: readsProportional,
      allocations: place.allocations(of: nil, driver.pid), watchesPeak: true)
  }

  /// Returns the circumstances to record with the measurements; to be called after the steps. The refusals say in
  /// words why there was no control group, or only part of one.
  func circumstances(groupRefusals: [String]) -> RunCircumstances {
    let following = tree.followed
    return RunCircumstances(
      treeSource: following.source, groupRefusals: groupRefusals,
      countsCPUByGroup: following.countsCPUByGroup, unreadableProcesses: following.unreadable,
      hidesOthers: following.hidesOthers, stoppedTime: tree.stoppedTime,
      hugePages: following.hugePages.count)
  }

  /// Notes that a step begins; to be called before the request.
  func begin() throws(RunFailure) {
    // The driver begins last and ends first, so its requests to services fall in between.
    for service in services { try service.meter.begin() }
    try meter.begin()
  }

  /// Notes that the last step is over; to be called before the farewell.
  func noteEnd() { meter.noteEnd() }

  /// Reads what the driver and its services have used since ``begin()``; to be called as soon as the driver has
  /// answered. Services may work on while the answer is checked.
  func readCosts() throws(RunFailure) {
    let own = try meter.end()
    var ofServices: [String: ServiceCost] = [:]
    for service in services {
      let seen = try service.meter.end().seen
      ofServices[service.name] = ServiceCost(
        seen.cost, peakIsOfStep: seen.peakIsOfStep,
        peakAnonymous: service.meter.known(seen.peakAnonymous), tree: seen.tree,
        allocations: try service.meter.allocated(by: "the service '\(service.name)'"))
    }
    costs = (own.begin, own.seen, ofServices)
  }

  /// Records the step if its answer is right; to be called after ``readCosts()``. Its instructions are not counted if
  /// there is no counter. If it was held in between, `turns` is how long it ran, from the request to the answer.
  /// `timesEach` says whether the driver was asked for the time of each repetition.
  /// - Throws: `RunFailure` if the outcome is wrong, or the measurements are impossible.
  func end(
    _ step: Step, of story: String, by reply: Reply, _ counter: (any StepCounter)? = nil,
    inTurns turns: Duration? = nil, timesEach: Bool = false
  ) throws(RunFailure) {
    guard let (begin, seen, ofServices) = costs else {
      preconditionFailure("the costs had not been read")
    }
    let end = seen.sample.time
    // If a command was not executed, report that rather than the missing count.
    try commands?.check(reply, to: step, of: story)
    let allocated =
      if let commands {
        try meter.allocated(by: "the command", commands: step.repetitions) {
          commands.program(of: step)
        }
      } else {
        try meter.allocated(by: "the driver")
      }
    if let commands {
      var record = try commands.record(of: step, in: story, by: reply, seen, from: begin)
      record.instructions = try counter?.instructions(of: reply)
      record.allocations = allocated
      record.services = ofServices
      record.items = step.items
      if let turns { record.inside.wall = max(.zero, turns - seen.cost.cpu) }
      keep(record)
      return
    }
    // Not an outcome of the app: what sends requests could not do its part.
    if step.isSentByRehearse, let error = reply.error, error.code == StepRequest.notMeasured {
      throw .notMeasured(error.message)
    }
    // Not an outcome of the app: its driver was asked for something that it can't do.
    if counter != nil, let error = reply.error, error.code == "not-counted",
      step.expectation.objection(to: reply) != nil
    {
      throw .countRefused(error.message)
    }
    try step.check(reply, of: story, beside: outcomes)
    let instructions = try counter?.instructions(of: reply)
    let bracket = Bracket(
      counted: seen.cost, wall: .nanoseconds(end - begin), repetitions: step.repetitions)
    var inside = try bracket.plausibleCost(of: reply, instructions: instructions)
    if let turns { inside.wall = bracket.wall(of: inside, inTurns: turns) }
    var record = StepRecord(
      story: story, label: step.label, repetitions: step.repetitions, start: begin, end: end,
      inside: inside, outside: seen.cost, peakIsOfStep: seen.peakIsOfStep,
      peakAnonymous: meter.known(seen.peakAnonymous), tree: seen.tree,
      outcome: reply.outcome ?? [:], digest: reply.digest, refusal: reply.error?.code,
      instructions: instructions, allocations: allocated, services: ofServices)
    record.items = step.items
    record.firstThread = seen.firstThread
    record.exactLatencies = try bracket.plausibleLatencies(of: reply)
    if !record.exactLatencies.isEmpty {
      let places = reply.places ?? []
      record.latencies = StepLatencies(
        record.exactLatencies, of: places.isEmpty ? [] : reply.requests ?? [], at: places)
    } else if timesEach, let times = try bracket.plausibleElapsed(of: reply) {
      record.latencies = StepLatencies(ofRepetitions: times)
    }
    keep(record)
  }

  /// If a process's memory can't be read in this step, no earlier step's peak is the story's.
  private func keep(_ record: StepRecord) {
    steps.append(record)
    guard tree.followed.lacksProportional else { return }
    for index in steps.indices { steps[index].tree?.peakProportionalMemory = nil }
  }
}

extension Step {
  /// The numbers of repetitions of which each is timed: the percentiles of fewer say nothing, and the times of more
  /// would add to the driver's memory.
  static let timedRepetitions = 10...10_000

  /// Returns the request for the driver. `method` is nil if the step's instructions are not counted, `commands` if
  /// the driver has its own verbs.
  func request(
    counting method: CountingMethod?, by commands: CommandSteps?, timesEach: Bool = false
  ) -> Request {
    .step(
      verb: verb, arguments: commands?.arguments(of: self) ?? arguments,
      repetitions: repetitions, counting: method, timesEach: timesEach)
  }
}
