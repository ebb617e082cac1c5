import Diagnosing
import MetricCatalog
import Recording
import Running
import Scenarios

/// What makes a session's runs.
extension ComparisonSession {
  /// The stories that a gate wants to have replayed alone.
  private var storiesAlone: Set<String> {
    let gates = gates.filter { RunKind.ofRunsAlone.contains($0.metric) }
    return Set(
      file.scenario.stories.map(\.name).filter { story in
        gates.contains { $0.covers(story: story) }
      })
  }

  /// Makes the runs that count instructions; nil where there is nothing to count them by.
  func countingExecutor(
    _ commands: [String: [[String]]], _ solos: ProcessExecutor
  ) throws -> CountingExecutor? {
    try counting().map {
      CountingExecutor(
        scenario: file.scenario, commands: commands, in: file.folder, counting: $0,
        launcher: launcher, interruption: interruption, others: solos)
    }
  }

  /// What was asked for, else what a gate is about, else what there is: where counts only tell whether
  /// a change may be one of layout, they are no reason to fail.
  private func counting() throws -> InstructionCounting? {
    if let counting = settings.counting { return counting }
    let gated = Set(gates.map(\.metric))
    if gated.contains(.instructions) { return .callgrind(try Callgrind()) }
    let counters = Trial.ofHardwareCounters()
    if case .refused(let reason) = counters, gated.contains(.hardwareInstructions) {
      throw CountersRefused(reason: reason)
    }
    return counters == .works ? .perf() : (try? Callgrind()).map(InstructionCounting.callgrind)
  }

  /// Makes the pairs, and the place where both sides of a duet share a CPU; nil where there are no duets.
  func executor(
    _ commands: [String: [[String]]], _ solos: ProcessExecutor, backToBack isBackToBack: Bool
  ) -> (any PairExecutor, DuetStage?) {
    if isBackToBack {
      let pairs = BackToBackExecutor(executor: solos, because: .asked)
      return (WatchedPairExecutor(pairs, on: nil), nil)
    }
    let duets = duets(commands)
    let executor = ArrangedExecutor(
      scenario: file.scenario, duets: duets.map(\.executor), solos: solos, alone: storiesAlone)
    let stage = try? duets.get().stage
    return (WatchedPairExecutor(executor, on: stage), stage)
  }

  private func duets(
    _ commands: [String: [[String]]]
  ) -> Result<(executor: DuetExecutor, stage: DuetStage), NoDuet> {
    Result { () throws(NoDuet) in
      let stage = try DuetStage(launcher: launcher, interruption: interruption)
      let executor = DuetExecutor(
        scenario: file.scenario, commands: commands, in: file.folder, stage: stage,
        launcher: launcher, interruption: interruption, machineMemory: machine.memory)
      return (executor, stage)
    }
  }
}
