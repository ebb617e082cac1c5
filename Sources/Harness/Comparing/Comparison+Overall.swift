import Analysis
import Foundation
import MetricCatalog
import Recording

extension Comparison {
  /// Candidate over baseline over all stories together: in each round the geometric mean of a
  /// metric over the stories, then the rounds as pairs. Every story weighs the same, however
  /// long it takes. Of several layouts each counts once, as in a single story.
  ///
  /// Only rounds count in which every story passed on both builds.
  /// - Throws: ``NoRatio``; always for imported runs, whose rounds mean nothing.
  static func overall(
    _ analysis: ExperimentAnalysis, _ metric: Metric, baseline: String, candidate: String
  ) throws(NoRatio) -> Ratio {
    guard analysis.experiment.source.isMeasured else {
      throw .undefined("imported runs are not made in rounds")
    }
    let a = means(analysis, metric, baseline)
    let b = means(analysis, metric, candidate)
    let rounds = Set(a.keys).intersection(b.keys).sorted()
    if rounds.isEmpty { throw .noCompleteRound }
    return try Ratio(
      metric,
      pairs: rounds.compactMap { round in
        guard let x = a[round], let y = b[round] else { return nil }
        return Pair(round: round, layout: x.layout, baseline: x.mean, candidate: y.mean)
      }, layouts: analysis.layouts(of: metric))
  }

  /// For each round that has all stories, its layout and the geometric mean over them.
  static func means(
    _ analysis: ExperimentAnalysis, _ metric: Metric, _ build: String
  ) -> [Int: (layout: Int, mean: Double)] {
    var logs: [Int: (layout: Int, sum: Double, stories: Int)] = [:]
    for story in analysis.stories {
      for figure in analysis.measurements(of: Cell(story: story, build: build, metric: metric)) {
        let known = logs[figure.round] ?? (figure.layout, 0, 0)
        logs[figure.round] = (known.layout, known.sum + log(figure.value), known.stories + 1)
      }
    }
    return logs.filter { $0.value.stories == analysis.stories.count }
      .mapValues { ($0.layout, exp($0.sum / Double($0.stories))) }
  }
}
