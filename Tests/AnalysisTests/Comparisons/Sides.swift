import Analysis
import Metrics
import Recording
import TestSupport
import Testing

/// Two builds' measurements of one metric, cpu-time, by story and round.
struct Sides {
  /// A story's measurements in each round; nil where the run failed.
  typealias Values = KeyValuePairs<String, [Double?]>

  static func analysis(
    baseline: Values, candidate: Values, layouts: Int = 1,
    source: Experiment.Source = .replay
  ) -> ExperimentAnalysis {
    let sides = [("checked", baseline), ("unchecked", candidate)]
    let runs = sides.flatMap { build, measurements in
      measurements.flatMap { story, values in
        values.enumerated().map { index, value in
          Replay.run(
            story, on: build, round: index + 1, layout: index % layouts + 1,
            value.map { [.cpuTime: $0] } ?? [:],
            failed: value == nil ? .crashed : nil)
        }
      }
    }
    return ExperimentAnalysis(
      Replay.experiment(
        stories: baseline.map(\.key), rounds: baseline.map(\.value.count).max() ?? 0,
        layouts: layouts, source: source), runs: runs)
  }

  static func comparison(
    baseline: Values, candidate: Values, layouts: Int = 1,
    source: Experiment.Source = .replay
  ) -> Comparison {
    Comparison(
      analysis(baseline: baseline, candidate: candidate, layouts: layouts, source: source),
      baseline: "checked", candidate: "unchecked")
  }

  /// The only row's ratio.
  static func ratio(
    _ baseline: [Double?], _ candidate: [Double?], source: Experiment.Source = .replay
  ) throws -> Result<Difference, NoRatio> {
    let rows = comparison(
      baseline: ["list": baseline], candidate: ["list": candidate], source: source
    ).rows
    try #require(rows.count == 1)
    return rows[0].ratio
  }

  /// Why the only row has no ratio.
  static func objection(
    _ baseline: [Double?], _ candidate: [Double?], source: Experiment.Source = .replay
  ) throws -> String? {
    guard case .failure(let reason) = try ratio(baseline, candidate, source: source) else {
      return nil
    }
    return reason.description
  }
}
