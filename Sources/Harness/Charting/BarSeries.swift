/// The bars of one build: one for each group, in the groups' order.
public struct BarSeries: Sendable, Equatable {
  /// What the legend says.
  public let name: String
  /// One place a group; nil where nothing was measured, which is drawn as `n/a` and never
  /// as 0.
  public let bars: [Bar?]

  /// Makes a series; the chart checks that it fits its groups.
  public init(name: String, bars: [Bar?]) {
    self.name = name
    self.bars = bars
  }
}

extension BarSeries: GroupedSeries {
  var places: [Bar?] { bars }
}
