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

extension UngatedErrors {
  /// For example `many: errors 0 → 37 in 60 runs of each build, more in 31 pairs and fewer in 2, not gated.`
  var sentence: String {
    let ofPairs = ", more in \(more.counted("pair", "pairs")) and fewer in \(fewer)"
    return "\(story): errors \(words)\(more + fewer > 0 ? ofPairs : ""), not gated."
  }

  /// For example `0 → 37 in 60 runs of each build`.
  var words: String {
    func errors(_ sum: Sum) -> String { NumberFormat.integer.string(for: sum.errors) }
    func runs(_ sum: Sum) -> String { sum.runs.counted("run", "runs") }
    guard baseline.runs == candidate.runs else {
      return "\(errors(baseline)) in \(runs(baseline)) → \(errors(candidate)) in \(runs(candidate))"
    }
    return "\(errors(baseline)) → \(errors(candidate)) in \(runs(candidate)) of each build"
  }
}
