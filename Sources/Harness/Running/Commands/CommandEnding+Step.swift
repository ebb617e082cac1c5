import DriverProtocol
import Recording

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
