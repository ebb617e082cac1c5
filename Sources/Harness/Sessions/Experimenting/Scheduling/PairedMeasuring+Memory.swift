import Metrics
import Recording
import Scenarios

/// The runs for anonymous memory alone, which are made before the pairs.
extension PairedMeasuring {
  /// Returns their number for each story and side: none if anonymous memory is not gated, or if the system keeps
  /// addresses random.
  func memoryRounds(_ gates: [Gate]) -> Int {
    guard settings.memoryRuns > 0,
      gates.contains(where: { $0.metric.ofDriver == .peakAnonymousMemory })
    else { return 0 }
    if case .refused(let reason)? = machine.facts?.fixedAddresses.value {
      equipment.note(SessionNote.memoryOverPairs(reason))
      return 0
    }
    return settings.memoryRuns
  }
}
