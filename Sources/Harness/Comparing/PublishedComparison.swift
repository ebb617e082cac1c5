import Analysis
import MetricCatalog
import Recording

/// Ratios between two builds of an experiment beside those that others have published.
public struct PublishedComparison: Sendable {
  /// Where the published ratios come from.
  public let title: String
  /// By what the experiment's builds are compared.
  public let metric: Metric
  /// The build whose figures are divided.
  public let build: String
  /// The build by whose figures they are divided.
  public let over: String
  /// The published columns.
  public let columns: [PublishedRatios.Column]
  /// A row a story.
  public let rows: [Row]

  /// One story.
  public struct Row: Sendable {
    /// The story's name.
    public let story: String
    /// What was measured here.
    public let here: Result<Ratio, NoRatio>
    /// What was published, column by column; nil where nothing was.
    public let there: [Double?]
  }

  /// Sets an experiment beside what its scenario names; nil where it names nothing, or where this
  /// experiment left one of the two builds out.
  public init?(_ analysis: ExperimentAnalysis) {
    guard let published = analysis.experiment.published,
      let metric = Metric.named(published.here.metric),
      Set(analysis.builds).isSuperset(of: [published.here.build, published.here.over])
    else { return nil }
    title = published.title
    self.metric = metric
    (build, over) = (published.here.build, published.here.over)
    columns = published.there
    rows = Comparison(analysis, baseline: over, candidate: build).rows
      .filter { $0.metric == metric }
      .map { row in
        Row(
          story: row.story, here: row.ratio, there: published.there.map { $0.ratios[row.story] })
      }
  }
}
