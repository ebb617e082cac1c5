extension Table.Cell {
  /// What a reader should feel about a cell.
  public enum Tone: Hashable, Sendable {
    /// Nothing in particular.
    case neutral
    /// Good news, such as an improvement.
    case good
    /// Bad news, such as a regression.
    case bad
    /// Something to look into.
    case caution
  }
}
