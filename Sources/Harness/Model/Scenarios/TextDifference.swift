/// The first difference between two texts, in words: its position, and the text on both sides.
///
/// Long lines are shown from a few characters before the difference. Control characters of a
/// program's output never reach a terminal.
public enum TextDifference {
  /// The number of characters shown of a line.
  private static let width = 60

  /// Returns the first difference, such as `line 3: 'found' instead of 'right'`; nil if they are equal.
  public static func words(_ found: String, insteadOf right: String) -> String? {
    if found == right { return nil }
    let (mine, others) = (lines(found), lines(right))
    let same = zip(mine, others).prefix { $0 == $1 }.count
    let line = "line \(same + 1): "
    guard same < mine.count else {
      return same < others.count
        ? "\(line)none instead of \(shown(others[same], from: 0))" : "the line feed at the end"
    }
    guard same < others.count else { return "\(line)\(shown(mine[same], from: 0)) instead of none" }
    let equal = zip(mine[same], others[same]).prefix { $0 == $1 }.count
    let start = equal > width / 2 ? equal - width / 4 : 0
    return "\(line)\(shown(mine[same], from: start)) instead of \(shown(others[same], from: start))"
  }

  /// The lines, without an empty one after a final line feed.
  private static func lines(_ text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func shown(_ line: Substring, from start: Int) -> String {
    let part = line.dropFirst(start)
    let visible = part.prefix(width).unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }.joined()
    return "'\(start > 0 ? "…" : "")\(visible)\(part.count > width ? "…" : "")'"
  }
}
