/// One build's columns: one for each group, in the groups' order.
public struct LayoutSeries: Sendable, Equatable {
  /// What the legend says.
  public let name: String
  /// One place a group; nil where fewer than two layouts were measured.
  public let columns: [LayoutColumn?]

  /// Makes a series; the chart checks that it fits its groups.
  public init(name: String, columns: [LayoutColumn?]) {
    self.name = name
    self.columns = columns
  }
}
