import Analysis
import Building
import Metrics
import Recording

extension Refusal {
  /// A search needs the ratio of each pair. A check judges errors by how many pairs have more.
  static func withoutRatio(_ metric: Metric) -> Refusal {
    because(
      "--metric is '\(metric.id)'. Many runs have none, and a search needs the ratio of each pair. 'git "
        + "bisect run' with 'rehearse check --against' finds a commit with more of them; or search by "
        + "'cpu-time'.")
  }

  static func notInPairs(_ metric: Metric) -> Refusal {
    because(
      "--metric is '\(metric.id)', which pairs don't measure. Counts are the same in every run, so "
        + "'git bisect run' with 'rehearse check --against' finds such a change; or search by 'cpu-time'."
    )
  }

  static func endWithoutFolder(_ commit: Commit, _ error: RevisionError) -> Refusal {
    incomparable(
      "\(error) Name a good end that has it: git log --diff-filter=A --format=%h -- FOLDER says which "
        + "commit added it. (This one is \(commit.short).)")
  }

  static func endFailed(
    _ end: String, _ commit: Commit, _ story: String, _ failure: RunFailure
  ) -> Refusal {
    let isOurs = failure.reason == .notMeasured
    return Refusal(
      .outcome(isOurs ? .toolFailed : .appFailed),
      "The \(end) end, \(commit.short), can't be measured: '\(story)' failed there. \(failure.message) "
        + "Name an end that works with the scenario as it is now, or another story (--story).")
  }

  static func noValue(of metric: Metric, _ story: String, measured: [Metric]) -> Refusal {
    let others = measured.filter { $0 != metric }.map(\.id).joined(separator: ", ")
    return because(
      "'\(story)' has pairs without a value of '\(metric.id)' above 0, so there is no ratio to search by"
        + (others.isEmpty ? "." : "; there are measurements of \(others)."))
  }
}
