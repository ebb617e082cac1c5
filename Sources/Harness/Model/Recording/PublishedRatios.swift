import Metrics

/// Published ratios between builds, of the same stories.
public struct PublishedRatios: Sendable, Equatable, Codable {
  /// Their origin, for people to read.
  public var title: String
  /// The measured ratio that they are compared with, of two builds of the experiment.
  public var here: BuildRatio
  /// Their ratios, in columns.
  public var there: [Column]

  /// One published ratio for each story.
  public struct Column: Sendable, Equatable, Codable {
    /// The title of the column.
    public var title: String
    /// The numerator and the denominator.
    public var pair: BuildRatio
    /// The ratios of the means, by story; stories without a published ratio are missing.
    public var ratios: [String: Double]

    /// A column.
    public init(title: String, pair: BuildRatio, ratios: [String: Double]) {
      self.title = title
      self.pair = pair
      self.ratios = ratios
    }
  }

  /// Published ratios.
  public init(title: String, here: BuildRatio, there: [Column]) {
    self.title = title
    self.here = here
    self.there = there
  }
}
