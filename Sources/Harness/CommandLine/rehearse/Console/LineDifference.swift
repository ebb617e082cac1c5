/// The lines in which two texts differ, in the style of `diff -u`.
struct LineDifference {
  private enum Line {
    case kept(Substring)
    case removed(Substring)
    case added(Substring)

    var text: String {
      switch self {
      case .kept(let line): " \(line)"
      case .removed(let line): "-\(line)"
      case .added(let line): "+\(line)"
      }
    }

    var isChange: Bool {
      if case .kept = self { false } else { true }
    }
  }

  /// The number of unchanged lines around changed ones.
  private static let context = 2
  private var lines: [Line] = []

  init(from old: String, to new: String) {
    let (before, after) = (Self.lines(of: old), Self.lines(of: new))
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (i, j) = (0, 0)
    while i < before.count || j < after.count {
      if removed.contains(i) {
        lines.append(.removed(before[i]))
        i += 1
      } else if added.contains(j) {
        lines.append(.added(after[j]))
        j += 1
      } else {
        lines.append(.kept(before[i]))
        (i, j) = (i + 1, j + 1)
      }
    }
  }

  /// The text of the difference, with the file's name above it.
  func text(named name: String) -> String {
    let changes = lines.indices.filter { lines[$0].isChange }
    let shown = Set(changes.flatMap { $0 - Self.context...$0 + Self.context })
    var text = ["--- \(name)", "+++ \(name)"]
    var (old, new) = (1, 1)
    for (index, line) in lines.enumerated() {
      if shown.contains(index) {
        if !shown.contains(index - 1) { text.append("@@ -\(old) +\(new) @@") }
        text.append(line.text)
      }
      switch line {
      case .kept: (old, new) = (old + 1, new + 1)
      case .removed: old += 1
      case .added: new += 1
      }
    }
    return text.joined(separator: "\n")
  }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
