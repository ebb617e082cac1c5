import Rounding

extension Table {
  /// One field of a table.
  public struct Cell: Hashable, Sendable {
    /// What the cell holds.
    public let content: Content
    /// What a reader should feel about it. Never the only sign: colour may be off.
    public let tone: Tone

    /// A cell with this content.
    public init(_ content: Content, tone: Tone = .neutral) {
      self.content = content
      self.tone = tone
    }

    /// Words. They may come from anywhere: renderers make them harmless.
    public static func text(_ text: String, tone: Tone = .neutral) -> Cell {
      Cell(.text(text), tone: tone)
    }

    /// A number, and how many of its digits people are shown.
    public static func number(
      _ value: Double, as format: NumberFormat = .plain, tone: Tone = .neutral
    ) -> Cell {
      Cell(.number(value, format), tone: tone)
    }

    /// A figure that is not there, and why not. A gap without a reason looks like a zero.
    public static func missing(_ reason: String) -> Cell {
      Cell(.missing(reason: reason))
    }
  }
}

extension Table.Cell {
  /// What a cell can hold.
  public enum Content: Hashable, Sendable {
    /// Words.
    case text(String)
    /// A number in full, with the format in which people see it.
    case number(Double, NumberFormat)
    /// Nothing, for this reason.
    case missing(reason: String)
  }
}
