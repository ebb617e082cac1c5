import Recording

/// A replay to make.
public struct PlannedRun: Sendable, Equatable {
  /// The purpose of the run.
  public var kind: RunKind = .solo
  /// The story to replay.
  public let story: String
  /// The build to replay it on.
  public let build: String
  /// The round, from 1.
  public let round: Int
  /// The layout of the build's code, from 1.
  public let layout: Int
  /// The position in the whole order, from 1.
  public var position: Int

  /// The same run at another position, because runs before it were made again.
  func made(at position: Int) -> PlannedRun {
    var run = self
    run.position = position
    return run
  }
}
