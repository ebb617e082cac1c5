import Metrics

/// What a run says of one metric, without all else that is known of it: a store's history may be of a million runs.
public struct RunValue: Sendable, Equatable {
  /// The run's purpose.
  public let kind: RunKind
  /// Its build.
  public let build: String
  /// Its story.
  public let story: String
  /// Its round.
  public let round: Int
  /// In base units; nil where it failed, or has none.
  public let value: Double?

  /// What a run says.
  public init(kind: RunKind, build: String, story: String, round: Int, value: Double?) {
    self.kind = kind
    self.build = build
    self.story = story
    self.round = round
    self.value = value
  }
}
