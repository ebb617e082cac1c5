import AppPages

/// The lists of a difference: a line a step.
extension Canvas {
  /// What changes, the largest change of time first.
  func changes(_ changes: [StepChange], _ lines: Range<Int>, in head: Box) {
    let columns = ListColumns(of: head)
    self.head("What changes, by time", ["Step", "Now", "Then", "Saved"], columns)
    if changes.isEmpty { remark("Nothing changes.", columns) }
    for (row, index) in lines.enumerated() {
      let change = changes[index]
      let saved = Minutes(seconds: abs(change.saved.seconds)).text
      line(
        [
          "\(change.kind.sign) \(Self.name(change.name))", change.before?.minutes.text ?? "new",
          change.after?.minutes.text ?? "gone", change.saved < .zero ? "−\(saved)" : saved,
        ], (change.after ?? change.before)?.classification, at: row, columns)
    }
  }

  /// The waste of the current map, the largest first, and what becomes of it.
  func waste(_ waste: [MapDifference.WasteChange], _ lines: Range<Int>, in head: Box) {
    let columns = ListColumns(of: head)
    self.head(
      "Waste of the current map, by size", ["Step", "Now", "Then", "Running share"], columns)
    if waste.isEmpty { remark("There is none.", columns) }
    let longest = waste.first?.waste.sticker.minutes ?? .zero
    for (row, index) in lines.enumerated() {
      let (step, after) = (waste[index].waste, waste[index].after)
      let minutes = step.sticker.minutes
      if longest > .zero {
        // A bar behind the words: how large it is beside the largest.
        let box = columns.box(0, at: row)
        let width = box.width * Double(minutes.seconds) / Double(longest.seconds)
        fill(
          Box(x: box.x, y: box.y + 2, width: width, height: box.height - 4), .paleRed)
      }
      let then = after.map {
        $0.classification == .waste ? $0.minutes.text : $0.classification.title
      }
      line(
        [
          Self.name(step.sticker.name), minutes.text, then ?? "gone",
          Totals.percent(step.runningShare),
        ], .waste, at: row, columns)
    }
  }

  private func head(_ title: String, _ names: [String], _ columns: ListColumns) {
    let head = columns.head
    set(
      title, in: Box(x: head.x, y: head.y, width: head.width, height: 18),
      Lettering(size: 11, isBold: true))
    for (index, name) in names.enumerated() {
      var box = columns.box(index, at: 0)
      box.y = head.y + 20
      box.height = 14
      set(name, in: box, Lettering(size: 8, ink: .grey, alignment: index == 0 ? .left : .right))
    }
    line(from: (head.x, head.bottom - 2), to: (head.right, head.bottom - 2), .hairline)
  }

  private func remark(_ text: String, _ columns: ListColumns) {
    set(text, in: columns.box(0, at: 0), Lettering(size: 9, ink: .grey))
  }

  private func line(
    _ texts: [String], _ kind: Classification?, at row: Int, _ columns: ListColumns
  ) {
    if let kind {
      let sign = columns.sign(at: row)
      band(kind, in: sign)
      letter(kind, in: Box(x: sign.x + 4, y: sign.y, width: 12, height: sign.height))
    }
    for (index, text) in texts.enumerated() {
      set(
        text, in: columns.box(index, at: row),
        Lettering(size: 9, alignment: index == 0 ? .left : .right))
    }
  }

  private static func name(_ name: String) -> String {
    name.isEmpty ? "(no name)" : PrintableText.line(name)
  }
}

/// The columns of a list: the sign of a classification, a name, and three numbers.
private struct ListColumns {
  private static let signWidth = 20.0
  private static let numbers = [72.0, 72.0, 68.0]

  let head: Box

  init(of head: Box) {
    self.head = head
  }

  func sign(at row: Int) -> Box {
    Box(x: head.x, y: top(of: row) + 2, width: Self.signWidth, height: DifferenceSheet.line - 4)
  }

  /// A cell: column 0 is the name.
  func box(_ column: Int, at row: Int) -> Box {
    let first = head.x + Self.signWidth + 6
    let name = head.right - first - Self.numbers.reduce(0, +)
    let before = Self.numbers.prefix(max(column - 1, 0)).reduce(0, +)
    return Box(
      x: column == 0 ? first : first + name + before, y: top(of: row),
      width: column == 0 ? name - 4 : Self.numbers[column - 1], height: DifferenceSheet.line)
  }

  private func top(of row: Int) -> Double { head.bottom + Double(row) * DifferenceSheet.line }
}

extension StepChange.Kind {
  /// The kind in one sign, before a step's name.
  fileprivate var sign: String {
    switch self {
    case .eliminated: "×"
    case .added: "+"
    case .shorter: "↓"
    case .longer: "↑"
    case .altered: "≠"
    }
  }
}
