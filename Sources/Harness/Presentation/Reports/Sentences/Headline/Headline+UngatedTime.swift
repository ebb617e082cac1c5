import Analysis
import Metrics
import Recording
import Statistics

extension Headline {
  /// Returns a sentence for each story that waits or uses several CPUs but whose time is ungated. If there
  /// are many, the first ones and the number of others.
  static func ungatedTimes(_ judgement: Judgement) -> [String] {
    let all = judgement.ungatedTimes
    let more = all.count - maximumNamed
    return all.prefix(maximumNamed).map(\.sentence)
      + (more > 0
        ? [
          "\(more.counted("more story", "more stories")) \(more == 1 ? "does" : "do") so without a gate on "
            + "wall time."
        ] : [])
  }
}

extension UngatedTime {
  /// For example `sync waits 98 % of its time, and no gate is on its wall time: +60.0 % (58.2 to 61.9).`
  fileprivate var sentence: String {
    let how =
      switch rhythm.kind {
      case .severalCPUs:
        "keeps \(NumberFormat.decimals(1).string(for: rhythm.share)) CPUs busy"
      case .waits, nil:
        "waits \(NumberFormat.integer.string(for: (1 - rhythm.share) * 100)) % of its time"
      }
    let change = wallTime.map { ": \($0.change)" } ?? ""
    return "\(story) \(how), and its wall time has no gate\(change)."
  }
}
