import Yams

/// The text of a YAML file as a list of characters, and the edits that change only one node. The
/// YAML parser tells where a node begins; its end is found here.
///
/// It knows the usual layouts, and returns nil for others. The editor parses the result again.
struct EditedSource {
  /// A part of the text and its replacement.
  struct Edit {
    let range: Range<Int>
    let replacement: String
  }

  private let scalars: [Unicode.Scalar]
  /// The offset at which each line begins, plus one more element for the end of the text.
  private let lines: [Int]
  private let lineBreak: String

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    // The parser's columns don't count a byte order mark.
    var lines = [scalars.first == "\u{FEFF}" ? 1 : 0]
    for (index, scalar) in scalars.enumerated() {
      let isBreak = scalar == "\n" || scalar == "\r" && scalars.dropFirst(index + 1).first != "\n"
      if isBreak { lines.append(index + 1) }
    }
    if lines.last != scalars.count { lines.append(scalars.count) }
    self.scalars = scalars
    self.lines = lines
    lineBreak = text.unicodeScalars.contains("\r") ? "\r\n" : "\n"
  }

  /// The text after edits, which must not overlap.
  func applying(_ edits: [Edit]) -> String {
    var edited = scalars
    // From the end, so that positions stay valid; an insertion comes before a removal that ends there.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      edited.replaceSubrange(edit.range, with: edit.replacement.unicodeScalars)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: edited)
    return String(text)
  }

  /// A Boolean value indicating whether a mapping is written as `{ … }`.
  func isInBraces(_ node: Node) -> Bool { start(of: node).map { scalars[$0] == "{" } ?? false }

  func replacing(_ node: Node, by text: String) -> Edit? {
    guard let start = start(of: node, orEnd: true) else { return nil }
    switch node {
    case .mapping:
      guard isInBraces(node), let end = closing(from: start)?.end else { return nil }
      return Edit(range: start..<end + 1, replacement: text)
    case .scalar(let scalar):
      guard let end = end(of: scalar, from: start) else { return nil }
      // A missing value is right after its colon.
      let isMissing = end == start && start > 0 && scalars[start - 1] == ":"
      return Edit(range: start..<end, replacement: (isMissing ? " " : "") + text)
    case .sequence, .alias: return nil
    }
  }

  /// Appends entries, such as `count: 3`, to a mapping.
  func appending(_ entries: [String], to mapping: Node) -> Edit? {
    guard let start = start(of: mapping) else { return nil }
    if scalars[start] == "{" {
      guard let (_, last) = closing(from: start) else { return nil }
      let separator = scalars[last] == "," || last == start ? " " : ", "
      return Edit(
        range: last + 1..<last + 1, replacement: separator + entries.joined(separator: ", "))
    }
    guard let mark = mapping.mark else { return nil }
    let end = lines[lastLine(of: mark.line - 1, from: mark.column - 1) + 1]
    let indentation = String(repeating: " ", count: mark.column - 1)
    let isUnended = end == scalars.count && end > 0 && !["\n", "\r"].contains(scalars[end - 1])
    let added = entries.map { indentation + $0 }
    return Edit(
      range: end..<end,
      replacement: isUnended
        ? added.map { lineBreak + $0 }.joined() : added.map { $0 + lineBreak }.joined())
  }

  /// Removes an entry that has its own lines.
  func removingLines(of key: Node) -> Edit? {
    guard let mark = key.mark, let start = start(of: key) else { return nil }
    let line = mark.line - 1
    guard scalars[lines[line]..<start].allSatisfy({ $0 == " " }) else { return nil }
    let end = lastLine(of: line, from: mark.column)
    return Edit(range: lines[line]..<lines[end + 1], replacement: "")
  }
}

/// The ends of nodes.
extension EditedSource {
  /// The position of a node's first character; nil if the text is not as the parser saw it. An empty node may
  /// be at the text's end if `orEnd`.
  private func start(of node: Node, orEnd: Bool = false) -> Int? {
    guard let mark = node.mark, mark.line >= 1, mark.column >= 1, mark.line < lines.count else {
      return nil
    }
    let place = lines[mark.line - 1] + mark.column - 1
    return place < scalars.count || orEnd && place == scalars.count ? place : nil
  }

  /// The last line of a block, without comments and empty lines after it. The block begins at `line`, from 0;
  /// its other lines are indented by `column` at least.
  private func lastLine(of line: Int, from column: Int) -> Int {
    var last = line
    for next in line + 1..<max(line + 1, lines.count - 1) {
      let text = scalars[lines[next]..<lines[next + 1]]
      let content = text.drop { $0 == " " }
      guard let first = content.first, !["#", "\n", "\r"].contains(first) else { continue }
      guard content.startIndex - text.startIndex >= column else { break }
      last = next
    }
    return last
  }

  private func end(of scalar: Node.Scalar, from start: Int) -> Int? {
    switch scalar.style {
    case .singleQuoted, .doubleQuoted: endOfQuoted(from: start).map { $0 + 1 }
    case .plain, .any:
      scalars[start...].starts(with: scalar.string.unicodeScalars)
        ? start + scalar.string.unicodeScalars.count : nil
    case .literal, .folded: nil
    }
  }

  private func endOfQuoted(from start: Int) -> Int? {
    guard start < scalars.count else { return nil }
    let quote = scalars[start]
    var index = start + 1
    while index < scalars.count {
      if quote == "\"", scalars[index] == "\\" {
        index += 1
      } else if scalars[index] == quote {
        // Doubled within single quotes, it stands for itself.
        guard quote == "'", scalars[(index + 1)...].first == quote else { return index }
        index += 1
      }
      index += 1
    }
    return nil
  }

  /// The matching closing brace, and the last character before it that is neither blank nor comment.
  private func closing(from start: Int) -> (end: Int, last: Int)? {
    var (depth, last, index) = (0, start, start)
    while index < scalars.count {
      let scalar = scalars[index]
      switch scalar {
      case " ", "\t", "\n", "\r":
        index += 1
        continue
      case "#" where index > 0 && [" ", "\t", "\n", "\r"].contains(scalars[index - 1]):
        while index < scalars.count, scalars[index] != "\n", scalars[index] != "\r" { index += 1 }
        continue
      // Elsewhere a quote is part of a plain word, as in `it's`.
      case "\"", "'":
        if ["{", "[", ",", ":"].contains(scalars[last]) {
          guard let end = endOfQuoted(from: index) else { return nil }
          index = end
        }
      case "{", "[": depth += 1
      case "}", "]":
        depth -= 1
        if depth == 0 { return (index, last) }
      default: break
      }
      last = index
      index += 1
    }
    return nil
  }
}
