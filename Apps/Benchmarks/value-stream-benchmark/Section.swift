/// A table of results, and what it says.
struct Section {
  /// What is measured and what the columns mean, in lines of at most 100 columns.
  let heading: String
  let columns: [String]
  var rows: [[String]] = []

  /// The heading, then the table: its first column to the left, figures to the right.
  var text: String {
    let table = [columns] + rows
    let widths = columns.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { cells in
      cells.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - cells[column].count)
        return column == 0 ? cells[column] + blanks : blanks + cells[column]
      }.joined(separator: "   ")
    }
    return ([heading, ""] + lines).joined(separator: "\n") + "\n"
  }

  /// A figure to three digits, or all of its whole part; "-" for none.
  static func figure(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    let places = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    guard places > 0 else { return "\(scaled)" }
    let rest = "\(scaled % scale)"
    return "\(scaled / scale)." + String(repeating: "0", count: places - rest.count) + rest
  }
}
