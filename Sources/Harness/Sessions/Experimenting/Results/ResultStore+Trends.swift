import Analysis
import Recording
import Store

extension ResultStore {
  /// The trends of what changed in a check, from the stored checks of the commits before its baseline.
  /// - Throws: `StoreError`, `StatisticsError`, and errors of judging.
  func trends(of check: JudgedExperiment) throws -> [BranchTrend] {
    let own = check.analysis.experiment
    guard check.judgement.hasTrends else { return [] }
    let earlier = BranchTrend.checks(leadingTo: own, among: try experiments())
    guard !earlier.isEmpty else { return [] }
    return try BranchTrend.all(
      of: (own, check.judgement),
      after: try earlier.compactMap { experiment in
        try ifJudgeable(experiment, judgement)?.map { (experiment, $0) }
      })
  }
}
