import Tables

/// The rows of a CSV file, whose first line names the columns: each request uses the next, and after the last the
/// first again.
struct DataRows {
  private let rows: [[String: String]]
  private var place = 0

  /// - Throws: ``UserError`` if the file can't be read, or is no table with rows.
  init(_ file: String) throws(UserError) {
    let text = String(decoding: try FileContent.bytes(of: file), as: UTF8.self)
    let table = try CSVTable(text, file: file) { fault in
      UserError.noData(file: file, reason: "line \(fault.line): \(fault.found)")
    }
    if table.rows.isEmpty { throw .noData(file: file, reason: "it has only a header") }
    rows = table.rows.map { row in
      Dictionary(
        zip(table.header.map(\.text), row.map(\.text)), uniquingKeysWith: { first, _ in first })
    }
  }

  /// The columns of a row, of which the first follows the last.
  func row(_ place: Int) -> [String: String] { rows[place % rows.count] }

  /// The columns of the next row.
  mutating func next() -> [String: String] {
    defer { place += 1 }
    return row(place)
  }
}
