import Metrics

/// A run's value of one metric, without anything else: a store's history may have a million runs.
public struct RunValue: Sendable, Equatable {
  /// The run's purpose.
  public let kind: RunKind
  /// Its build.
  public let build: String
  /// Its story.
  public let story: String
  /// Its round.
  public let round: Int
  /// In base units; nil if the run failed or has none.
  public let value: Double?

  /// Creates a value.
  public init(kind: RunKind, build: String, story: String, round: Int, value: Double?) {
    self.kind = kind
    self.build = build
    self.story = story
    self.round = round
    self.value = value
  }
}
