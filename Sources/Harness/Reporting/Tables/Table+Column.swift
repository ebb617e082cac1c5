extension Table {
  /// A column as data: its heading, its unit and how its cells line up.
  public struct Column: Hashable, Sendable {
    /// What the column holds.
    public let heading: String
    /// The unit of its numbers, such as "MB"; empty where there is none.
    public let unit: String
    /// How its cells line up.
    public let alignment: Alignment

    /// A column with this heading.
    public init(_ heading: String, unit: String = "", alignment: Alignment = .leading) {
      self.heading = heading
      self.unit = unit
      self.alignment = alignment
    }
  }
}
