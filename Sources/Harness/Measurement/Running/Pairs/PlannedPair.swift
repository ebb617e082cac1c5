import Recording

/// Two replays to make together.
public struct PlannedPair: Sendable, Equatable {
  /// The story to replay.
  public let story: String
  /// The build to compare with.
  public let baseline: String
  /// The build that is judged.
  public let candidate: String
  /// The round, from 1.
  public let round: Int
  /// The layout of both builds' code, from 1.
  public let layout: Int
  /// The side that is started and asked first.
  public let first: PairSide
  /// The position of the first side's run in the whole order, from 1; the other's is the next.
  public let position: Int
  /// A Boolean value indicating whether it belongs to the control: both sides are the same build.
  public var isControl = false

  /// The run of one side.
  public func run(of side: PairSide, kind: RunKind) -> PlannedRun {
    PlannedRun(
      kind: kind, story: story, build: side == .baseline ? baseline : candidate, round: round,
      layout: layout, position: side == first ? position : position + 1)
  }
}
