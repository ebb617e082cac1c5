import Analysis
import Foundation
import Metrics
import Recording
import Statistics

/// An experiment's result as JSON: its description, statistics, comparisons and failures.
public struct ExperimentDocument: Encodable {
  let number: Int64?
  let name: String
  let title: String
  let status: Outcome
  let startedAt: Date
  let completedAt: Date?
  let seed: UInt64
  let rounds: Int
  let countedRounds: Int
  let allocationRounds: Int
  let layouts: Int
  let runs: Int
  let builds: [BuildRecord]
  let environment: Environment?
  let revision: Revision?
  /// The parts of several machines; omitted if one made all.
  let parts: PartsDocument?
  let findings: [String]
  let reruns: RerunDocument?
  let cells: [CellDocument]
  let comparisons: [ComparisonDocument]
  let attribution: AttributionDocument?
  /// Omitted if no story is a cycle.
  let retentions: [RetentionDocument]?
  let failures: [FailureDocument]

  /// An experiment's document.
  public init(_ analysis: ExperimentAnalysis, status: Outcome) {
    let experiment = analysis.experiment
    number = experiment.number
    name = experiment.name
    title = experiment.title
    self.status = status
    startedAt = experiment.startedAt
    completedAt = experiment.completedAt
    seed = experiment.seed
    rounds = experiment.rounds
    countedRounds = experiment.countedRounds
    allocationRounds = experiment.allocationRounds
    layouts = experiment.layouts
    runs = analysis.runs.count
    builds = experiment.builds
    environment = experiment.environment
    revision = experiment.revision
    parts = experiment.partition.map(PartsDocument.init)
    findings = analysis.findings.map(\.description)
    reruns = RerunDocument(analysis)
    cells = Self.cells(of: analysis, metrics: analysis.metrics)
    comparisons = Comparison.all(of: analysis).map(ComparisonDocument.init)
    attribution = Attribution(analysis).map(AttributionDocument.init)
    let retentions = analysis.retentions.map(RetentionDocument.init)
    self.retentions = retentions.isEmpty ? nil : retentions
    failures = analysis.failures.map(FailureDocument.init)
  }

  /// The statistics of some metrics, by metric, story and build.
  public static func cells(of analysis: ExperimentAnalysis, metrics: [Metric]) -> [CellDocument] {
    metrics.flatMap { metric in
      analysis.stories.flatMap { story in
        analysis.builds.compactMap { build in
          analysis.summary(of: Cell(story: story, build: build, metric: metric)).map {
            CellDocument(
              story: story, build: build, metric: metric,
              exactness: analysis.experiment.exactness(of: metric),
              origin: analysis.origin(of: metric), summary: $0,
              spread: analysis.layoutSpread(of: Cell(story: story, build: build, metric: metric)))
          }
        }
      }
    }
  }

  /// One cell's statistics, in base units; undefined ones are omitted.
  public struct CellDocument: Encodable {
    let story: String
    let build: String
    let metric: String
    let unit: String
    let polarity: Polarity
    let exactness: Exactness
    let source: String
    let bound: ErrorBound
    let statistics: [String: Double]
    let layouts: LayoutSpreadDocument?

    init(
      story: String, build: String, metric: Metric, exactness: Exactness, origin: MeasurementOrigin,
      summary: Summary, spread: LayoutSpread?
    ) {
      self.story = story
      self.build = build
      self.metric = metric.id
      unit = metric.unit.symbol
      polarity = metric.polarity
      self.exactness = exactness
      source = origin.source
      bound = origin.bound
      statistics = Statistic.allCases.reduce(into: [:]) { $0[$1.rawValue] = $1.value(in: summary) }
      layouts = spread.map(LayoutSpreadDocument.init)
    }
  }

  /// Two builds side by side.
  struct ComparisonDocument: Encodable {
    let baseline: String
    let candidate: String
    let rows: [ComparedCell]

    init(_ comparison: Comparison) {
      baseline = comparison.baseline
      candidate = comparison.candidate
      rows =
        comparison.rows.map { ComparedCell(story: $0.story, metric: $0.metric, ratio: $0.ratio) }
        + comparison.overall.sorted { $0.key.id < $1.key.id }
        .map { ComparedCell(story: nil, metric: $0.key, ratio: $0.value) }
    }

    /// One story (all together if it is missing) by one metric.
    struct ComparedCell: Encodable {
      let story: String?
      let metric: String
      var ratio: IntervalDocument?
      var pValue: Double?
      var shown: Bool?
      var n: Int?
      var overRuns: IntervalDocument?
      var cause: String?
      var reason: String?

      init(story: String?, metric: Metric, ratio: Result<Difference, NoRatio>) {
        self.story = story
        self.metric = metric.id
        switch ratio {
        case .success(let ratio):
          self.ratio = IntervalDocument(ratio.estimate)
          pValue = ratio.pValue
          shown = ratio.isShown
          n = ratio.evidence.count
          overRuns = ratio.overRuns.map(IntervalDocument.init)
          cause = ratio.causeWord
        case .failure(let reason): self.reason = reason.description
        }
      }
    }
  }

  struct FailureDocument: Encodable {
    let story: String
    let build: String
    let kind: RunKind
    let run: Int
    let reason: String
    let step: String?
    let message: String
    let signal: Int32?
    let exitCode: Int32?
    let standardError: String

    init(_ entry: (run: Run, failure: RunFailure)) {
      story = entry.run.story
      build = entry.run.build
      kind = entry.run.kind
      run = entry.run.round
      reason = entry.failure.reason.rawValue
      step = entry.failure.step?.description
      message = entry.failure.message
      signal = entry.failure.signal
      exitCode = entry.failure.exitCode
      standardError = entry.failure.standardError
    }
  }
}

extension Difference {
  /// The cause found by several layouts: `builds`, or `layout` if only the runs show it; nil if there
  /// is one layout, or nothing to attribute.
  var causeWord: String? {
    switch finding {
    case .shown: overRuns == nil ? nil : "builds"
    case .layout: "layout"
    case .negligible, .undecided, .none: nil
    }
  }
}
