extension Table {
  /// Rows that belong together, under a heading of their own if they have one.
  public struct Section: Hashable, Sendable {
    /// What the rows have in common; `nil` where the table has no groups.
    public let heading: String?
    /// The rows, each with a cell for every column.
    public let rows: [[Cell]]

    /// Rows under a heading, or without one.
    public init(_ heading: String? = nil, rows: [[Cell]]) {
      self.heading = heading
      self.rows = rows
    }
  }
}
