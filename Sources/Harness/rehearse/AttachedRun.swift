import DriverProtocol
import MetricCatalog
import Recording
import Sampling

extension Run {
  /// What was seen of processes that were watched, as one run with one step.
  init(_ result: AttachSession.Result, of targets: [AttachName], machineMemory: Int64) {
    let start = result.timeline.samples.first?.time ?? 0
    let end = result.timeline.samples.last?.time ?? 0
    let used = result.used
    let step = StepRecord(
      story: AttachName.story(targets), label: "watched", repetitions: 1, start: start, end: end,
      inside: StepCost(
        wallNanoseconds: end - start, cpuNanoseconds: used.cpu, minorFaults: used.minorFaults,
        majorFaults: used.majorFaults, voluntarySwitches: result.switches.voluntary,
        involuntarySwitches: result.switches.involuntary),
      outside: ProcessCost(
        cpu: used.cpu, minorFaults: used.minorFaults, majorFaults: used.majorFaults,
        storageRead: result.following.hasStorage ? used.storageRead : nil,
        storageWritten: result.following.hasStorage ? used.storageWritten : nil,
        peakMemory: result.peaks.resident, peakIsOfStep: true),
      outcome: [:], digest: nil)
    var measurements = RunMeasurements(
      steps: [step], timeline: result.timeline, machineMemory: machineMemory
    ).values
    if let thinning = result.thinning {
      measurements[.peakCPU] = thinning.peakCPU
      measurements[.lowestCPU] = thinning.lowestCPU
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
      samplesPerKept: thinning?.samplesPerKept ?? 1)
  }
}

/// What watched processes are called.
struct AttachName {
  let pid: Int32
  let name: String

  /// Their names, each once.
  static func story(_ targets: [AttachName]) -> String {
    var names: [String] = []
    for target in targets where !names.contains(target.name) { names.append(target.name) }
    return names.joined(separator: " and ")
  }

  /// As in `pid 12`.
  static func build(_ targets: [AttachName]) -> String {
    "pid " + targets.map { "\($0.pid)" }.joined(separator: ", ")
  }
}
