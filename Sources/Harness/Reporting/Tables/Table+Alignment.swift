extension Table {
  /// How the cells of a column line up.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge: words.
    case leading
    /// At the right edge: intervals, durations in words.
    case trailing
    /// Numbers at their decimal points, all else at the right edge.
    case decimal
  }
}
