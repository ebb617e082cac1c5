import Metrics
import Recording

/// What decides how many cycles are made and what they come to. Runs know no rule themselves.
public struct CycleJudge: Sendable {
  /// The cycles that are judged at first, if the scenario gives no number.
  let first: Int
  /// How many are to be judged in all after those that were made in a time; nil if no more are needed.
  let next: @Sendable (CycleSeries, _ elapsed: Duration) throws -> Int?
  /// What they come to as measurements: none if there were too few to judge.
  let measurements: @Sendable (CycleSeries) -> [Metric: Double]

  /// A judge.
  public init(
    first: Int, next: @escaping @Sendable (CycleSeries, _ elapsed: Duration) throws -> Int?,
    measurements: @escaping @Sendable (CycleSeries) -> [Metric: Double]
  ) {
    self.first = first
    self.next = next
    self.measurements = measurements
  }
}
