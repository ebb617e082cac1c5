import Analysis
import Statistics

/// An explanation in words.
public enum ExplanationText {
  /// The sentence that stands first: the change, and which functions it comes from.
  public static func sentence(_ explanation: Explanation) -> String {
    let text = TimeText(for: explanation.total.candidate)
    let change =
      "\(explanation.story): CPU time \(text.change(explanation.total.difference)) a run"
    let own = explanation.functions.filter { $0.own.isShown && $0.kind != .moved }
    let moved = explanation.functions.contains { $0.isShown && $0.kind == .moved }
    guard let worst = own.first else {
      return moved
        ? "\(change). Code moved from one function into another; none is shown to have become slower or faster."
        : "\(change). No function is shown to have changed."
    }
    let names = own.prefix(3).map { "\($0.function.name) (\($0.words))" }
    let more = own.count - names.count
    let others = more > 0 ? " and \(more.counted("function more", "functions more"))" : ""
    let share = share(of: worst.own, explanation)
    return "\(change). It comes from \(joined(names))\(others)\(share)."
  }

  /// What is to know beside: what no function accounts for, and lost samples.
  public static func remarks(_ explanation: Explanation) -> [String] {
    let text = TimeText(for: explanation.total.candidate)
    var remarks: [String] = []
    if explanation.functions.contains(where: \.isShown) {
      remarks.append("Not located: \(text.change(explanation.notLocated.difference)).")
    }
    let lost = explanation.lostSamples.baseline + explanation.lostSamples.candidate
    let all = explanation.samples.baseline + explanation.samples.candidate + lost
    if lost > 0, all > 0 {
      let percent = NumberFormat.percent(Double(lost) / Double(all))
      remarks.append("The profiler lost \(percent) % of its samples.")
    }
    return remarks
  }

  /// `; the first makes up 94 % of the change`, where shares of it mean anything.
  private static func share(of change: TimeChange, _ explanation: Explanation) -> String {
    let total = explanation.total.difference
    let share = change.difference.point / total.point
    // A total whose sign is not known has no shares.
    guard total.lower * total.upper > 0, share > 0, share <= 1 else { return "" }
    return ", the first with \(NumberFormat.decimals(0).string(for: share * 100)) % of the change"
  }

  private static func joined(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
