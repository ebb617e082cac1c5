import Analysis

/// The foreign formats, by the names under which they are asked for.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// ``LongCSV``.
  case csv
  /// ``JUnitXML``.
  case junit
  /// ``GitHubSummary``.
  case githubSummary = "github-summary"
  /// ``GitHubAnnotations``.
  case githubAnnotations = "github-annotations"
  /// ``GitHubActionBenchmark/smallerIsBetter``.
  case githubActionBenchmark = "github-action-benchmark"
  /// ``GitHubActionBenchmark/biggerIsBetter``.
  case githubActionBenchmarkBigger = "github-action-benchmark-bigger"
  /// ``BencherMetricFormat``.
  case bencher
  /// ``HyperfineJSON``.
  case hyperfine
  /// ``PyperfJSON``.
  case pyperf
  /// ``GoogleBenchmarkJSON``.
  case googleBenchmark = "google-benchmark"
  /// ``OpenMetricsText``.
  case openMetrics = "openmetrics"
  /// ``OtavaCSV``.
  case otava
  /// ``ChromeTrace``.
  case chromeTrace = "chrome-trace"

  /// Whether one file can hold several experiments.
  public var holdsSeveral: Bool {
    [.junit, .githubSummary, .githubAnnotations, .otava].contains(self)
  }

  /// Whether runs have to have their steps.
  public var needsSteps: Bool { self == .csv || needsDetails }

  /// Whether runs have to have their steps and samples.
  public var needsDetails: Bool { [.hyperfine, .chromeTrace].contains(self) }

  /// The experiments as a file of this format.
  /// - Throws: ``ExportError``, and `TableError` for a table that can't be laid out.
  public func text(of experiments: [ExportedExperiment]) throws -> String {
    switch self {
    case .csv:
      var text = ""
      let experiment = try experiments.only(for: rawValue)
      LongCSV.write(
        experiment.analysis.runs, of: experiment.analysis.experiment, metrics: experiment.metrics,
        to: &text)
      return text
    case .junit: return JUnitXML.text(experiments)
    case .githubSummary: return try GitHubSummary.text(experiments)
    case .githubAnnotations: return GitHubAnnotations.text(experiments)
    case .githubActionBenchmark: return try GitHubActionBenchmark.smallerIsBetter.text(experiments)
    case .githubActionBenchmarkBigger:
      return try GitHubActionBenchmark.biggerIsBetter.text(experiments)
    case .bencher: return try BencherMetricFormat.text(experiments)
    case .hyperfine: return try HyperfineJSON.text(experiments)
    case .pyperf: return try PyperfJSON.text(experiments)
    case .googleBenchmark: return try GoogleBenchmarkJSON.text(experiments)
    case .openMetrics: return try OpenMetricsText.text(experiments)
    case .otava: return try OtavaCSV(experiments).text
    case .chromeTrace: return try ChromeTrace.text(experiments)
    }
  }
}
