import Metrics
import Recording
import Statistics

/// Two metrics of the same runs on one build, and the means of each story.
public struct MetricPairs: Sendable {
  /// A pair for each passed run that has both metrics, in the order of the runs; in base units. All are of the kind
  /// that counts for `x`: in a run that shares its CPU both mean something else than in one alone.
  public let runs: [(x: Double, y: Double)]
  /// A pair for each story, in the scenario's order: the means of its runs.
  public let stories: [(x: Double, y: Double)]

  /// Gathers them.
  public init(_ analysis: ExperimentAnalysis, build: String, _ x: Metric, _ y: Metric) {
    var own: [String: [(x: Double, y: Double)]] = [:]
    var runs: [(x: Double, y: Double)] = []
    for run in analysis.runs
    where run.build == build && run.passed && run.kind == analysis.kind(of: run.story, x) {
      guard let x = run.measurements[x], let y = run.measurements[y] else { continue }
      runs.append((x, y))
      own[run.story, default: []].append((x, y))
    }
    self.runs = runs
    stories = analysis.stories.compactMap { story in
      guard let pairs = own[story], let x = Self.mean(pairs.map(\.x)),
        let y = Self.mean(pairs.map(\.y))
      else { return nil }
      return (x, y)
    }
  }

  private static func mean(_ values: [Double]) -> Double? {
    (try? Distribution(values)).flatMap { try? Summary(of: $0).mean }
  }
}
