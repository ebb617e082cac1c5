/// How many of very many whole runs were called worse though nothing had changed.
public struct FalseAlarmRate: Sendable, Hashable {
  /// How many neighbouring pairs changed sides together; nil for all of a run.
  public let together: Int?
  /// How many runs there were.
  public let runs: Int
  /// How many of them were called worse; as many more would be called better.
  public let alarms: Int

  /// The share.
  public var share: Double { Double(alarms) / Double(max(1, runs)) }
}
