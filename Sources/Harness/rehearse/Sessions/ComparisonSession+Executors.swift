import Diagnosing
import Metrics
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
    _ counting: InstructionCounting?, _ commands: [String: [[String]]], _ solos: ProcessExecutor
  ) -> CountingExecutor? {
    counting.map {
      CountingExecutor(
        scenario: file.scenario, commands: commands, in: file.folder, counting: $0,
        launcher: launcher, interruption: interruption, others: solos)
    }
  }

  /// What was asked for, else what a gate is about, else what there is: where counts only tell whether
  /// a change may be one of layout, they are no reason to fail.
  /// - Returns: what counts, and why nothing does where that is so.
  func counting() throws -> (by: InstructionCounting?, refusal: String?) {
    if let counting = settings.counting { return (counting, nil) }
    let gated = Set(gates.map(\.metric))
    if gated.contains(.instructions) { return (.callgrind(try Callgrind()), nil) }
    let counters = Trial.ofHardwareCounters()
    if case .refused(let reason) = counters, gated.contains(.hardwareInstructions) {
      throw CountersRefused(reason: reason)
    }
    // Of one program on both sides instructions would tell nothing.
    if purpose == .qualification { return (nil, nil) }
    if !settings.checksLayout, !gated.contains(.hardwareInstructions) {
      return (nil, "'--no-layout-check' left it out")
    }
    guard case .refused(let reason) = counters else { return (.perf(), nil) }
    guard let callgrind = try? Callgrind() else {
      return (
        nil,
        "there is nothing to count instructions by: Valgrind is not installed, and the processor's "
          + " counters can't be used (\(reason))"
      )
    }
    return (.callgrind(callgrind), nil)
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
