import Statistics

/// Writes a table in GitHub's Markdown, with the title as a bold line above it.
///
/// Source: GitHub Flavored Markdown Spec 0.29, section 4.10 "Tables (extension)".
public struct MarkdownTableRenderer: TableRenderer {
  /// A renderer; it has no options.
  public init() {}

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    var reasons = MissingReasons()
    let title = MarkdownText(table.title).description
    if !title.isEmpty { output.write("**\(title)**\n\n") }
    writeRow(table.columns.map(Self.heading), into: &output)
    writeRow(table.columns.map(Self.delimiter), into: &output)
    for section in table.sections {
      if let heading = section.heading {
        let blank = Array(repeating: "", count: table.columns.count - 1)
        writeRow(["**\(MarkdownText(heading))**"] + blank, into: &output)
      }
      for row in section.rows {
        writeRow(row.map { Self.text(of: $0, reasons: &reasons) }, into: &output)
      }
    }
    for remark in table.notes + reasons.footnotes {
      output.write("\n\(MarkdownText(remark))\n")
    }
  }

  private func writeRow(_ fields: [String], into output: inout some TextOutputStream) {
    output.write("|")
    for field in fields {
      output.write(field.isEmpty ? " |" : " \(field) |")
    }
    output.write("\n")
  }

  private static func heading(of column: Table.Column) -> String {
    MarkdownText(column.headingWithUnit).description
  }

  private static func delimiter(of column: Table.Column) -> String {
    column.alignment == .leading ? ":--" : "--:"
  }

  private static func text(of cell: Table.Cell, reasons: inout MissingReasons) -> String {
    switch cell.content {
    case .text(let text): MarkdownText(text).description
    case .number(let value, let format): format.string(for: value)
    case .missing(let reason): reasons.mark(for: reason)
    }
  }
}

extension Table {
  /// The table in Markdown as a part of a page, without the line break at its end.
  public var markdown: String { String(MarkdownTableRenderer().rendered(self).dropLast()) }
}

/// Any text as one line of Markdown that shows exactly this text.
///
/// Everything with a meaning inside a line is escaped: by a backslash if that is enough, and as an entity for
/// HTML, because some pages show Markdown without rendering it. At the start of a line, what would make a
/// heading or a list is escaped, too.
public struct MarkdownText: CustomStringConvertible {
  /// The escaped text.
  public let description: String

  /// Escapes a text.
  public init(_ text: String) {
    let line = PlainLine(text).description.unicodeScalars
    // Spaces at the ends undo the bold around them, and four at the start make a code block.
    let trimmed = line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    // By scalar: a combining mark would join a pipe in one character that is not a pipe.
    var escaped = String.UnicodeScalarView()
    var isNumberSoFar = true
    for (offset, scalar) in trimmed.enumerated() {
      let startsBlock =
        switch scalar {
        case "#", "+", "-", "=": offset == 0
        case ".", ")": offset > 0 && isNumberSoFar
        default: false
        }
      isNumberSoFar = isNumberSoFar && ("0"..."9").contains(scalar)
      escaped.append(contentsOf: Self.escaped(scalar, startsBlock: startsBlock))
    }
    description = String(escaped)
  }

  private static func escaped(
    _ scalar: Unicode.Scalar, startsBlock: Bool
  ) -> String.UnicodeScalarView {
    switch scalar {
    case "<": "&lt;".unicodeScalars
    case ">": "&gt;".unicodeScalars
    case "&": "&amp;".unicodeScalars
    case "\\", "|", "`", "*", "_", "~", "[", "]", "$": "\\\(scalar)".unicodeScalars
    default: (startsBlock ? "\\\(scalar)" : "\(scalar)").unicodeScalars
    }
  }
}

/// Numbers the reasons for missing measurements in order; equal reasons have equal numbers.
struct MissingReasons {
  private(set) var reasons: [String] = []

  /// Returns a cell's content if its value is missing for this reason.
  mutating func mark(for reason: String) -> String { "–" + Self.superscript(number(for: reason)) }

  /// The reason's number, from 1.
  mutating func number(for reason: String) -> Int {
    let reason = PlainLine(reason).description
    let index = reasons.firstIndex(of: reason) ?? reasons.count
    if index == reasons.count { reasons.append(reason) }
    return index + 1
  }

  var footnotes: [String] {
    reasons.enumerated().map { "\(Self.superscript($0.offset + 1)) \($0.element)" }
  }

  private static func superscript(_ number: Int) -> String {
    let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
    return String(number.description.utf8.map { digits[Int($0 - UInt8(ascii: "0"))] })
  }
}
