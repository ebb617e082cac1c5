import DriverProtocol
import Foundation
import Metrics
import Recording
import Sampling
import SystemPackage

/// Makes each run by executing a command, and samples long runs.
///
/// A run shorter than 20 ms is not disturbed: only the launcher measures it. After that, the memory
/// and CPU of its whole tree are sampled (`SamplingRate.affordable`). In both cases the kernel
/// keeps the peak of its control group's memory.
///
/// Short runs of a single command without a time limit can be made in a batch: the launcher makes
/// them back to back for 0.1 s, and the harness wakes once for all of them.
public final class CommandExecutor: Executor {
  private let series: [String: CommandSeries]
  private let conditions: CommandConditions
  private let machineMemory: Int64
  private let makesBatches: Bool

  /// Prepares for commands. `machineMemory` is all memory of the machine, bytes.
  /// - Throws: ``RunningError``.
  public init(
    _ commands: [MeasuredCommand], conditions: CommandConditions, launcher: Launcher,
    interruption: Interruption, machineMemory: Int64
  ) throws {
    let streams = try CommandStreams(conditions)
    func series(_ words: [String]) -> CommandSeries {
      CommandSeries(
        words, streams: streams, launcher: launcher, interruption: interruption,
        isFollowed: conditions.usesControlGroup)
    }
    // With several commands, runs after the same command would differ from the others.
    makesBatches = commands.count == 1 && conditions.timeLimit == nil
    self.series = Dictionary(
      commands.map { ($0.name, series($0.words)) }, uniquingKeysWith: { a, _ in a })
    self.conditions = conditions
    self.machineMemory = machineMemory
  }

  /// Makes a batch of as many runs as possible, at least one. The plan's builds are the commands' names.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    guard let first = batch.first, let series = series[first.build] else {
      preconditionFailure("the plan names no command that is known here")
    }
    return measure(makesBatches ? batch : batch.prefix(1), by: series)
  }

  private func measure(_ planned: ArraySlice<PlannedRun>, by series: CommandSeries) -> [Run] {
    let clock = MonotonicClock.now
    let date = Date()
    var watch: CommandWatch?
    let batch = series.carryOut(
      atMost: planned.count, waitsForTree: conditions.waitsForTree, within: conditions.timeLimit
    ) { started, launcher in
      let begun = watch ?? CommandWatch(epoch: started.time, waitsForTree: conditions.waitsForTree)
      begun.begin(started.pid, in: series.group, adopter: launcher)
      watch = begun
    }
    let seen = watch?.stop()
    var last = RunCircumstances(
      seen: seen, groupRefusals: series.groupRefusals, samplingRefusal: watch?.refusal)
    last.memoryKills = batch.kills?.ofOwnGroup
    let short = RunCircumstances(groupRefusals: series.groupRefusals)
    var runs: [Run] = []
    func begun(_ planned: PlannedRun, _ started: StartedCommand?) -> Run {
      var run = Run(planned)
      run.startedAt = date + Double((started?.time ?? clock) - clock) / 1e9
      return run
    }
    for (planned, ending) in zip(planned, batch.endings) {
      // Only the last run can have been sampled, or have failed.
      let isLast = batch.failure == nil && runs.count == batch.endings.count - 1
      var run = begun(planned, ending.started)
      run.circumstances = isLast ? last : short
      note(ending, isLast ? seen : nil, in: &run)
      if isLast,
        let failure = ending.failure(of: "The command", standardError: batch.standardError),
        !conditions.ignores(failure)
      {
        run.ending = .failed(failure)
        run.measurements = [:]
      }
      runs.append(run)
    }
    if let failure = batch.failure, let planned = planned.dropFirst(runs.count).first {
      var run = begun(planned, batch.started)
      run.timeline = seen?.timeline ?? .empty
      run.circumstances = last
      // If a command took too long, its failure says how much of that time it was stopped.
      run.ending = .failed(failure.mentioning(stopped: seen?.stoppedTime ?? 0, of: "The command"))
      runs.append(run)
    }
    return runs
  }

  /// Records what is known of a completed run.
  private func note(_ ending: CommandEnding, _ seen: CommandWatch.Seen?, in run: inout Run) {
    let peakCgroupMemory = ending.cgroupMemory?.greatest(seen: seen?.peaks)
    run.pid = ending.started.pid
    run.timeline = seen?.timeline ?? .empty
    var step = ending.step(of: run)
    step.tree = seen.map { $0.cost(ending, peakCgroupMemory: peakCgroupMemory) }
    step.items = conditions.items
    run.steps = [step]
    run.measurements = measurements(ending, run, seen?.downsampling)
    run.measurements[.treePeakCgroupMemory] = peakCgroupMemory.map { Double($0.count) }
  }

  private func measurements(
    _ ending: CommandEnding, _ run: Run, _ downsampling: Downsampling?
  ) -> [Metric: Double] {
    var values =
      RunMeasurements(steps: run.steps, timeline: run.timeline, machineMemory: machineMemory)
      .values
    // The command's own CPU time is the tree's.
    values[.treeCPUTime] = nil
    if let downsampling {
      values[.peakCPU] = downsampling.peakCPU
      values[.lowestCPU] = downsampling.lowestCPU
    }
    if let cpu = values[.cpuTime], let wall = values[.wallTime], wall > 0 {
      values[.meanCPU] = 100 * cpu / wall
    }
    // In shorter times, clock ticks would distort the share.
    let isLong = run.timeline.length >= Timeline.usageWindow
    for metric in [Metric.peakCPU, .lowestCPU] where !isLong { values[metric] = nil }
    values[.otherCPU] = isLong ? values[.meanCPU].map(run.timeline.otherCPU) : nil
    values[.outlivingProcesses] = Double(ending.usage.outlived)
    return values
  }
}

extension CommandWatch.Seen {
  /// Returns the tree's cost. The launcher has measured everything but processes and memory.
  fileprivate func cost(_ ending: CommandEnding, peakCgroupMemory: Bytes?) -> TreeCost {
    var cost = ending.usage.cost
    cost.peakMemory = max(peaks.resident, cost.peakMemory ?? .zero)
    return TreeCost(
      cost, processes: max(1, peaks.processes), peakCgroupMemory: peakCgroupMemory,
      peakProportionalMemory: peaks.proportional, source: following.source)
  }
}

extension Timeline {
  /// From the first sample to the last, ns.
  fileprivate var length: Int64 { (samples.last?.time ?? 0) - (samples.first?.time ?? 0) }

  /// Returns the CPU share of all other processes, percent of one CPU. Samples may miss processes,
  /// but they span nearly the whole run, and the command's own share over it is known.
  fileprivate func otherCPU(besides command: Double) -> Double {
    let busy = (samples.last?.machineBusy ?? 0) - (samples.first?.machineBusy ?? 0)
    return max(0, 100 * Double(busy) / Double(length) - command)
  }
}
