import DriverProtocol
import Foundation
import MetricCatalog
import Recording
import Sampling
import SystemPackage

/// Makes each run by carrying out a command, and samples those that last.
///
/// A run shorter than 20 ms is not disturbed by anything: it is counted by the launcher alone. From
/// then on its memory and CPU are sampled, 100 times a second, which takes 0.7 % of one CPU.
public final class CommandExecutor: Executor {
  private let series: [String: CommandSeries]
  private let preparation: CommandSeries?
  private let streams: CommandStreams
  private let conditions: CommandConditions
  private let machineMemory: Int64
  private let interval: Int64

  /// Prepares for commands.
  /// - Parameters:
  ///   - machineMemory: all memory of the machine, bytes.
  ///   - interval: the sampler's distance between samples.
  /// - Throws: ``UnusableInput``.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, launcher: Launcher,
    interruption: Interruption, machineMemory: Int64, interval: Duration = .milliseconds(10)
  ) throws {
    let streams = try CommandStreams(
      input: conditions.input, showsOutput: conditions.showsOutput)
    func series(_ words: [String]) -> CommandSeries {
      CommandSeries(words, streams: streams, launcher: launcher, interruption: interruption)
    }
    self.streams = streams
    self.series = Dictionary(
      commands.map { ($0.name, series($0.words)) }, uniquingKeysWith: { a, _ in a })
    preparation = conditions.preparation.map(series)
    self.conditions = conditions
    self.machineMemory = machineMemory
    self.interval = interval.nanoseconds
  }

  deinit {
    series.values.forEach { $0.end() }
    preparation?.end()
    streams.close()
  }

  /// Makes one run; the plan's builds are the commands' names.
  public func execute(_ planned: PlannedRun) -> Run {
    var run = Run(
      kind: planned.kind, build: planned.build, story: planned.story, round: planned.round,
      position: planned.position, pid: nil, startedAt: Date(), ending: .passed, steps: [],
      timeline: .empty, measurements: [:])
    do throws(RunFailure) {
      try preparation?.prepare()
      run.startedAt = Date()
      try measure(&run)
    } catch {
      run.ending = .failed(error)
    }
    return run
  }

  private func measure(_ run: inout Run) throws(RunFailure) {
    guard let series = series[run.build] else {
      preconditionFailure("the plan names the command \(run.build), unknown here")
    }
    let epoch = MonotonicClock.now
    var sampler: TimelineSampler?
    let result = Result { () throws(RunFailure) in
      try series.carryOut(
        conditions.waitsForTree ? .whole : .again, within: conditions.timeLimit,
        whenLong: { pid in
          guard sampler == nil else { return }
          let process = try? TreeReader(pids: [pid], epoch: epoch, followsChildren: false)
          sampler = process.map { TimelineSampler($0, interval: interval) }
        })
    }
    // Where sampling fails the run has no time line; what the launcher counts stays right.
    if let timeline = try? sampler?.stop(adding: []) { run.timeline = timeline }
    let ending = try result.get()
    run.pid = ending.pid
    run.steps = [ending.step(of: run)]
    if !conditions.ignoresFailure, let failure = ending.failure(of: "The command") {
      throw failure
    }
    run.measurements = measurements(ending, run)
  }

  private func measurements(_ ending: CommandEnding, _ run: Run) -> [Metric: Double] {
    var values =
      RunMeasurements(steps: run.steps, timeline: run.timeline, machineMemory: machineMemory)
      .values
    if let cpu = values[.cpuTime], let wall = values[.wallTime], wall > 0 {
      values[.meanCPU] = 100 * cpu / wall
    }
    // Of shorter times ticks would make up too much of a share.
    let isLong = run.timeline.length >= Timeline.usageWindow
    for metric in [Metric.peakCPU, .lowestCPU] where !isLong { values[metric] = nil }
    values[.otherCPU] = isLong ? values[.meanCPU].map(run.timeline.otherCPU) : nil
    values[.outlivingProcesses] = Double(ending.usage.outlived)
    return values
  }
}

extension CommandEnding {
  /// The whole command as the one step of its run.
  func step(of run: Run) -> StepRecord {
    let cpu = (usage.user + usage.system) * 1000
    return StepRecord(
      story: run.story, label: run.build, repetitions: 1, start: 0, end: usage.wall,
      inside: StepCost(
        wallNanoseconds: usage.wall, cpuNanoseconds: cpu, userMicroseconds: usage.user,
        systemMicroseconds: usage.system, minorFaults: usage.minorFaults,
        majorFaults: usage.majorFaults, voluntarySwitches: usage.voluntarySwitches,
        involuntarySwitches: usage.involuntarySwitches),
      outside: ProcessCost(
        cpu: cpu, minorFaults: usage.minorFaults, majorFaults: usage.majorFaults,
        storageRead: usage.blocksRead * 512, storageWritten: usage.blocksWritten * 512,
        peakMemory: usage.peakKilobytes * 1024, peakIsOfStep: true),
      outcome: outcome, digest: nil)
  }

  private var outcome: [String: Scalar] {
    switch exit {
    case .status(let status): ["status": .integer(Int(status))]
    case .signal(let signal): ["signal": .integer(Int(signal))]
    }
  }
}

extension Timeline {
  /// From the first sample to the last, ns.
  fileprivate var length: Int64 { (samples.last?.time ?? 0) - (samples.first?.time ?? 0) }

  /// What all else took, percent of one CPU. The samples see the command's own process alone, but
  /// they span nearly all of the run, over which the whole command's share is known.
  fileprivate func otherCPU(besides command: Double) -> Double {
    let busy = (samples.last?.machineBusy ?? 0) - (samples.first?.machineBusy ?? 0)
    return max(0, 100 * Double(busy) / Double(length) - command)
  }
}
