/// Lines of a ratio chart under a heading, such as those of one metric.
public struct RatioSection: Sendable, Equatable {
  /// The heading.
  public let title: String
  /// The lines, from the top.
  public let rows: [RatioRow]

  /// Makes a section.
  public init(_ title: String, rows: [RatioRow]) {
    self.title = title
    self.rows = rows
  }
}
