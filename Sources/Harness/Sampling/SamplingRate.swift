/// How often a sampler looks.
public struct SamplingRate: Sendable, Equatable {
  /// The shortest distance between samples, ns.
  let interval: Int64
  /// Whether samples are left out where the sampler takes more than its ``SamplerBudget``.
  let isWithinBudget: Bool

  /// 100 times a second, or as often as takes no more than half a percent of one CPU, but at least
  /// 10 times. The first second or so is sampled in full, whatever that takes.
  public static let affordable = SamplingRate(interval: 10_000_000, isWithinBudget: true)

  /// At this distance, ns, whatever it takes.
  public static func every(_ interval: Int64) -> SamplingRate {
    SamplingRate(interval: interval, isWithinBudget: false)
  }
}
