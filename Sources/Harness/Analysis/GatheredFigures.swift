import MetricCatalog
import Recording

/// The figures of runs of one story, build and kind, in the order of the runs.
struct GatheredFigures {
  /// Those of no run.
  static let none = GatheredFigures()

  /// By the metric's place among all.
  private var figures = [[ExperimentAnalysis.Measurement]](
    repeating: [], count: Metric.all.count)

  /// A metric's figures.
  subscript(metric: Metric) -> [ExperimentAnalysis.Measurement] { figures[metric.rawValue] }

  /// Whether any run has one.
  func has(_ metric: Metric) -> Bool { !figures[metric.rawValue].isEmpty }

  /// Adds those of a run.
  mutating func add(_ run: Run) {
    for (metric, value) in run.measurements {
      figures[metric.rawValue].append(
        .init(round: run.round, layout: run.layout, value: value))
    }
  }
}
