/// A table whose cells have become text, laid out column by column.
struct TextGrid {
  /// A section by the indices of its rows.
  struct Section {
    let heading: String?
    let rows: Range<Int>
  }

  let columns: [TextColumn]
  let sections: [Section]
  let footnotes: [String]

  init(_ table: Table) {
    var reasons = MissingReasons()
    var cells: [[TextCell]] = []
    var sections: [Section] = []
    for section in table.sections {
      let first = cells.count
      for row in section.rows {
        cells.append(row.map { TextCell($0, reasons: &reasons) })
      }
      sections.append(
        Section(
          heading: section.heading.map { PlainLine($0).description },
          rows: first..<cells.count))
    }
    columns = table.columns.enumerated().map { index, column in
      TextColumn(column, cells: cells.map { $0[index] })
    }
    self.sections = sections
    footnotes = reasons.footnotes
  }
}
