import Analysis
import Experimenting
import Metrics
import Recording
import Reports
import Scenarios
import Statistics

/// An experiment to be written for other programs, with what is known besides its runs.
public struct ExportedExperiment: Sendable {
  /// The experiment and its runs.
  public var analysis: ExperimentAnalysis
  /// The judgement of its candidate; nil if it compares nothing.
  public var judgement: Judgement?
  /// The gate on measured commands; nil if there is none.
  public let gate: CommandGate?
  /// The scenario's file as a reader of the export can open it; nil if unknown.
  public var scenarioFile: String?
  /// The metrics to which runs' measurements are restricted; nil for all.
  public var metrics: [Metric]?
  /// The values of the commands' parameters, by the commands' names; empty if unknown, as in a store.
  public var parameters: [String: [String: String]]
  /// How the cells that changed did before; empty if unknown.
  public var trends: [BranchTrend] = []
  /// The result of a stored experiment, also if it has no verdicts; nil if unknown.
  public let result: StoredResult?

  /// An experiment to write. It may be strict although its check was not.
  public init(
    _ analysis: ExperimentAnalysis, judgement: Judgement? = nil, result: StoredResult? = nil,
    gate: CommandGate? = nil, isStrict: Bool = false, scenarioFile: String? = nil,
    metrics: [Metric]? = nil,
    parameters: [String: [String: String]] = [:]
  ) {
    self.metrics = metrics
    self.parameters = parameters
    self.analysis = analysis
    self.judgement = judgement
    self.result = result
    self.gate = gate
    if isStrict { self.judgement?.isStrict = true }
    self.scenarioFile = scenarioFile
  }

  /// A Boolean value indicating whether an inconclusive cell fails.
  var isStrict: Bool { judgement?.isStrict ?? gate?.isStrict ?? false }

  /// A Boolean value indicating whether it is one part alone, made to its end. Only its runs can fail: the others
  /// are to be made elsewhere, so it has neither passed nor failed.
  var isLonePart: Bool {
    analysis.experiment.completedAt != nil && analysis.experiment.partition?.missingWords != nil
  }

  /// The reason why nobody knows how its runs ended, in a sentence; nil if Rehearse made them. They count as passed
  /// elsewhere, because they have values.
  var unknownEnding: String? {
    switch analysis.experiment.source {
    case .replay, .command, .stored: nil
    case .import: "It was measured elsewhere: Rehearse does not know how it ended."
    case .attach: "It was watched from outside: Rehearse does not know how it ended."
    }
  }

  /// That measurements are missing, in a sentence; nil if none is.
  var incompleteness: String? {
    guard let judgement else { return analysis.missing.map { "Not complete: \($0.words)." } }
    return judgement.missing.map { "Nothing is decided: \($0.words)." }
  }

  /// The answer in sentences; empty if nothing is judged, and nothing is missing.
  var answer: [String] {
    if let judgement { return [Headline.sentence(judgement)] }
    return gate.map(CommandSentences.sentences) ?? [incompleteness].compactMap(\.self)
  }

  /// The cells with measurements, story by story, build by build, in the catalogue's order.
  func cells(where includes: (Metric) -> Bool = { _ in true }) -> [ExportedCell] {
    analysis.stories.flatMap { story in
      analysis.builds.flatMap { build in
        analysis.metrics.filter(includes).compactMap { metric in
          ExportedCell(Cell(story: story, build: build, metric: metric), of: self)
        }
      }
    }
  }

  /// The cells that the scenario's gates are about, or the default ones if it has none; those of the chosen metrics if
  /// there are any.
  /// - Throws: `OutputError.noGates` if the scenario can't be read.
  func gatedCells(
    for format: String, where includes: (Metric) -> Bool = { _ in true }
  ) throws(OutputError) -> [ExportedCell] {
    let cells = cells(where: includes)
    guard metrics == nil else { return cells }
    guard let gates = try? analysis.experiment.gates else { throw .noGates(format: format) }
    return cells.filter { cell in
      gates.contains { $0.metric == cell.metric && $0.covers(story: cell.cell.story) }
    }
  }

  /// Returns the name of a story on a build: it includes the build if there are several.
  func name(story: String, build: String) -> [String] {
    analysis.builds.count > 1 ? [story, build] : [story]
  }
}
