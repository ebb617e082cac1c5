/// Published ratios between builds, of the same stories.
public struct PublishedRatios: Sendable, Equatable, Codable {
  /// Their origin, for people to read.
  public var title: String
  /// The measured ratio that they are compared with: a metric's name, and one build over another of the
  /// experiment.
  public var here: Pair
  /// Their ratios, in columns.
  public var there: [Column]

  /// A metric's name and two builds, the first over the second.
  public struct Pair: Sendable, Equatable, Codable {
    /// The metric's name.
    public var metric: String
    /// The numerator's build.
    public var build: String
    /// The denominator's build.
    public var over: String

    /// A pair.
    public init(metric: String, build: String, over: String) {
      self.metric = metric
      self.build = build
      self.over = over
    }
  }

  /// One published ratio for each story.
  public struct Column: Sendable, Equatable, Codable {
    /// The title of the column.
    public var title: String
    /// The numerator and the denominator.
    public var pair: Pair
    /// The ratios of the means, by story; stories without a published ratio are missing.
    public var ratios: [String: Double]

    /// A column.
    public init(title: String, pair: Pair, ratios: [String: Double]) {
      self.title = title
      self.pair = pair
      self.ratios = ratios
    }
  }

  /// Published ratios.
  public init(title: String, here: Pair, there: [Column]) {
    self.title = title
    self.here = here
    self.there = there
  }
}
