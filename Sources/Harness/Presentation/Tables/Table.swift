import Statistics

/// A table as a value: its content, separate from its looks.
///
/// The same table is rendered for a terminal, as Markdown and as CSV; see ``TableRenderer``.
///
///     let table = try Table(
///       title: "Peak memory",
///       columns: [
///         Table.Column("Story"),
///         .number("Mean", unit: "MB"),
///       ],
///       sections: [
///         Table.Section(rows: [[.text("US1"), .number(4.02, as: .uncertainty(0.013))]])
///       ])
///
/// Every row has as many cells as there are columns, so a value cannot end up under another heading.
public struct Table: Hashable, Sendable {
  /// The title of the table, on one line.
  public let title: String
  /// Remarks below the table, one per line.
  public let notes: [String]
  /// The columns, from left to right.
  public let columns: [Column]
  /// The number of columns at the left that name a row. A renderer that must split a wide table repeats them
  /// in each part.
  public let leadingColumns: Int
  /// The rows, in groups. A table without groups has one section without a heading.
  public let sections: [Section]

  /// Creates a table.
  /// - Throws: `TableError.noColumns` and `TableError.leadingColumns(_:of:)` for invalid columns,
  ///   ``TableError/raggedRow(table:row:cells:columns:)`` for the first row of another length.
  public init(
    title: String, notes: [String] = [], columns: [Column], leadingColumns: Int = 1,
    sections: [Section]
  ) throws(TableError) {
    guard !columns.isEmpty else { throw .noColumns(table: title) }
    guard (0...columns.count).contains(leadingColumns) else {
      throw .leadingColumns(leadingColumns, of: columns.count, table: title)
    }
    for (index, row) in sections.flatMap(\.rows).enumerated() where row.count != columns.count {
      throw .raggedRow(table: title, row: index, cells: row.count, columns: columns.count)
    }
    self.title = title
    self.notes = notes
    self.columns = columns
    self.leadingColumns = leadingColumns
    self.sections = sections
  }

  /// Creates a table without groups.
  /// - Throws: the errors of ``init(title:notes:columns:leadingColumns:sections:)``.
  public init(
    title: String, notes: [String] = [], columns: [Column], leadingColumns: Int = 1,
    rows: [[Cell]]
  ) throws(TableError) {
    try self.init(
      title: title, notes: notes, columns: columns, leadingColumns: leadingColumns,
      sections: [Section(rows: rows)])
  }

  /// The alignment of a column's cells.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge: words.
    case leading
    /// At the right edge: intervals, durations in words.
    case trailing
    /// Numbers at their decimal points, everything else at the right edge.
    case decimal
  }

  /// One field of a table.
  public struct Cell: Hashable, Sendable {
    /// The content.
    public let content: Content
    /// The tone. Never the only sign, because colour may be off.
    public let tone: Tone

    /// A cell with this content.
    public init(_ content: Content, tone: Tone = .neutral) {
      self.content = content
      self.tone = tone
    }

    /// Words, from any source: renderers make them harmless.
    public static func text(_ text: String, tone: Tone = .neutral) -> Cell {
      Cell(.text(text), tone: tone)
    }

    /// A number, and how many of its digits are displayed.
    public static func number(
      _ value: Double, as format: NumberFormat = .plain, tone: Tone = .neutral
    ) -> Cell {
      Cell(.number(value, format), tone: tone)
    }

    /// A missing value, and why. A gap without a reason looks like a zero.
    public static func missing(_ reason: String) -> Cell { Cell(.missing(reason: reason)) }
  }
}

extension Table.Cell {
  /// The content of a cell.
  public enum Content: Hashable, Sendable {
    /// Words.
    case text(String)
    /// A full number, with its display format.
    case number(Double, NumberFormat)
    /// Nothing, for this reason.
    case missing(reason: String)
  }

  /// The tone of a cell for its reader.
  public enum Tone: String, Sendable {
    case neutral
    /// Good news, such as an improvement.
    case good
    /// Bad news, such as a regression.
    case bad
    /// Something to look into.
    case caution

    /// The class of what has this tone; nil for nothing in particular.
    public var className: String? { self == .neutral ? nil : rawValue }
  }
}

extension Table {
  /// A column as data: its heading, its unit and its alignment.
  public struct Column: Hashable, Sendable {
    /// The heading of the column.
    public let heading: String
    /// The unit of its numbers, such as "MB"; empty if there is none.
    public let unit: String
    /// The alignment of its cells.
    public let alignment: Alignment
    /// A Boolean value indicating whether a narrow terminal may omit it; false for a leading column.
    public let isSpare: Bool
    /// A Boolean value indicating whether its cells are sentences, which a narrow terminal must show in full,
    /// on several lines.
    public let isProse: Bool

    /// A column with this heading.
    public init(
      _ heading: String, unit: String = "", alignment: Alignment = .leading, isSpare: Bool = false,
      isProse: Bool = false
    ) {
      self.heading = heading
      self.unit = unit
      self.alignment = alignment
      self.isSpare = isSpare
      self.isProse = isProse
    }
  }
}

extension Table.Column {
  /// A column of numbers, at their decimal points.
  public static func number(_ heading: String, unit: String = "", isSpare: Bool = false) -> Self {
    Self(heading, unit: unit, alignment: .decimal, isSpare: isSpare)
  }

  /// The heading followed by the unit, for formats with one line for both.
  var headingWithUnit: String { unit.isEmpty ? heading : "\(heading) (\(unit))" }
}

extension Table {
  /// Rows that belong together, under a heading of their own if they have one.
  public struct Section: Hashable, Sendable {
    /// The common property of the rows; `nil` if the table has no groups.
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

/// Writes tables in one format.
///
/// Titles, headings, notes and texts may hold anything that users typed. No renderer lets control characters,
/// line breaks or its own format's syntax through.
public protocol TableRenderer: Sendable {
  /// Writes one table, ended by a line break.
  func render(_ table: Table, into output: inout some TextOutputStream)
}

extension TableRenderer {
  /// The table as text.
  public func rendered(_ table: Table) -> String {
    var output = ""
    render(table, into: &output)
    return output
  }
}
