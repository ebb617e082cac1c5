import Foundation
import Statistics

/// Writes a table as JSON: columns with their units, cells with the full number and the displayed text, gaps
/// with their reasons. `Docs/schemas/table.schema.json` is its schema.
public struct JSONTableRenderer: TableRenderer {
  /// A renderer; it has no options.
  public init() {}

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // JSON has no such numbers.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      output.write(String(decoding: try encoder.encode(Document(table)), as: UTF8.self) + "\n")
    } catch {
      preconditionFailure("a document of strings and numbers can be written: \(error)")
    }
  }

  private struct Document: Encodable {
    let title: String
    let notes: [String]
    let columns: [Column]
    let leadingColumns: Int
    let sections: [Section]

    init(_ table: Table) {
      title = table.title
      notes = table.notes
      columns = table.columns.map { Column(heading: $0.heading, unit: $0.unit) }
      leadingColumns = table.leadingColumns
      sections = table.sections.map {
        Section(heading: $0.heading, rows: $0.rows.map { $0.map(Cell.init) })
      }
    }
  }

  private struct Column: Encodable {
    let heading: String
    let unit: String
  }

  private struct Section: Encodable {
    let heading: String?
    let rows: [[Cell]]
  }

  /// A word has `text`, a number `value` and `text`, a gap `missing`.
  private struct Cell: Encodable {
    var text: String?
    var value: Double?
    var missing: String?
    var tone: String?

    init(_ cell: Table.Cell) {
      switch cell.content {
      case .text(let words): text = words
      case .number(let number, let format): (value, text) = (number, format.string(for: number))
      case .missing(let reason): missing = reason
      }
      tone = cell.tone.className
    }
  }
}
