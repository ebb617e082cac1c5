/// Ratios between builds that others have published of the same stories.
public struct PublishedRatios: Sendable, Equatable, Codable {
  /// Where they come from, for people to read.
  public var title: String
  /// The ratio that they are set beside: this metric's name, of one build over another of the
  /// experiment.
  public var here: Pair
  /// Their ratios, a column each.
  public var there: [Column]

  /// A metric's name and two builds, the first over the second.
  public struct Pair: Sendable, Equatable, Codable {
    /// The metric's name.
    public var metric: String
    /// The build whose measurements are divided.
    public var build: String
    /// The build by whose measurements they are divided.
    public var over: String

    /// A pair.
    public init(metric: String, build: String, over: String) {
      self.metric = metric
      self.build = build
      self.over = over
    }
  }

  /// One published ratio a story.
  public struct Column: Sendable, Equatable, Codable {
    /// The words above the column.
    public var title: String
    /// The dividend and the divisor.
    public var pair: Pair
    /// The ratios of the means, by story; stories of which nothing was published are missing.
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
