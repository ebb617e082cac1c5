import Analysis

extension Headline {
  /// A judgement's outcome in one or two words, for lists of experiments. Only what is decided passes.
  static func word(_ judgement: Judgement) -> String {
    if judgement.missing != nil { return "Not decided" }
    switch judgement.outcome {
    case .passed: return wordOfPassed(judgement)
    case .inconclusive: return "Not decided"
    case .notComparable: return "Not comparable"
    case .regression:
      let worse = judgement.gated.filter { $0.outcome.verdict == .regressed }.map(\.standing)
      let isOverBudget = !worse.isEmpty && worse.allSatisfy { $0 == .aboveBudget }
      return isOverBudget ? "Above budget" : "Regressed"
    case .appFailed: return "Failed"
    case .toolFailed: return "Not measured"
    case .interrupted: return "Interrupted"
    }
  }

  private static func wordOfPassed(_ judgement: Judgement) -> String {
    let standings = judgement.gated.map(\.standing)
    if judgement.proof != nil { return "Unchanged, proven" }
    if standings.contains(.improved) { return "Improved" }
    if standings.allSatisfy({ $0 == .new }) { return "New" }
    if standings.allSatisfy({ $0 == .proven }) { return "Unchanged, proven" }
    if standings.allSatisfy({ $0 == .proven || $0 == .sameWork }) { return "Same work, proven" }
    let isSame = standings.allSatisfy { $0 == .unchanged || $0 == .proven }
    return isSame ? "Unchanged" : "No regression"
  }
}
