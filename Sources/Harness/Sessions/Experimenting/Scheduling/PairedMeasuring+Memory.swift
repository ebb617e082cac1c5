import Metrics
import Recording
import Scenarios

/// The runs for anonymous memory alone, which are made before the pairs.
extension PairedMeasuring {
  /// Returns their number for each story and side: none if anonymous memory is not gated, or if the system keeps
  /// addresses random, of which a note tells if pairs are to be made.
  func memoryRounds(_ gates: [Gate], isPaired: Bool = true) -> Int {
    guard settings.memoryRuns > 0,
      gates.contains(where: { $0.metric.ofDriver == .peakAnonymousMemory })
    else { return 0 }
    if case .refused(let reason)? = machine.facts?.fixedAddresses.value {
      if isPaired { equipment.note(SessionNote.memoryOverPairs(reason)) }
      return 0
    }
    return settings.memoryRuns
  }

  /// Returns the stories of which all runs are made, although the first are the same: those with a budget, which is
  /// tested on one side's own values, and those whose steps are gated, which may differ where the whole does not.
  func storiesWithAllRuns(_ gates: [Gate]) -> Set<String> {
    stories(
      of: gates.filter { $0.metric.ofDriver == .peakAnonymousMemory && ($0.isBudget || $0.steps) })
  }
}
