import Foundation
import Metrics
import Recording
import Sampling
import Scenarios
import SystemPackage

/// Makes each run with a fresh driver process, alone, and samples it. A run only for peak anonymous
/// memory has fixed addresses, stays on one CPU and is not sampled.
public struct ProcessExecutor: Executor {
  let setup: ReplaySetup
  /// Counts instructions, with the maker of the programs to count; nil if runs are measured.
  var counting: (by: InstructionCounting, programs: StrippedPrograms)?
  /// Counts allocations; nil if runs are measured.
  var allocations: AllocationCounter?
  /// Records who allocates; nil if not asked for.
  var recorder: AllocationRecorder?
  /// Judges cycles; nil if no run has any.
  var cycles: CycleJudge?

  /// The CPU of runs only for anonymous memory, which stay on one.
  var cpu = ReservedCPU.own?.cpu
  /// The class in which drivers and services run, below this process; nil for the usual one.
  public var realTime: RealTimeClass?
  /// Profiles the driver's functions; nil if the run is only measured.
  public var profiler: Profiler?

  /// Prepares for a scenario's runs.
  public init(_ setup: ReplaySetup) { self.setup = setup }

  /// Makes one run in a temporary directory of its own.
  public func execute(_ planned: PlannedRun) -> Run {
    guard let realTime else { return made(planned) }
    do throws(Errno) {
      return try realTime.above { made(planned) }
    } catch {
      var run = Run(planned)
      run.ending = .failed(.classNotEntered(error))
      return run
    }
  }

  private func made(_ planned: PlannedRun) -> Run {
    var run = Run(planned)
    var seen: Seen = (WholeUse(), 0, [:])
    do throws(RunFailure) {
      seen = try replay(&run)
    } catch {
      run.ending = .failed(error)
    }
    run.takeMeasurements(
      machineMemory: setup.machineMemory, leftBehind: seen.leftBehind, services: seen.services,
      whole: seen.whole)
    if run.cycles != nil, run.passed, let cycles {
      run.measurements = cycles.measurements(run)
    }
    // Between commands, only what starts them is running.
    if setup.scenario.isOfCommands { run.measurements[.lowestMemory] = nil }
    return run
  }

  /// The resources that all processes of a run used from start to end, how many of them outlived the driver that
  /// started them, and what was observed of the services in addition to their steps.
  private typealias Seen = (whole: WholeUse, leftBehind: Int, services: [String: ServiceWatch])

  private func replay(_ run: inout Run) throws(RunFailure) -> Seen {
    let (scenario, story) = (setup.scenario, setup.story(run.story))
    var group = RunGroup()
    defer { group.end() }
    let awake = story.users == nil ? nil : AwakeCPUs()
    defer { awake?.end() }
    let settings =
      run.kind.settings(on: cpu)
      + (realTime == nil ? [] : [.realTime(RealTimeClass.priorityOfRuns)])
    let sender: [LaunchSetting] =
      realTime == nil || story.users == nil ? [] : [.realTime(RealTimeClass.priorityOfSenders)]
    let session = try setup.session(
      for: run.story, on: run.build, layout: run.layout, at: place(of: run),
      settings: settings, ofDriver: group.settings + sender)
    run.pid = session.driver.pid
    group.note(session.driver)
    do throws(RunFailure) {
      try session.require(settings)
      try session.carryOut(.greeting, of: scenario)
      try session.carryOut(.preparation(session.directory), of: scenario)
      if run.kind == .cycles {
        try makeCycles(&run, of: story, in: session)
        try session.dismiss(of: scenario)
        return (WholeUse(), 0, [:])
      }
      let counter = session.counter
      let recording: RunRecording?
      if let profiler {
        recording = try RunRecording(of: session, for: story, by: profiler)
        try recording?.begin()
      } else {
        recording = nil
      }
      let stacks = session.place.stacks(of: session.driver.pid)
      let epoch = MonotonicClock.now
      let walk = try StoryWalk(
        of: session, epoch: epoch, group: group.group,
        mapsFiles: run.kind == .fixedAddresses, readsProportional: run.kind == .solo)
      let timelines = try StoryReplay(
        scenario: scenario, session: session, walk: walk, counter: counter, stacks: stacks
      ).perform(story, in: &run, groupRefusals: group.refusals)
      try recording?.end()
      if let stacks { run.profile = try stacks.profile() }
      run.work = counter?.work
      try session.dismiss(of: scenario)
      run.circumstances.memoryKills = session.driver.kills?.ofOwnGroup
      var services = session.services.leftBehind.mapValues { ServiceWatch(leftBehind: $0) }
      for (name, timeline) in timelines { services[name]?.timeline = timeline }
      if let recording {
        run.profile = try recording.profile(of: run.story, steps: walk.steps, epoch: epoch)
      }
      return (session.wholeUse(walk.outsidePeak, walk.steps), session.driver.outlived, services)
    } catch {
      throw session.end(after: error)
        .mentioning(stopped: run.circumstances.stoppedTime, of: "The driver")
    }
  }

  private func makeCycles(
    _ run: inout Run, of story: Story, in session: DriverSession
  ) throws(RunFailure) {
    guard let cycles, let pages = session.place.allocations(of: nil, session.driver.pid) else {
      preconditionFailure("cycles are counted and judged")
    }
    let replay = CycleReplay(
      scenario: setup.scenario, session: session, pages: pages,
      stacks: session.place.stacks(of: session.driver.pid), judge: cycles)
    var series = CycleSeries(warmUp: 0)
    // Cycles before a failed one are kept: they may show why it failed.
    defer { if series.count > 0 { run.cycles = series } }
    try replay.perform(story, story.cycles ?? .automatic, into: &series)
    if let stacks = replay.stacks {
      run.profile = try stacks.profile(ofCyclesAfter: series.warmUp)
    }
  }

  private func place(of run: Run) throws(RunFailure) -> any RunPlace {
    if let counting {
      return try CountFolder(
        counting.by, of: counting.programs, in: setup.contexts.folder(of: run.build),
        home: setup.scenario.home)
    }
    if let allocations {
      return try AllocationFolder(allocations, by: recorder, home: setup.scenario.home)
    }
    // Other users in each round, but the same where runs are to repeat each other.
    let hasUsers = run.kind == .solo && setup.story(run.story).users != nil
    return try RunFolder(
      home: setup.scenario.home, by: profiler,
      ofDriver: hasUsers ? UserPipes.environment(inRound: run.round) : [:])
  }
}

extension RunKind {
  /// The settings of the process of a run that is alone.
  ///
  /// A run only for anonymous memory stays on one CPU, like a side of a duet: the kernel counts
  /// pages per CPU and adds them up in batches, so moving would change the count.
  fileprivate func settings(on cpu: Int?) -> [LaunchSetting] {
    guard self == .fixedAddresses else { return [] }
    return [.fixedAddresses] + [cpu].compactMap(\.self).map(LaunchSetting.cpu)
  }
}
