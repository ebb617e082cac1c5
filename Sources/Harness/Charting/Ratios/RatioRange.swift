import Glibc

/// From which to which ratio a chart's axis goes, in natural logarithms.
struct RatioRange {
  let low: Double
  let high: Double

  /// Holds every ratio and band; ends of intervals are cut where they lie several times farther
  /// out, so that one wide interval does not press all others together.
  init(_ rows: [RatioRow]) {
    let ratios = rows.compactMap(\.ratio)
    let bands = rows.flatMap { [$0.floor, $0.margin] }.compactMap(\.self)
    let inner =
      ratios.map { log($0.point) }
      + bands.flatMap { [log($0.lowerBound), log($0.upperBound)] } + [0]
    let reach = 3 * max(inner.map(abs).max() ?? 0, 0.005)
    let ends = ratios.flatMap { [log($0.low), log($0.high)] }.map { min(max($0, -reach), reach) }
    let lowest = (inner + ends).min() ?? 0
    let highest = (inner + ends).max() ?? 0
    let room = max((highest - lowest) * 0.05, 0.0005)
    low = lowest - room
    high = highest + room
  }

  /// A ratio's place, cut to the axis.
  func place(of ratio: Double) -> Double { min(max(log(ratio), low), high) }

  /// Whether a ratio lies on the axis.
  func holds(_ ratio: Double) -> Bool { log(ratio) >= low && log(ratio) <= high }
}
