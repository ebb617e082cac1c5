import Analysis
import Recording
import Scenarios

/// Sentences on everything known before anything was measured: new stories, and proofs that both sides are the same.
extension Headline {
  /// Returns that stories are new, and the consequence; nil if none is.
  static func new(_ judgement: Judgement) -> String? {
    guard let new = judgement.newStories else { return nil }
    let stories = named(new.names)
    return
      (new.areAll
      ? "New, so there is nothing to compare with: \(new.reason)."
      : "New, not compared: \(stories), because \(new.reason).")
      + " Replayed once on '\(judgement.candidate)'."
  }

  /// Returns that both sides are the same, and how that is known; nil if they are not.
  static func proof(_ judgement: Judgement) -> String? {
    guard let proof = judgement.proof else { return nil }
    let sides = "'\(judgement.baseline)' and '\(judgement.candidate)'"
    let files = named(proof.differing)
    let hash = "\(proof.hash.prefix(12))…"
    let reason =
      switch (proof.kind, proof.differing.isEmpty) {
      case (.program, true): "are the same program, byte for byte (SHA-256 \(hash))"
      case (.program, false):
        "are the same program, byte for byte (SHA-256 \(hash)), though files differ: \(files)"
      case (.inputs, true): "read the same files"
      case (.inputs, false):
        "read the same files, and none of those that differ: \(files)"
      case (.files, true): "have the same files (tree \(hash))"
      case (.files, false): "differ in documentation alone: \(files)"
      }
    let hasBudgets = judgement.gated.contains { $0.gate?.isBudget == true }
    return "Unchanged, proven: \(sides) \(reason). "
      + (hasBudgets ? "Only budgets were measured." : "Nothing was measured.")
  }

  /// Returns which stories are the same on both sides although others are not; nil if there are none.
  static func storyProofs(_ judgement: Judgement) -> String? {
    let proofs = judgement.storyProofs
    if proofs.isEmpty { return nil }
    let isOne = proofs.count == 1
    let hasBudgets = judgement.gated.contains {
      $0.gate?.isBudget == true && proofs[$0.name.story] != nil
    }
    let verb = isOne ? "reads" : "read"
    return
      "Unchanged, proven: \(named(proofs.keys.sorted())), which \(verb) the same on both sides. "
      + (hasBudgets
        ? "Only \(isOne ? "its" : "their") budgets were measured."
        : "\(isOne ? "It was" : "They were") not measured.")
  }
}
