import Metrics
import Recording

/// More users than before who get a wrong answer or none, in stories without a gate on that but a budget.
///
/// A user stops after the first wrong answer, so a server that refuses users saves what they would have cost.
struct LostUsers {
  /// Their number in a run, and the share of all users by which they grew; by story.
  private let losses: [String: (work: MovedWork, share: Double)]

  init(of judgement: Judgement, in analysis: ExperimentAnalysis) {
    var losses: [String: (work: MovedWork, share: Double)] = [:]
    for (story, counts) in judgement.ungatedErrors where counts.pAbove <= judgement.rule.alpha {
      let runs = analysis.runs.filter {
        $0.story == story && $0.build == judgement.candidate && $0.passed
      }
      let users = runs.reduce(0.0) { $0 + Double($1.countOfLoads("users")) } / Double(runs.count)
      guard users > 0 else { continue }
      let (before, after) = (counts.baseline.mean, counts.candidate.mean)
      let work = MovedWork(
        story: story, way: .lostUsers, baseline: judgement.baseline,
        candidate: judgement.candidate, before: before, after: after)
      losses[story] = (work: work, share: (after - before) / users)
    }
    self.losses = losses
  }

  /// Returns a cell with the users that were lost, so that what they would have cost is no improvement.
  ///
  /// As with work that moves, a saving counts if their share is at most a tenth of it. Latencies have no saving: the
  /// requests of lost users count with the whole time of the load.
  func reporting(_ cell: JudgedCell) -> JudgedCell {
    guard cell.outcome.verdict == .improved,
      !Metric.latencies.contains(cell.name.metric), let value = cell.outcome.result?.value,
      value.isRatio,
      let loss = losses[cell.name.story], loss.share > (1 - value.point) / 10
    else { return cell }
    return cell.reporting(loss.work)
  }
}
