extension Statistic {
  /// How a statistic's unit follows from the unit of the values.
  public enum Dimension: Hashable, Sendable {
    /// The unit of the values themselves.
    case values
    /// The unit of the values, squared.
    case squared
    /// No unit.
    case none
  }
}
