import DriverProtocol
import Metrics

/// Turns a run's records into its measurements.
///
/// Only the steps of the run's own story count. A value that one of them lacks is omitted rather than summed
/// over the rest.
public struct RunMeasurements {
  let kind: RunKind
  let steps: [StepRecord]
  let timeline: Timeline
  let machineMemory: Int64
  let leftBehind: Int
  let whole: WholeUse
  let earlierSteps: Duration

  /// Prepares for one run.
  /// - Parameters:
  ///   - kind: the kind of the run, which determines what it measures.
  ///   - steps: the steps of the story itself.
  ///   - timeline: samples of at least these steps.
  ///   - machineMemory: all memory of the machine, bytes.
  ///   - leftBehind: the number of processes that outlived the driver that started them.
  ///   - whole: what the run used from start to end.
  ///   - earlierSteps: the CPU time of the steps of prerequisite stories, by their driver.
  public init(
    kind: RunKind = .solo, steps: [StepRecord], timeline: Timeline, machineMemory: Int64,
    leftBehind: Int = 0, whole: WholeUse = WholeUse(), earlierSteps: Duration = .zero
  ) {
    self.kind = kind
    self.steps = steps
    self.timeline = timeline
    self.machineMemory = machineMemory
    self.leftBehind = leftBehind
    self.whole = whole
    self.earlierSteps = earlierSteps
  }

  /// The measurements, in base units.
  public var values: [Metric: Double] {
    guard let first = steps.first, let last = steps.last else { return [:] }
    var values = costs
    let usage = self.usage(from: first.start, to: last.end)
    values.merge(usage) { cost, _ in cost }
    return values.filter { kind.gives($0.key) }
  }

  private var costs: [Metric: Double] {
    var values = [Metric: Double](minimumCapacity: Metric.all.count)
    values[.peakMemory] = greatest { $0.outside.peakMemory }
    values[.peakAnonymousMemory] = anonymousPeak.map { Double($0.bytes.count) }
    values[.cpuTime] = sum { $0.inside.cpu.nanoseconds }
    values[.wallTime] = sum { $0.inside.wall?.nanoseconds }
    values[.throughput] = throughput
    values[.userTime] = sum { $0.inside.user?.nanoseconds }
    values[.systemTime] = sum { $0.inside.system?.nanoseconds }
    values[.minorFaults] = sum { $0.inside.minorFaults }
    values[.majorFaults] = sum { $0.inside.majorFaults }
    values[.voluntarySwitches] = sum { $0.inside.voluntarySwitches }
    values[.involuntarySwitches] = sum { $0.inside.involuntarySwitches }
    values[.storageRead] = sum { $0.outside.storageRead?.count }
    values[.storageWritten] = sum { $0.outside.storageWritten?.count }
    values.merge(treeCosts) { own, _ in own }
    if let wall = values[.wallTime], let cpu = values[.treeCPUTime] ?? values[.cpuTime],
      let services = sum({ $0.servicesCPUTime.nanoseconds }),
      let queued = sum({ $0.waitForCPU.nanoseconds })
    {
      values[.offCPUTime] = max(Metric.offCPUTime.absoluteFloor, wall - cpu - services - queued)
    }
    if let all = whole.cpuTime.map({ Double($0.nanoseconds) }), let own = values[.cpuTime] {
      values[.outsideCPUTime] = max(0, all - own)
      values[.wholeCPUTime] = max(0, all - Double(earlierSteps.nanoseconds))
    }
    if let peak = whole.outsidePeak.map({ Double($0.count) }), let own = values[.peakMemory] {
      values[.outsidePeakMemory] = peak
      values[.wholePeakMemory] = max(peak, own)
    }
    values.merge(allocated) { own, _ in own }
    values.merge(latencies) { own, _ in own }
    values[.errors] = steps.lazy.compactMap(\.toleratedErrors).first
    // Users come when they are due, so the elapsed time is no property of what serves them.
    if steps.contains(where: \.isLoad) {
      for metric in [Metric.wallTime, .offCPUTime, .throughput] { values[metric] = nil }
    }
    if leftBehind > 0 { values[.outlivingProcesses] = Double(leftBehind) }
    return values
  }

  /// The greatest anonymous memory of the steps; nil if one of them lacks it.
  public var anonymousPeak: AnonymousPeak? {
    let peaks = steps.compactMap(\.peakAnonymous)
    return peaks.count == steps.count ? .greatest(peaks) : nil
  }

  /// The items a second of the steps that have any; nil if one of these was not timed.
  private var throughput: Double? {
    let steps = steps.filter { $0.items != nil }
    let times = steps.compactMap { $0.inside.wall.map { Double($0.nanoseconds) } }
    let time = times.reduce(0, +)
    guard times.count == steps.count, time > 0 else { return nil }
    let items = steps.map { Double($0.items ?? 0) * Double($0.repetitions) }.reduce(0, +)
    return items / (time / 1e9)
  }

  /// Percentiles of the times of the requests of loads: exact while these are known, otherwise to three digits. The
  /// repetitions of a story's steps are of different work, so they have none together.
  private var latencies: [Metric: Double] {
    let loads = steps.filter(\.isLoad)
    if loads.isEmpty { return [:] }
    let sorted = loads.flatMap(\.exactLatencies).sorted()
    if !sorted.isEmpty { return Metric.percentiles(of: sorted.count) { sorted[$0 - 1] } }
    return LatencyHistogram(merging: loads.compactMap(\.latencies?.all)).percentiles
  }

  /// The allocations; empty if they were not counted.
  private var allocated: [Metric: Double] {
    guard steps.contains(where: { $0.allocations != nil }) else { return [:] }
    var values: [Metric: Double] = [:]
    values[.allocations] = sum { $0.allocations?.allocations }
    values[.allocatedBytes] = sum { $0.allocations?.allocatedBytes.count }
    values[.peakLiveBytes] = greatest { $0.allocations?.peakLiveBytes }
    let live = steps.last?.allocations?.live
    values[.liveBlocks] = live.map { Double($0.blocks) }
    values[.liveBytes] = live.map { Double($0.bytes.count) }
    for (metric, part) in zip(Metric.peakParts, [\PeakParts.heap, \.slack, \.files, \.stacks]) {
      values[metric] = peakParts.map { Double($0[keyPath: part].count) }
    }
    return values
  }

  /// The composition of memory in the step with the greatest peak; nil if the step ended before it was read.
  private var peakParts: PeakParts? {
    let peaks = steps.compactMap { step in step.outside.peakMemory.map { (step, peak: $0) } }
    guard let (step, peak) = peaks.max(by: { $0.peak < $1.peak }),
      let parts = step.allocations?.peakParts
    else { return nil }
    // If the peak is that of the process's whole life, this step's may be less.
    let isNear = Double(parts.resident.count) >= 0.9 * Double(peak.count)
    return isNear || !step.peakIsOfStep ? parts : nil
  }

  /// The cost of the driver and everything it started; empty if it started nothing. In steps without other
  /// processes the driver's own measurements are used.
  private var treeCosts: [Metric: Double] {
    let trees = steps.compactMap(\.tree)
    guard !trees.isEmpty else { return [:] }
    var values: [Metric: Double] = [:]
    values[.treePeakMemory] = greatest { ($0.tree?.cost ?? $0.outside).peakMemory }
    values[.treePeakCgroupMemory] = greatest { step in
      step.tree.map(\.peakCgroupMemory) ?? step.outside.peakMemory
    }
    // For steps without that reading the driver's own peak is known.
    if trees.contains(where: { $0.peakProportionalMemory != nil }) {
      values[.treePeakProportionalMemory] = greatest { step in
        max(step.tree?.peakProportionalMemory ?? .zero, step.outside.peakMemory ?? .zero)
      }
    }
    values[.treeCPUTime] = sum { step in
      let others = step.tree.map { max(.zero, $0.cost.cpu - step.outside.cpu) } ?? .zero
      return (step.inside.cpu + others).nanoseconds
    }
    values[.treeProcesses] = trees.map { Double($0.processes) }.max()
    return values
  }

  private func greatest(_ part: (StepRecord) -> Bytes?) -> Double? {
    let parts = steps.compactMap(part)
    return parts.count == steps.count ? parts.max().map { Double($0.count) } : nil
  }

  private func sum(_ part: (StepRecord) -> Int64?) -> Double? {
    var total: Int64 = 0
    for step in steps {
      guard let part = part(step) else { return nil }
      let (sum, isTooGreat) = total.addingReportingOverflow(part)
      // No such sum was ever measured; it is left out and not judged.
      if isTooGreat { return nil }
      total = sum
    }
    return Double(total)
  }

  private func usage(from start: Int64, to end: Int64) -> [Metric: Double] {
    let within = timeline.during(start...end)
    guard let first = within.samples.first, let last = within.samples.last,
      last.time > first.time
    else { return [:] }
    var values: [Metric: Double] = [:]
    values[.lowestMemory] = within.samples.map { Double($0.resident) }.min()
    values[.otherMemory] =
      within.samples
      .map { Double(max(0, machineMemory - $0.machineAvailable - $0.anonymous)) }
      .reduce(0, +) / Double(within.samples.count)
    let intervals = within.usage()
    values[.peakCPU] = intervals.map(\.cpu).max()
    values[.lowestCPU] = intervals.map(\.cpu).min()
    // For shorter times the machine's ticks of 10 ms show nothing: one tick of four ms is 250 %.
    if last.time - first.time >= Timeline.usageWindow {
      values[.otherCPU] = within.usage(over: last.time - first.time).first?.otherCPU
    }
    return values
  }
}

/// The resources that a run used from start to end, by the kernel's account rather than its steps'.
public struct WholeUse: Sendable, Equatable {
  /// The CPU time of all processes; nil if unknown.
  public var cpuTime: Duration?
  /// The greatest resident set outside of the steps, of the driver or of a child process that it awaited there; nil if
  /// unknown.
  public var outsidePeak: Bytes?

  /// By default nothing is known.
  public init(cpuTime: Duration? = nil, outsidePeak: Bytes? = nil) {
    self.cpuTime = cpuTime
    self.outsidePeak = outsidePeak
  }
}

extension StepRecord {
  var isLoad: Bool { latencies?.requests != nil }

  /// The users that were not answered as expected; nil if none may be.
  fileprivate var toleratedErrors: Double? {
    guard isLoad, case .integer(let count)? = outcome["tolerated"] else { return nil }
    return Double(count)
  }

  /// The share of its time for which what sent its requests waited for a CPU, percent; nil if that is not known.
  public var waitingPercent: Int? {
    guard case .integer(let percent)? = outcome["waiting-percent"] else { return nil }
    return percent
  }

  /// The CPU time of its services and all that they started.
  public var servicesCPUTime: Duration {
    services.values.reduce(.zero) { $0 + ($1.tree?.cost ?? $1.cost).cpu }
  }

  /// The least time of its core calls in which nothing ran because the driver's first thread had no CPU; zero if
  /// unknown.
  ///
  /// How long that thread waited for a CPU is known from the request to the answer. Meanwhile all others may have run,
  /// and it may have waited outside of the core calls, so the whole time of both is deducted. For a driver of one
  /// thread, the rest is too small by no more than the time outside of its calls.
  ///
  /// Other threads have such times, too. But the kernel forgets those of ended threads, and a sum over threads may be
  /// longer than the time in which none of them ran.
  public var waitForCPU: Duration {
    guard let firstThread, let wall = inside.wall else { return .zero }
    let all = (tree?.cost ?? outside).cpu + servicesCPUTime
    let others = max(.zero, all - .nanoseconds(firstThread.ran))
    let besides = max(.zero, Duration.nanoseconds(end &- start) - wall)
    return max(.zero, Duration.nanoseconds(firstThread.waited) - others - besides)
  }
}

extension Run {
  /// The steps of the story itself, without those of prerequisite stories.
  public var ownSteps: [StepRecord] { steps.filter { $0.story == story } }
}
