import Analysis
import Experimenting
import Metrics
import Recording
import Reports
import Scenarios
import Statistics

/// The foreign formats, with their names on the command line.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// `LongCSV`.
  case csv
  /// ``JUnitXML``.
  case junit
  /// ``GitHubSummary``.
  case githubSummary = "github-summary"
  /// ``GitHubAnnotations``.
  case githubAnnotations = "github-annotations"
  /// ``GitLabCodeQuality``.
  case gitlabCodeQuality = "gitlab-code-quality"
  /// ``GitLabMetrics``.
  case gitlabMetrics = "gitlab-metrics"
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
  /// ``HdrPercentiles``.
  case hgrm
  /// ``K6Summary``.
  case k6
  /// ``OpenMetricsText``.
  case openMetrics = "openmetrics"
  /// ``OtavaCSV``.
  case otava
  /// ``MarkdownTables``.
  case markdown
  /// ``ChromeTrace``.
  case chromeTrace = "chrome-trace"
  /// ``FoldedStacks``.
  case folded
  /// ``FoldedStacks/differences(_:)``.
  case foldedDifference = "folded-difference"
  /// ``SpeedscopeJSON``.
  case speedscope
  /// ``FirefoxProfile``.
  case firefoxProfiler = "firefox-profiler"
  /// ``PprofProfile``.
  case pprof

  /// The contents of each format, for the help of the command line.
  public static let guide = """
    csv has every run's measurements, and 'rehearse import' reads it; json is what 'show --json' prints. \
    The others are formats of other programs: junit, github-summary, github-annotations and \
    gitlab-code-quality hold verdicts and failures; gitlab-metrics and github-action-benchmark (and its \
    -bigger, with rates) have means of what is gated or chosen by --metric, bencher and openmetrics have \
    all means; markdown has the tables that the terminal shows; hyperfine, pyperf and google-benchmark have \
    every run; hgrm and k6 have latencies over all runs; chrome-trace has steps, memory and CPU over time; \
    folded, folded-difference, speedscope, firefox-profiler and pprof show where CPU time, waiting or \
    allocations came from, as 'rehearse explain' found; otava has the means of several experiments, by default \
    those of the latest one's scenario. What a format can't hold is left out.
    """

  /// Traits of a format: what it can hold, and what it needs.
  public struct Traits: OptionSet, Sendable {
    /// Each trait is a bit.
    public let rawValue: Int
    /// Creates a set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// One file can hold several experiments.
    public static let several = Traits(rawValue: 1)
    /// Runs need their steps.
    public static let steps = Traits(rawValue: 2)
    /// Runs need their samples, and so their steps, too.
    public static let samples = Traits(rawValue: 4)
    /// It contains the outcome of all cells, which some experiments lack.
    public static let verdicts = Traits(rawValue: 8)
    /// It can hold a single unplanned run, such as that of a watched process.
    public static let lone = Traits(rawValue: 16)
    /// Runs need their profiles.
    public static let profiles = Traits(rawValue: 32)
    /// It is binary.
    public static let binary = Traits(rawValue: 64)
  }

  /// The format's traits.
  public var traits: Traits {
    switch self {
    case .csv, .openMetrics: [.steps, .lone]
    case .hgrm, .k6: .steps
    case .junit, .githubSummary, .githubAnnotations, .gitlabCodeQuality: [.several, .verdicts]
    case .otava, .markdown: .several
    case .hyperfine: .samples
    case .chromeTrace: [.samples, .lone]
    case .folded, .foldedDifference, .speedscope, .firefoxProfiler: .profiles
    case .pprof: [.profiles, .binary]
    case .githubActionBenchmark, .githubActionBenchmarkBigger, .gitlabMetrics, .bencher, .pyperf,
      .googleBenchmark:
      []
    }
  }

  /// The experiments as a file of this format.
  /// - Throws: `OutputError`, and `TableError` for a table that can't be laid out.
  public func contents(of experiments: [ExportedExperiment]) throws -> [UInt8] {
    let text: String
    switch self {
    case .csv:
      let experiment = try experiments.only(for: rawValue)
      var lines = ""
      LongCSV.write(
        experiment.analysis.allRuns, of: experiment.analysis.experiment,
        metrics: experiment.metrics,
        to: &lines)
      text = lines
    case .junit: text = JUnitXML.text(experiments)
    case .githubSummary: text = try GitHubSummary.text(experiments)
    case .githubAnnotations: text = GitHubAnnotations.text(experiments)
    case .gitlabCodeQuality: text = try GitLabCodeQuality.text(experiments)
    case .gitlabMetrics: text = try GitLabMetrics.text(experiments)
    case .githubActionBenchmark: text = try GitHubActionBenchmark.smallerIsBetter.text(experiments)
    case .githubActionBenchmarkBigger:
      text = try GitHubActionBenchmark.biggerIsBetter.text(experiments)
    case .bencher: text = try BencherMetricFormat.text(experiments)
    case .hyperfine: text = try HyperfineJSON.text(experiments)
    case .pyperf: text = try PyperfJSON.text(experiments)
    case .googleBenchmark: text = try GoogleBenchmarkJSON.text(experiments)
    case .hgrm: text = try HdrPercentiles.text(experiments)
    case .k6: text = try K6Summary.text(experiments)
    case .openMetrics: text = try OpenMetricsText.text(experiments)
    case .otava: text = try OtavaCSV(experiments).text
    case .chromeTrace: text = try ChromeTrace.text(experiments)
    case .markdown: text = try MarkdownTables.text(experiments)
    case .folded: text = try FoldedStacks.text(experiments)
    case .foldedDifference: text = try FoldedStacks.differences(experiments)
    case .speedscope: text = try SpeedscopeJSON.text(experiments)
    case .firefoxProfiler: text = try FirefoxProfile.text(experiments)
    case .pprof: return try PprofProfile.bytes(experiments)
    }
    return Array(text.utf8)
  }
}

extension ExportFormat {
  /// Returns what a file of values can't tell of an experiment: that runs failed, so that its means are those of the
  /// others, or that not all runs were made.
  public func untold(of exported: ExportedExperiment) -> [Finding] {
    guard !traits.contains(.verdicts), self != .markdown else { return [] }
    return exported.analysis.findings.filter {
      switch $0 {
      case .incomplete: true
      case .failedRuns, .failedCommand: self != .openMetrics && self != .chromeTrace
      default: false
      }
    }
  }
}

extension [ExportedExperiment] {
  func only(for format: String) throws(OutputError) -> ExportedExperiment {
    guard count == 1 else { throw .severalExperiments(format: format, count: count) }
    return self[0]
  }
}

/// A cell with measurements, and its name for other programs.
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
