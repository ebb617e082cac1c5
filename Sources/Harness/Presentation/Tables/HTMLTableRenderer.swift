import Statistics

/// Writes a table as a piece of a page: a box that scrolls on a narrow screen, with the title as caption and
/// the notes below.
///
/// Headings are buttons inside of `th[aria-sort]`, so that a script can sort; for that every number has its
/// full value in `data-value`. A cell's tone is a class (`good`, `bad`, `caution`) beside words that say the
/// same.
public struct HTMLTableRenderer: TableRenderer {
  /// A renderer; it has no options.
  public init() {}

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    output.write(piece(table).markup + "\n")
  }

  /// The table as a piece of a page.
  public func piece(_ table: Table) -> HTML {
    var reasons = MissingReasons()
    let padding = DecimalPadding(table)
    let bodies = table.sections.map { body(of: $0, table, padding, &reasons) }
    let remarks = table.notes + reasons.footnotes
    return HTML("div", ["class": "table"]) {
      // It takes the focus, so that it scrolls with the keyboard, too.
      HTML(
        "div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": label(table)]
      ) {
        HTML("table") {
          if !table.title.isEmpty { HTML("caption") { table.title } }
          HTML("thead") { HTML("tr") { headings(table) } }
          bodies
        }
      }
      for remark in remarks { HTML("p", ["class": "note"]) { remark } }
    }
  }

  private func label(_ table: Table) -> String {
    table.title.isEmpty ? table.columns.map(\.heading).joined(separator: ", ") : table.title
  }

  private func headings(_ table: Table) -> [HTML] {
    let isSortable = table.sections.contains { $0.rows.count > 1 }
    return table.columns.map { column in
      let alignment = Self.name(of: column.alignment)
      // An empty heading can be neither read out nor pressed.
      guard !column.heading.isEmpty else { return HTML("td", ["class": alignment]) {} }
      let words = HTML(joined: [
        HTML(column.heading),
        column.unit.isEmpty ? HTML("") : HTML("span", ["class": "unit"]) { " \(column.unit)" },
      ])
      guard isSortable else { return HTML("th", ["scope": "col", "class": alignment]) { words } }
      return HTML("th", ["scope": "col", "class": alignment, "aria-sort": "none"]) {
        HTML("button", ["type": "button"]) { words }
      }
    }
  }

  private func body(
    of section: Table.Section, _ table: Table, _ padding: DecimalPadding,
    _ reasons: inout MissingReasons
  ) -> HTML {
    let rows = section.rows.map { row in
      let cells = zip(table.columns, row).enumerated().map { index, pair in
        cell(
          pair.1, of: pair.0, isHeading: index == 0 && table.leadingColumns > 0, &reasons
        ) { padding.padding(of: $0, inColumn: index) }
      }
      return HTML("tr") { cells }
    }
    return HTML("tbody") {
      if let heading = section.heading {
        HTML("tr", ["class": "section"]) {
          HTML("th", ["scope": "rowgroup", "colspan": "\(table.columns.count)"]) { heading }
        }
      }
      rows
    }
  }

  private func cell(
    _ cell: Table.Cell, of column: Table.Column, isHeading: Bool, _ reasons: inout MissingReasons,
    padding: (String) -> String?
  ) -> HTML {
    var value: String?
    var pad: String?
    let text: String
    switch cell.content {
    case .text(let words): text = words
    case .missing(let reason): text = reasons.mark(for: reason)
    case .number(let number, let format):
      text = format.string(for: number)
      value = number.isNaN ? nil : "\(number)"
      pad = padding(text)
    }
    // A row's heading needs words to be read out.
    let isHeading = isHeading && !text.isEmpty
    let classes = [Self.name(of: column.alignment), Self.name(of: cell)]
      .compactMap(\.self).joined(separator: " ")
    let style = classes.isEmpty ? nil : classes
    let words = HTML(text)
    return isHeading
      ? HTML("th", ["scope": "row", "class": style, "data-value": value, "data-pad": pad]) { words }
      : HTML("td", ["class": style, "data-value": value, "data-pad": pad]) { words }
  }

  private static func name(of alignment: Table.Alignment) -> String? {
    switch alignment {
    case .leading: nil
    case .trailing, .decimal: "number"
    }
  }

  private static func name(of cell: Table.Cell) -> String? {
    if case .missing = cell.content { "missing" } else { cell.tone.className }
  }
}
