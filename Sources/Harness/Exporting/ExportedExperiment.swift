import Analysis
import Experimenting
import Metrics
import Scenarios
import Statistics

/// An experiment that is written for other programs, and what is known of it beside its runs.
public struct ExportedExperiment: Sendable {
  /// The experiment and its runs.
  public var analysis: ExperimentAnalysis
  /// The judgement of its candidate; nil where it compares nothing.
  public var judgement: Judgement?
  /// A Boolean value indicating whether an inconclusive cell fails.
  public var isStrict: Bool
  /// The scenario's file as a reader of the export can open it; nil where it is not known.
  public var scenarioFile: String?
  /// The metrics that were chosen, of which alone runs have measurements; nil for all.
  public var metrics: [Metric]?
  /// The values of the parameters that commands were made with, by the commands' names; none where
  /// they are not known, as in a store.
  public var parameters: [String: [String: String]]

  /// An experiment to write.
  public init(
    _ analysis: ExperimentAnalysis, judgement: Judgement? = nil, isStrict: Bool = false,
    scenarioFile: String? = nil, metrics: [Metric]? = nil,
    parameters: [String: [String: String]] = [:]
  ) {
    self.metrics = metrics
    self.parameters = parameters
    self.analysis = analysis
    self.judgement = judgement
    self.isStrict = isStrict
    self.scenarioFile = scenarioFile
  }

  /// The cells that have measurements, story by story, build by build, in the catalogue's order.
  func cells(where includes: (Metric) -> Bool = { _ in true }) -> [ExportedCell] {
    analysis.stories.flatMap { story in
      analysis.builds.flatMap { build in
        analysis.metrics.filter(includes).compactMap { metric in
          ExportedCell(Cell(story: story, build: build, metric: metric), of: self)
        }
      }
    }
  }

  /// What is gated: by the scenario, or by default. What can't be read gates what it does by default.
  var gates: [Gate] { (try? analysis.experiment.gates) ?? Gate.standard }

  /// Returns what a story on a build is called: the build is reported where there are several.
  func name(story: String, build: String) -> [String] {
    analysis.builds.count > 1 ? [story, build] : [story]
  }
}
