import Metrics
import Recording

/// Decides how many cycles are made and what their measurements are. Runs contain no such rule.
public struct CycleJudge: Sendable {
  /// The number of cycles judged at first, if the scenario gives no number.
  let first: Int
  /// The total number of cycles to judge, given those made in some time; nil if no more are needed.
  let next: @Sendable (CycleSeries, _ elapsed: Duration) throws -> Int?
  /// The measurements of a run of cycles; none if there were too few to judge.
  let measurements: @Sendable (Run) -> [Metric: Double]

  /// Creates a judge.
  public init(
    first: Int, next: @escaping @Sendable (CycleSeries, _ elapsed: Duration) throws -> Int?,
    measurements: @escaping @Sendable (Run) -> [Metric: Double]
  ) {
    self.first = first
    self.next = next
    self.measurements = measurements
  }
}
