import Analysis
import Recording
import Scenarios

/// Sentences on everything known before anything was measured: new stories, and proofs that both sides are the same.
extension Headline {
  /// Returns that stories are new, and the consequence; nil if none is.
  static func new(_ judgement: Judgement) -> String? {
    guard let new = judgement.newStories else { return nil }
    let stories = named(new.names)
    let hasBudgets = judgement.gated.contains {
      $0.gate?.isBudget == true && new.names.contains($0.name.story)
    }
    return
      (new.areAll
      ? "New, so there is nothing to compare with: \(new.reason)."
      : "New, not compared: \(stories), because \(new.reason).")
      + (hasBudgets
        ? " Only budgets were measured, on '\(judgement.candidate)'."
        : " Replayed once on '\(judgement.candidate)'.")
  }

  /// Returns that both sides are the same, and how that is known; nil if they are not.
  static func proof(_ judgement: Judgement) -> String? {
    guard let proof = judgement.proof else { return nil }
    let sides = "'\(judgement.baseline)' and '\(judgement.candidate)'"
    let files = named(proof.differing)
    let reason =
      switch proof.kind {
      // Files that differ were read, or the inputs would be the same.
      case .program:
        "are the same program, byte for byte, though files differ: \(files)"
      case .inputs where proof.differing.isEmpty: "read the same files"
      case .inputs: "read the same files, and none of those that differ: \(files)"
      case .files: "have the same files (tree \(proof.hash.prefix(12))…)"
      // Only single stories have such a proof, which is said of them.
      case .work: "do the same work"
      }
    let hasBudgets = judgement.gated.contains { $0.gate?.isBudget == true }
    return "Unchanged, proven: \(sides) \(reason). "
      + (hasBudgets ? "Only budgets were measured." : "Nothing was measured.")
  }

  /// Returns that all cells are of stories that do the same work, and run nothing that differs; nil if some are not.
  static func sameWork(_ judgement: Judgement) -> String? {
    guard let unrun = judgement.inputs?.unrun, !unrun.isEmpty, judgement.failures.isEmpty,
      !judgement.gated.isEmpty, judgement.gated.allSatisfy({ $0.standing == .sameWork })
    else { return nil }
    // A strict check that fails by it has named it already.
    let subject =
      judgement.failsByReservations
      ? "Every story does the same work. "
      : "Same work, proven: no story runs what differs: \(named(unrun)). "
    return subject + "Nothing was measured; only where code lies may have changed times."
  }

  /// Returns which stories are the same on both sides, or do the same work, although others do not; empty if there are
  /// none.
  static func storyProofs(_ judgement: Judgement) -> [String] {
    let proofs = judgement.storyProofs
    let sameWork = proofs.filter { $0.value.kind == .work }.keys.sorted()
    let same = proofs.filter { $0.value.kind != .work }.keys.sorted()
    let hasBudgets = judgement.gated.contains {
      $0.gate?.isBudget == true && same.contains($0.name.story)
    }
    func measured(_ stories: [String]) -> String {
      stories.count == 1 ? "It was not measured." : "They were not measured."
    }
    var sentences: [String] = []
    if !same.isEmpty {
      let isOne = same.count == 1
      sentences.append(
        "Unchanged, proven: \(named(same)), which \(isOne ? "reads" : "read") the same on both sides. "
          + (hasBudgets
            ? "Only \(isOne ? "its" : "their") budgets were measured." : measured(same)))
    }
    if !sameWork.isEmpty {
      let verb = sameWork.count == 1 ? "runs" : "run"
      sentences.append(
        "Same work, proven: \(named(sameWork)), which \(verb) nothing that differs. "
          + measured(sameWork))
    }
    return sentences
  }
}
