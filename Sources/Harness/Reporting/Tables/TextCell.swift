import Rounding

/// A cell as harmless text, with all that its layout depends on.
struct TextCell {
  let text: String
  let role: TextStyle.Role?
  let isNumber: Bool

  init(_ cell: Table.Cell, reasons: inout MissingReasons) {
    switch cell.content {
    case .text(let text):
      self.text = PlainLine(text).description
      role = cell.tone.role
      isNumber = false
    case .number(let value, let format):
      text = format.string(for: value)
      role = cell.tone.role
      isNumber = true
    case .missing(let reason):
      text = reasons.mark(for: reason)
      role = .missing
      isNumber = false
    }
  }

  var width: Int { DisplayWidth.of(text) }

  /// The width up to the decimal point, and from it on.
  var decimalParts: (whole: Int, fraction: Int) {
    let whole = DisplayWidth.of(String(text.prefix { $0 != "." }))
    return (whole, width - whole)
  }
}

extension Table.Cell.Tone {
  var role: TextStyle.Role? {
    switch self {
    case .neutral: nil
    case .good: .good
    case .bad: .bad
    case .caution: .caution
    }
  }
}
