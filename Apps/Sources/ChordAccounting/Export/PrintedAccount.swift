import AppPages
import AppStorage

/// An account on paper: its positions with their amounts, the total, what each roofer gets, the rule
/// of rounding, and lines to sign on.
///
/// A file is replaced as a whole or not at all: whatever fails, the old one is as it was and nothing
/// else is left behind.
public struct PrintedAccount: Sendable {
  private let account: Account

  /// An account to be printed.
  public init(_ account: Account) { self.account = account }

  /// Writes the account as PDF: portrait pages of A4, as many as it takes.
  ///
  /// Equal accounts and dates give equal bytes on a machine.
  /// - Parameters:
  ///   - path: the file, which is made or replaced.
  ///   - date: when it was printed.
  ///   - record: takes note of what is drawn.
  /// - Throws: ``ExportError``.
  public func writePDF(
    to path: String, date: Timestamp, record: PageRecord? = nil
  ) throws(ExportError) {
    let count = account.activities.count
    let pages = AccountSheet.pages(activities: count)
    let file = PDFFile(
      path, size: PDFFile.a4, title: PrintableText.line("Account: \(account.project.name)"),
      date: date.milliseconds / 1000, record: record)
    var carried = Amount.zero
    try file.write(pages: pages) { page, canvas in
      let first = min(count, (page - 1) * AccountSheet.rowsOfPage)
      let rows = account.activities[first..<min(count, first + AccountSheet.rowsOfPage)]
      canvas.heading(of: account.project, printed: date)
      for (row, activity) in rows.enumerated() {
        canvas.row(activity, in: AccountSheet.row(row))
        carried = carried + activity.amount
      }
      if page == pages {
        canvas.end(of: account, below: AccountSheet.row(rows.count))
      } else {
        canvas.pair(
          "Carried forward", carried.printed, in: AccountSheet.row(AccountSheet.rowsOfPage),
          isBold: false)
      }
      canvas.set(
        "\(page) / \(pages)", in: AccountSheet.footer,
        Lettering(size: 8, ink: .grey, alignment: .right))
    }
  }
}

extension Canvas {
  private static let text = 9.0

  /// What stands above the rows of each page.
  fileprivate func heading(of project: Project, printed date: Timestamp) {
    set("Piecework account", in: AccountSheet.title, Lettering(size: 16, isBold: true))
    let facts = [
      ("Project", project.name), ("Employer", project.employer),
      ("Roofers", project.team.roofers.joined(separator: ", ")), ("Printed", date.words),
    ]
    var line = AccountSheet.facts
    line.height /= Double(facts.count)
    for (name, value) in facts {
      set(name, in: line, Lettering(size: Self.text, ink: .grey))
      set(
        PrintableText.line(value),
        in: Box(x: line.x + 60, y: line.y, width: line.width - 60, height: line.height),
        Lettering(size: Self.text))
      line.y = line.bottom
    }
    for column in AccountSheet.Column.allCases {
      set(
        column.heading, in: AccountSheet.cell(column, in: AccountSheet.head),
        Lettering(
          size: 8, isBold: true, alignment: column.isNumber ? .right : .left))
    }
    rule(at: AccountSheet.head.bottom, .black)
  }

  /// An activity, all of it as far from the rule above as from the one below. A name of two lines is the
  /// longest that is printed whole.
  fileprivate func row(_ activity: Activity, in row: Box) {
    for column in AccountSheet.Column.allCases {
      let cell = AccountSheet.cell(column, in: row)
      if column == .type {
        set(
          PrintableText.line(activity.entry.type), in: cell,
          Lettering(size: Self.text, wraps: true, beginsAtTop: false))
      } else {
        set(
          activity.text(of: column), in: cell,
          Lettering(size: Self.text, alignment: column.isNumber ? .right : .left))
      }
    }
    rule(at: row.bottom, .hairline)
  }

  /// Total, shares, rule and signatures.
  fileprivate func end(of account: Account, below box: Box) {
    var line = AccountSheet.line(y: box.y + 4, height: 16)
    pair("Sum of the amounts, exact", account.sum.printed, in: line, isBold: false)
    line.y = line.bottom
    pair("Total", account.total.printed, in: line, isBold: true)
    for (roofer, share) in zip(account.project.team.roofers, account.shares) {
      line.y = line.bottom
      pair("Share of \(PrintableText.line(roofer))", share.printed, in: line, isBold: false)
    }
    let rule = AccountSheet.line(y: line.bottom + 8, height: 24)
    set(Account.roundingRule, in: rule, Lettering(size: 8, ink: .grey, wraps: true))
    signatures(of: account.project, below: rule.bottom + 44)
  }

  private func signatures(of project: Project, below y: Double) {
    let signers = project.team.roofers.map { "\($0), roofer" } + ["\(project.employer), employer"]
    let width = AccountSheet.width / Double(signers.count)
    for (column, signer) in signers.enumerated() {
      let x = AccountSheet.margin + Double(column) * width
      line(from: (x, y), to: (x + width - 12, y), .black)
      let box = Box(x: x, y: y + 3, width: width - 12, height: 11)
      set(PrintableText.line(signer), in: box, Lettering(size: 8))
      set(
        "Date and signature", in: Box(x: x, y: box.bottom, width: box.width, height: 11),
        Lettering(size: 7, ink: .grey))
    }
  }

  /// A name and its sum, which stands below the amounts.
  fileprivate func pair(_ name: String, _ sum: String, in line: Box, isBold: Bool) {
    let amount = AccountSheet.cell(.amount, in: line)
    set(sum, in: amount, Lettering(size: Self.text, isBold: isBold, alignment: .right))
    set(
      name, in: Box(x: line.x + 3, y: line.y, width: amount.x - line.x - 12, height: line.height),
      Lettering(size: Self.text, isBold: isBold, alignment: .right))
  }

  private func rule(at y: Double, _ ink: Ink) {
    line(
      from: (AccountSheet.margin, y), to: (AccountSheet.margin + AccountSheet.width, y), ink)
  }
}

extension Activity {
  fileprivate func text(of column: AccountSheet.Column) -> String {
    switch column {
    case .pos: "\(entry.pos)"
    case .type: entry.type
    case .quantity: quantity.printed
    case .unit: entry.unit.printed
    case .price: entry.price.printed
    case .amount: amount.printed
    }
  }
}
