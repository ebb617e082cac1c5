import Statistics

/// Writes a table for LaTeX with the rules of the package `booktabs`: a floating `table`, or from ``longest``
/// rows on a `longtable`, which breaks over pages.
///
/// Phantoms align numbers at their decimal points, so no further package is needed.
///
/// Source: S. Fear, "Publication quality tables in LaTeX" (booktabs 1.6).
public struct LaTeXTableRenderer: TableRenderer {
  /// The number of rows that fit on a page.
  public static let longest = 40

  /// A renderer; it has no options.
  public init() {}

  /// Writes one table, ended by a line break.
  public func render(_ table: Table, into output: inout some TextOutputStream) {
    var reasons = MissingReasons()
    let padding = DecimalPadding(table)
    let rows = table.sections.enumerated().flatMap { index, section in
      lines(of: section, isFirst: index == 0, table, padding, &reasons)
    }
    let remarks = table.notes.map { LaTeXText($0).description } + Self.footnotes(reasons)
    let isLong = table.sections.map(\.rows.count).reduce(0, +) > Self.longest
    let parts =
      ["% \\usepackage{booktabs\(isLong ? ",longtable" : "")}"]
      + (isLong ? long(table, rows, remarks) : floating(table, rows, remarks))
    let text = parts.joined(separator: "\n") + "\n"
    if text.unicodeScalars.contains(where: LaTeXText.needsOtherEngine) {
      output.write("% Has letters that pdfLaTeX lacks; LuaLaTeX and XeLaTeX set them.\n")
    }
    output.write(text)
  }

  private func floating(_ table: Table, _ rows: [String], _ remarks: [String]) -> [String] {
    ["\\begin{table}", "\\centering"] + caption(table, ending: "")
      + ["\\begin{tabular}{\(specification(table))}", "\\toprule", headings(table), "\\midrule"]
      + rows + ["\\bottomrule", "\\end{tabular}"] + remarks.map(paragraph) + ["\\end{table}"]
  }

  private func long(_ table: Table, _ rows: [String], _ remarks: [String]) -> [String] {
    ["\\begin{longtable}{\(specification(table))}"] + caption(table, ending: "\\\\")
      + ["\\toprule", headings(table), "\\midrule", "\\endhead", "\\bottomrule", "\\endfoot"]
      + rows + ["\\end{longtable}"] + remarks.map(paragraph)
  }

  private func caption(_ table: Table, ending: String) -> [String] {
    table.title.isEmpty ? [] : ["\\caption{\(LaTeXText(table.title))}\(ending)"]
  }

  private func specification(_ table: Table) -> String {
    table.columns.map { $0.alignment == .leading ? "l" : "r" }.joined()
  }

  private func headings(_ table: Table) -> String {
    row(table.columns.map { LaTeXText($0.headingWithUnit).description })
  }

  private func paragraph(_ remark: String) -> String {
    "\\par\\smallskip{\\footnotesize \(remark)\\par}"
  }

  private func lines(
    of section: Table.Section, isFirst: Bool, _ table: Table, _ padding: DecimalPadding,
    _ reasons: inout MissingReasons
  ) -> [String] {
    var lines: [String] = []
    if let heading = section.heading {
      if !isFirst { lines.append("\\addlinespace") }
      let text = LaTeXText(heading)
      lines.append("\\multicolumn{\(table.columns.count)}{l}{\\textbf{\(text)}} \\\\")
    }
    for cells in section.rows {
      lines.append(row(cells.enumerated().map { text(of: $1, inColumn: $0, padding, &reasons) }))
    }
    return lines
  }

  private func text(
    of cell: Table.Cell, inColumn column: Int, _ padding: DecimalPadding,
    _ reasons: inout MissingReasons
  ) -> String {
    switch cell.content {
    case .text(let text): return LaTeXText(text).description
    case .missing(let reason): return "--\\textsuperscript{\(reasons.number(for: reason))}"
    case .number(let value, let format):
      let shown = format.string(for: value)
      let phantom = padding.padding(of: shown, inColumn: column).map { "\\phantom{\($0)}" }
      // A minus sign is longer than a hyphen.
      let sign = shown.hasPrefix("-") ? "$-$" : ""
      let digits = LaTeXText(sign.isEmpty ? shown : String(shown.dropFirst()))
      return sign + digits.description + (phantom ?? "")
    }
  }

  private func row(_ fields: [String]) -> String {
    // A row that begins with a bracket would be read as an option of the line break before.
    let fields = fields.map { $0.hasPrefix("[") ? "{}\($0)" : $0 }
    return fields.joined(separator: " & ") + " \\\\"
  }

  private static func footnotes(_ reasons: MissingReasons) -> [String] {
    reasons.reasons.enumerated().map {
      "\\textsuperscript{\($0.offset + 1)} \(LaTeXText($0.element))"
    }
  }
}

/// Any text as one line of LaTeX that shows exactly this text.
struct LaTeXText: CustomStringConvertible {
  let description: String

  init(_ text: String) {
    // By scalar: a combining mark would join a brace in one character that is not a brace.
    var escaped = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in PlainLine(text).description.unicodeScalars {
      // Two hyphens or commas would become one sign.
      if scalar == previous, "-,'".unicodeScalars.contains(scalar) {
        escaped.append(contentsOf: "{}".unicodeScalars)
      }
      escaped.append(contentsOf: Self.escaped(scalar))
      previous = scalar
    }
    description = String(escaped)
  }

  /// Returns whether pdfLaTeX stops at a letter: it knows few beyond Latin, dashes and quotation marks.
  static func needsOtherEngine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x20...0x7E, 0xA0...0x17F, 0x2013, 0x2014, 0x2018...0x201D, 0x2026: false
    default: true
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    switch scalar {
    case "\\": "\\textbackslash{}".unicodeScalars
    case "{", "}", "$", "&", "#", "%", "_": "\\\(scalar)".unicodeScalars
    case "~": "\\textasciitilde{}".unicodeScalars
    case "^": "\\textasciicircum{}".unicodeScalars
    // In TeX's old text fonts these three are other signs.
    case "<", ">", "|": "$\(scalar)$".unicodeScalars
    case "`": "\\textasciigrave{}".unicodeScalars
    case "∞": "$\\infty$".unicodeScalars
    case "≥": "$\\geq$".unicodeScalars
    case "≤": "$\\leq$".unicodeScalars
    default: String.UnicodeScalarView([scalar])
    }
  }
}
