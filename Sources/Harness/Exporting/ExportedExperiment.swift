import Analysis
import Comparing
import MetricCatalog
import Recording
import Statistics

/// An experiment that is written for other programs, and what is known of it beside its runs.
public struct ExportedExperiment: Sendable {
  /// The experiment and its runs.
  public var analysis: ExperimentAnalysis
  /// How its candidate was judged; nil where it compares nothing.
  public var judgement: Judgement?
  /// Whether an inconclusive cell fails.
  public var isStrict: Bool
  /// The scenario's file as a reader of the export can open it; nil where it is not known.
  public var scenarioFile: String?
  /// The metrics that were chosen, of which alone runs have figures; nil for all.
  public var metrics: [Metric]?

  /// An experiment to write.
  public init(
    _ analysis: ExperimentAnalysis, judgement: Judgement? = nil, isStrict: Bool = false,
    scenarioFile: String? = nil, metrics: [Metric]? = nil
  ) {
    self.metrics = metrics
    self.analysis = analysis
    self.judgement = judgement
    self.isStrict = isStrict
    self.scenarioFile = scenarioFile
  }

  /// The cells that have figures, story by story, build by build, in the catalogue's order.
  func cells(where includes: (Metric) -> Bool = { _ in true }) -> [ExportedCell] {
    analysis.stories.flatMap { story in
      analysis.builds.flatMap { build in
        analysis.metrics.filter(includes).compactMap { metric in
          ExportedCell(Cell(story: story, build: build, metric: metric), of: self)
        }
      }
    }
  }

  /// What a story on a build is called: the build is told where there are several.
  func name(story: String, build: String) -> [String] {
    analysis.builds.count > 1 ? [story, build] : [story]
  }
}

/// A cell that has figures, with its name for other programs.
struct ExportedCell {
  let cell: Cell
  /// The parts of the name, without the metric.
  let name: [String]
  let summary: Summary

  init?(_ cell: Cell, of experiment: ExportedExperiment) {
    guard let summary = experiment.analysis.summary(of: cell) else { return nil }
    self.cell = cell
    self.summary = summary
    name = experiment.name(story: cell.story, build: cell.build)
  }

  var metric: Metric { cell.metric }
}
