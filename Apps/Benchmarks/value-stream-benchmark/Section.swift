/// A table of results, and what it says.
struct Section {
  /// What is measured and what the columns mean, in lines of at most 100 columns.
  let heading: String
  let columns: [String]
  var rows: [[String]] = []
  /// Rows of tables in Results/benchmarks, each after its page's name: published.py takes them.
  var published: [[String]] = []

  /// The heading, then the table: its first column to the left, figures to the right. Then what is
  /// published of it.
  var text: String {
    let table = [columns] + rows
    let widths = columns.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { cells in
      cells.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - cells[column].count)
        return column == 0 ? cells[column] + blanks : blanks + cells[column]
      }.joined(separator: "   ")
    }
    return ([heading, ""] + lines + published.map { $0.joined(separator: "\t") })
      .joined(separator: "\n") + "\n"
  }
}
