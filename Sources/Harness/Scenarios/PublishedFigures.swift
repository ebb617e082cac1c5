import MetricCatalog

/// Figures that others have published of the same stories, to stand beside what is measured here.
///
/// Other machines have other seconds, so ratios between two builds are set side by side, not times.
public struct PublishedFigures: Sendable, Equatable {
  /// Where the figures come from, for people to read.
  public var title: String
  /// The file, relative to the scenario's folder: columns build, story, metric, unit, run, value.
  public var file: String
  /// The ratio of this scenario's builds that theirs are set beside.
  public var here: BuildRatio
  /// Their ratios, a column each.
  public var there: [Column]

  /// One metric of one build over that of another.
  public struct BuildRatio: Sendable, Equatable {
    /// The metric.
    public var metric: Metric
    /// The build whose figures are divided.
    public var build: String
    /// The build by whose figures they are divided.
    public var over: String

    /// A ratio.
    public init(metric: Metric, build: String, over: String) {
      self.metric = metric
      self.build = build
      self.over = over
    }
  }

  /// A ratio of the file, with the words above it.
  public struct Column: Sendable, Equatable {
    /// The words above the column.
    public var title: String
    /// Which builds of the file, by which metric.
    public var ratio: BuildRatio

    /// A column.
    public init(title: String, ratio: BuildRatio) {
      self.title = title
      self.ratio = ratio
    }
  }

  /// Published figures.
  public init(title: String, file: String, here: BuildRatio, there: [Column]) {
    self.title = title
    self.file = file
    self.here = here
    self.there = there
  }
}
