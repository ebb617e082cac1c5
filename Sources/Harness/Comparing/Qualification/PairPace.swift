import Analysis
import Foundation
import Recording

/// How long pairs take here, as the distance of their beginnings shows.
public struct PairPace: Sendable {
  /// Of a pair of each story, seconds.
  public let round: Double

  /// Looks at an experiment's pairs; nil where there are fewer than two.
  public init?(_ analysis: ExperimentAnalysis) {
    let begun = analysis.runs.filter { $0.arrangement != nil }
      .compactMap { run in run.startedAt.map { (run: run, time: $0) } }
      .sorted { $0.time < $1.time }
    var pairs: Set<PairPlace> = []
    let firsts = begun.filter {
      pairs.insert(PairPlace($0.run)).inserted
    }
    var gaps: [String: [Double]] = [:]
    for (pair, next) in zip(firsts, firsts.dropFirst()) {
      gaps[pair.run.story, default: []].append(next.time.timeIntervalSince(pair.time))
    }
    if gaps.isEmpty { return nil }
    let means = gaps.mapValues { $0.reduce(0, +) / Double($0.count) }
    let typical = means.values.reduce(0, +) / Double(means.count)
    // The last pair's end is not known; its story may have no other.
    round = analysis.stories.reduce(0) { $0 + (means[$1] ?? typical) }
  }
}
