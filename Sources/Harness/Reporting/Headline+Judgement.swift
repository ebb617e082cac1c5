import Comparing
import Recording
import Rounding
import Statistics

extension Headline {
  /// What a judgement comes to, as in `No regression: 34 of 36 cells unchanged, 2 inconclusive.`
  public static func sentence(_ judgement: Judgement) -> String {
    let cells = judgement.gated
    let words = order.compactMap { word -> (count: Int, word: String)? in
      let count = cells.count { $0.word == word }
      return count > 0 ? (count, word) : nil
    }
    guard let first = words.first else { return "\(verdict(judgement)): no cell is gated." }
    let all = cells.count.counted("cell", "cells")
    let rest = words.dropFirst().map { ", \($0.count) \($0.word)" }.joined()
    return "\(verdict(judgement)): \(first.count) of \(all) \(first.word)\(rest)."
  }

  /// What a reader of the verdicts has to know, a sentence a cell: what has no verdict, what was
  /// not measured at one time, and what may be the place of the code.
  public static func warnings(_ judgement: Judgement) -> [String] {
    let gated = Set(judgement.gated.map(\.name.story))
    let ungated = judgement.failures.filter { !gated.contains($0.story) }.map {
      "\($0.story), which is not gated: \($0.sentence)"
    }
    return ungated + ofAnotherTime(judgement) + ofUncheckedLayout(judgement)
      + judgement.gated.compactMap { cell in
        if let reason = cell.reason { return "\(cell.name): \(cell.word), since \(reason)." }
        guard let verdict = cell.outcome.verdict, verdict.isLayoutSuspect else { return nil }
        let figure = verdict.figure
        return
          "\(cell.name): \(figure.change(figure.point)) %, with the same instructions: it may be "
          + "where the linker put the code. 'layouts: 8' in the scenario tells."
      }
  }

  /// Changes that may be the place of the code, a sentence for each reason why that is not known.
  private static func ofUncheckedLayout(_ judgement: Judgement) -> [String] {
    let cells = (judgement.gated + judgement.others).compactMap { cell in
      cell.uncheckedLayout.map { (name: cell.name, reason: $0) }
    }
    var reasons: [String] = []
    for cell in cells where !reasons.contains(cell.reason) { reasons.append(cell.reason) }
    let reach = NumberFormat.plain.string(for: judgement.rule.layoutGuard.effect * 100)
    return reasons.map { reason in
      let names = cells.filter { $0.reason == reason }.map { "\($0.name)" }
      let few = names.prefix(3).joined(separator: "; ")
      let rest = names.count > 3 ? " and \((names.count - 3).counted("other", "others"))" : ""
      return "Layout not checked, since \(reason): \(few)\(rest). A change in time of less than "
        + "\(reach) % may be where the linker put the code."
    }
  }

  private static func ofAnotherTime(_ judgement: Judgement) -> [String] {
    let cells = judgement.gated.filter { $0.outcome.verdict?.evidence.isAcrossTimes == true }
    guard let first = cells.first else { return [] }
    let names = cells.count > 1 ? cells.count.counted("cell", "cells") : "\(first.name)"
    return [
      "\(names): not measured together with what it is set against, so a change of the machine looks "
        + "like one of the program."
    ]
  }

  /// Bad news first, then by how much they say.
  private static let order = [
    "failed", "unmeasured", "regressed", "above budget", "missing", "improved", "unchanged",
    "within the gate", "within budget", "layout suspect", "inconclusive", "new",
  ]

  private static func verdict(_ judgement: Judgement) -> String {
    switch judgement.outcome {
    case .toolFailed: "Not measured"
    case .appFailed: "The app failed"
    case .regression:
      judgement.gated.count { $0.outcome.verdict?.verdict == .regressed }
        .counted("regression", "regressions")
    case .notComparable: "Not comparable"
    case .passed, .inconclusive: "No regression"
    }
  }
}

extension CellVerdict.Evidence {
  fileprivate var isAcrossTimes: Bool {
    if case .acrossTimes = self { true } else { false }
  }
}
