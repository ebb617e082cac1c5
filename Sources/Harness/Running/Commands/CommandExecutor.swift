import DriverProtocol
import Foundation
import MetricCatalog
import Recording
import Sampling
import SystemPackage

/// Makes each run by carrying out a command, and samples those that last.
///
/// A run shorter than 20 ms is not disturbed by anything: it is counted by the launcher alone. From
/// then on the memory and CPU of its whole tree are sampled (``SamplingRate/affordable``). The kernel
/// keeps the peak of what its control group is charged with either way.
public final class CommandExecutor: Executor {
  private let series: [String: CommandSeries]
  private let preparation: CommandSeries?
  private let streams: CommandStreams
  private let conditions: CommandConditions
  private let machineMemory: Int64

  /// Prepares for commands.
  /// - Parameters:
  ///   - machineMemory: all memory of the machine, bytes.
  /// - Throws: ``UnusableInput``.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, launcher: Launcher,
    interruption: Interruption, machineMemory: Int64
  ) throws {
    let streams = try CommandStreams(
      input: conditions.input, showsOutput: conditions.showsOutput)
    // Beside another's launcher one that does not sleep would be awake during the other's run.
    let isAlone = commands.count == 1 && conditions.preparation == nil
    func series(_ words: [String], isFollowed: Bool) -> CommandSeries {
      CommandSeries(
        words, streams: streams, launcher: launcher, interruption: interruption,
        settings: isAlone ? [.awake] : [], isFollowed: isFollowed)
    }
    self.streams = streams
    self.series = Dictionary(
      commands.map { ($0.name, series($0.words, isFollowed: conditions.usesControlGroup)) },
      uniquingKeysWith: { a, _ in a })
    preparation = conditions.preparation.map { series($0, isFollowed: false) }
    self.conditions = conditions
    self.machineMemory = machineMemory
  }

  deinit {
    series.values.forEach { $0.end() }
    preparation?.end()
    streams.close()
  }

  /// Makes one run; the plan's builds are the commands' names.
  public func execute(_ planned: PlannedRun) -> Run { execute(planned, whenPrepared: {}) }

  /// Makes one run, once the preparation has been carried out.
  public func execute(_ planned: PlannedRun, whenPrepared: () -> Void) -> Run {
    var run = Run(planned)
    do throws(RunFailure) {
      try preparation?.prepare()
      whenPrepared()
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
    let watch = CommandWatch(
      epoch: MonotonicClock.now, waitsForTree: conditions.waitsForTree)
    let result = Result { () throws(RunFailure) in
      try series.carryOut(
        conditions.waitsForTree ? .whole : .again, within: conditions.timeLimit,
        whenLong: { watch.begin($0, in: series.group, adopter: $1) })
    }
    let seen = watch.stop()
    let peakCharged = series.peakCharged(seen: seen?.peaks)
    run.timeline = seen?.timeline ?? .empty
    run.circumstances =
      seen?.circumstances(groupRefusals: series.groupRefusals)
      ?? RunCircumstances(
        groupRefusals: series.groupRefusals, samplingRefusal: watch.refusal,
        hidesOthers: watch.refusal != nil && TreeReader.isBlindToOthers)
    let ending = try Self.ending(result, stopped: seen?.stoppedTime ?? 0)
    run.pid = ending.pid
    var step = ending.step(of: run)
    step.outside.tree = seen.map { $0.cost(ending, peakCharged: peakCharged) }
    run.steps = [step]
    if !conditions.ignoresFailure, let failure = ending.failure(of: "The command") {
      throw failure
    }
    run.measurements = measurements(ending, run, seen?.thinning)
    run.measurements[.treePeakCharged] = peakCharged.map(Double.init)
  }

  /// Of a command that took too long it is told for how much of that time it did not run at all.
  private static func ending(
    _ result: Result<CommandEnding, RunFailure>, stopped: Int64
  ) throws(RunFailure) -> CommandEnding {
    do throws(RunFailure) {
      return try result.get()
    } catch {
      throw error.telling(stopped: stopped, of: "The command")
    }
  }

  private func measurements(
    _ ending: CommandEnding, _ run: Run, _ thinning: Thinning?
  ) -> [Metric: Double] {
    var values =
      RunMeasurements(steps: run.steps, timeline: run.timeline, machineMemory: machineMemory)
      .values
    // The command's own is the tree's.
    values[.treeCPUTime] = nil
    if let thinning {
      values[.peakCPU] = thinning.peakCPU
      values[.lowestCPU] = thinning.lowestCPU
    }
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

extension CommandWatch.Seen {
  /// What the tree cost. The launcher has counted everything but processes and memory.
  fileprivate func cost(_ ending: CommandEnding, peakCharged: Int64?) -> TreeCost {
    TreeCost(
      processes: max(1, peaks.processes),
      cpu: (ending.usage.user + ending.usage.system) * 1000,
      minorFaults: ending.usage.minorFaults, majorFaults: ending.usage.majorFaults,
      peakMemory: max(peaks.resident, ending.usage.peakKilobytes * 1024),
      peakCharged: peakCharged, source: following.source)
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

  /// What all else took, percent of one CPU. The samples may miss processes, but they span nearly
  /// all of the run, over which the whole command's share is known.
  fileprivate func otherCPU(besides command: Double) -> Double {
    let busy = (samples.last?.machineBusy ?? 0) - (samples.first?.machineBusy ?? 0)
    return max(0, 100 * Double(busy) / Double(length) - command)
  }
}
