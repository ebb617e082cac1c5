import DriverProtocol
import Foundation
import Glibc
import Metrics
import Recording
import Running
import Sampling
import Statistics
import Store
import SystemPackage

/// Watches processes until they end, time is up, or the user stops it.
public struct AttachSession {
  /// The reason why it ended.
  public enum Ending: String, Sendable, Encodable, CaseIterable {
    /// The processes and all their descendants have ended.
    case processesEnded = "processes-ended"
    case timeUp = "time-up"
    /// The user ended it, by Ctrl-C or a signal.
    case stopped
  }

  /// The result of watching.
  public struct Result: Sendable {
    /// When watching began.
    public let startedAt: Date
    /// The samples.
    public let timeline: Timeline
    let used: Cost
    let peaks: TreePeaks
    let switches: SwitchCount
    /// Every process that was found, except for some that used least.
    public let processes: [ProcessRecord]
    let following: TreeFollowing
    let stoppedTime: Int64
    let downsampling: Downsampling?
    /// The number of processes that the user named.
    let named: Int
    /// The number of processes that go on.
    let living: Int
    /// The reason why it ended.
    public let ending: Ending
  }

  private let targets: [AttachTarget]
  private let rate: SamplingRate
  private let duration: Duration?
  private let machine: Environment
  private let interruption: Interruption
  private let reporter: any Reporter

  /// A session that watches processes, each once, at an interval (nil for a cheap one), for a duration (nil
  /// until they end), or until interrupted.
  /// - Throws: `SamplingError` if a process does not exist, must not be read, or is this one.
  public init(
    _ pids: [Int32], every interval: Duration?, for duration: Duration?, on machine: Environment,
    until interruption: Interruption, _ reporter: any Reporter
  ) throws {
    targets = try pids.uniqued.map { try AttachTarget(pid: $0) }
    rate = interval.map { .every($0.nanoseconds) } ?? .affordable
    self.duration = duration
    self.machine = machine
    self.interruption = interruption
    self.reporter = reporter
  }

  /// Watches, and makes one run of the samples; the experiment has the processes' names if no other is given.
  /// - Throws: `SamplingError`, ``Refusal`` if they ended too soon.
  public func carryOut(named name: String? = nil) throws -> AttachedProcesses {
    let result = try watch()
    guard result.timeline.samples.count > 1 else { throw Refusal.endedTooSoon(targets) }
    let names = targets.map { target in
      // A shell's child has the shell's name until it executes its program.
      let seen = result.processes.first { $0.pid == target.pid }?.name
      return AttachName(pid: target.pid, name: seen ?? target.name)
    }
    return AttachedProcesses(result, of: names, named: name, on: machine)
  }

  /// The interval for redrawing the line and reading the clock, ms.
  private static let beat = 200

  private func watch() throws -> Result {
    let startedAt = Date()
    let start = MonotonicClock.now
    let tree = try TreeReader(
      pids: targets.map(\.pid), epoch: start, end: .ofTree, isDetailed: true)
    guard let first = try tree.read() else {
      throw SamplingError.noSuchProcess(pid: targets[0].pid)
    }
    var switches = SwitchCount(tree.pids)
    let sampler = TimelineSampler(tree, at: rate)
    var earlier = first
    var ending: Ending?
    while ending == nil {
      ending = pause(until: duration.map { start + $0.nanoseconds }, sampler)
      switches.update(tree.pids)
      if let latest = sampler.latest, latest.sample.time > earlier.sample.time {
        reporter.report(.status(line(latest, since: earlier, peak: tree.peaks.resident)))
        earlier = latest
      }
    }
    let last = try tree.read()
    let timeline = try sampler.stop(adding: [first, last].compactMap { $0?.sample })
    reporter.report(.idle)
    // The sampler may notice only at its next sample that nothing is left.
    let reason = last == nil ? Ending.processesEnded : ending ?? .stopped
    return Result(
      startedAt: startedAt, timeline: timeline, used: (tree.used - first.used).cost,
      peaks: tree.peaks,
      switches: switches, processes: tree.processes, following: tree.followed,
      stoppedTime: tree.stoppedTime, downsampling: sampler.downsampling,
      named: targets.count, living: last?.processes ?? 0, ending: reason)
  }

  /// Waits for one interval, or less if something ends.
  private func pause(until deadline: Int64?, _ sampler: TimelineSampler) -> Ending? {
    var wait = Self.beat
    if let deadline {
      wait = min(wait, Int(max(0, (deadline - MonotonicClock.now + 999_999) / 1_000_000)))
    }
    var asked = pollfd(fd: interruption.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    if poll(&asked, 1, Int32(wait)) > 0 || interruption.isRaised { return .stopped }
    if sampler.hasEnded { return .processesEnded }
    if let deadline, MonotonicClock.now >= deadline { return .timeUp }
    return nil
  }

  private func line(_ now: TreeReading, since earlier: TreeReading, peak: Bytes) -> String {
    let wall = Double(now.sample.time - earlier.sample.time)
    let cpu = Int((100 * Double(now.sample.cpu - earlier.sample.cpu) / wall).rounded())
    let left =
      duration.map { "\(Self.clock($0.nanoseconds - now.sample.time)) left" } ?? "Ctrl-C ends"
    let parts = [
      Self.clock(now.sample.time), now.isStopped ? "stopped by a signal" : nil,
      "\(now.processes.counted("process", "processes"))", "CPU \(cpu) %",
      "memory \(now.sample.resident / 1_000_000) MB (peak \(peak.count / 1_000_000))", left,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  /// For example `1:05`.
  private static func clock(_ nanoseconds: Int64) -> String {
    let seconds = max(0, nanoseconds / 1_000_000_000)
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }
}

/// Watched processes as an experiment of one run.
public struct AttachedProcesses: Sendable {
  /// The result of watching.
  public let result: AttachSession.Result
  /// The result as a run of one step.
  public let run: Run
  /// The experiment, complete.
  public let experiment: Experiment

  fileprivate init(
    _ result: AttachSession.Result, of names: [AttachName], named name: String?,
    on machine: Environment
  ) {
    self.result = result
    run = Run(result, of: names, machineMemory: machine.memory)
    var experiment = Experiment(
      .processes(run), named: name ?? run.story.replacing("/", with: "-"),
      builds: [BuildRecord(name: run.build, recipe: "watched while it ran")], on: machine,
      rounds: 1, startedAt: result.startedAt)
    experiment.completedAt = Date()
    self.experiment = experiment
  }

  /// The notes for a reader of the values.
  public var notes: [String] { AttachNotes(result).sentences }

  /// Stores it.
  /// - Returns: the experiment with its number.
  public func keep(in store: ResultStore) throws -> Experiment {
    let recorder = try ExperimentRecorder(beginning: experiment, in: store)
    try recorder.keepRuns([run])
    try recorder.end()
    return recorder.experiment
  }
}

extension Run {
  /// Makes one run with one step from watched processes.
  init(_ result: AttachSession.Result, of targets: [AttachName], machineMemory: Int64) {
    let start = result.timeline.samples.first?.time ?? 0
    let end = result.timeline.samples.last?.time ?? 0
    var cost = result.used
    cost.wall = .nanoseconds(end - start)
    cost.voluntarySwitches = result.switches.voluntary
    cost.involuntarySwitches = result.switches.involuntary
    cost.peakMemory = result.peaks.resident
    if !result.following.hasStorage { (cost.storageRead, cost.storageWritten) = (nil, nil) }
    let step = StepRecord.whole("watched", of: AttachName.story(targets), cost: cost, from: start)
    var measurements = RunMeasurements(
      steps: [step], timeline: result.timeline, machineMemory: machineMemory
    ).values
    if let downsampling = result.downsampling {
      measurements[.peakCPU] = downsampling.peakCPU
      measurements[.lowestCPU] = downsampling.lowestCPU
    }
    measurements[.treeProcesses] = Double(result.peaks.processes)
    self.init(
      build: AttachName.build(targets), story: AttachName.story(targets), round: 1, position: 1,
      pid: targets.first?.pid, startedAt: result.startedAt, ending: .passed, steps: [step],
      timeline: result.timeline, circumstances: result.circumstances, measurements: measurements)
  }
}

extension AttachSession.Result {
  /// How the processes could be watched, and what happened to them.
  var circumstances: RunCircumstances {
    RunCircumstances(
      treeSource: following.source, unreadableProcesses: following.unreadable,
      hidesOthers: following.hidesOthers, stoppedTime: stoppedTime,
      samplesPerKept: downsampling?.samplesPerKept ?? 1, hugePages: following.hugePages.count)
  }
}

struct AttachName {
  let pid: Int32
  let name: String

  /// Their names, each once.
  static func story(_ targets: [AttachName]) -> String {
    targets.map(\.name).uniqued.joined(separator: " and ")
  }

  /// For example `pid 12`.
  static func build(_ targets: [AttachName]) -> String {
    "pid " + targets.map { "\($0.pid)" }.joined(separator: ", ")
  }
}
