import DriverProtocol
import MetricCatalog

/// Turns the records of a run into its figures.
///
/// Only the steps of the run's own story count. A figure that one of them lacks is left out
/// rather than summed over the rest.
public struct RunMeasurements {
  let steps: [StepRecord]
  let timeline: Timeline
  let machineMemory: Int64

  /// Prepares for one run.
  /// - Parameters:
  ///   - steps: the steps of the story itself.
  ///   - timeline: samples of at least these steps.
  ///   - machineMemory: all memory of the machine, bytes.
  public init(steps: [StepRecord], timeline: Timeline, machineMemory: Int64) {
    self.steps = steps
    self.timeline = timeline
    self.machineMemory = machineMemory
  }

  /// The figures, in base units.
  public var values: [Metric: Double] {
    guard let first = steps.first, let last = steps.last else { return [:] }
    var values = costs
    let usage = self.usage(from: first.start, to: last.end)
    values.merge(usage) { cost, _ in cost }
    return values
  }

  private var costs: [Metric: Double] {
    var values: [Metric: Double] = [:]
    values[.peakMemory] = steps.map { Double($0.outside.peakMemory) }.max()
    values[.cpuTime] = sum { $0.inside.cpuNanoseconds }
    values[.wallTime] = sum { $0.inside.wallNanoseconds }
    values[.userTime] = sum { $0.inside.userMicroseconds.map { $0 * 1000 } }
    values[.systemTime] = sum { $0.inside.systemMicroseconds.map { $0 * 1000 } }
    values[.minorFaults] = sum { $0.inside.minorFaults }
    values[.majorFaults] = sum { $0.inside.majorFaults }
    values[.voluntarySwitches] = sum { $0.inside.voluntarySwitches }
    values[.involuntarySwitches] = sum { $0.inside.involuntarySwitches }
    values[.storageRead] = sum { $0.outside.storageRead }
    values[.storageWritten] = sum { $0.outside.storageWritten }
    return values
  }

  private func sum(_ part: (StepRecord) -> Int64?) -> Double? {
    var total: Int64 = 0
    for step in steps {
      guard let part = part(step) else { return nil }
      total += part
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
    values[.otherCPU] = within.usage(over: last.time - first.time).first?.otherCPU
    return values
  }
}
