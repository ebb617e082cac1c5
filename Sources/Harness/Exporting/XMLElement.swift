import Reporting

/// An element of an XML document, written with everything escaped.
///
/// Foundation's own XML is not used: statically linked it still loads libxml2 and ICU, by which each
/// start of Rehearse took twice as long (4.8 rather than 2.3 ms), and it cuts text at a NUL.
struct XMLElement {
  let name: String
  var attributes: [(name: String, value: String)] = []
  var children: [XMLElement] = []
  /// Stands in an element without children.
  var text = ""

  /// The document of which this is the root.
  var document: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + rendered(depth: 0) }

  private func rendered(depth: Int) -> String {
    let indent = String(repeating: "  ", count: depth)
    let attributes = attributes.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    let start = "\(indent)<\(name)\(attributes)"
    if !children.isEmpty {
      let inner = children.map { $0.rendered(depth: depth + 1) }.joined()
      return "\(start)>\n\(inner)\(indent)</\(name)>\n"
    }
    if text.isEmpty { return "\(start)/>\n" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "\(start)>\(lines.map { Self.escaped(String($0)) }.joined(separator: "\n"))</\(name)>\n"
  }

  private static func escaped(_ line: String) -> String {
    let text = PlainLine(line).description.escaped([
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
      // The only ones left that XML 1.0 forbids.
      "\u{FFFE}": "\u{FFFD}", "\u{FFFF}": "\u{FFFD}",
    ])
    // A job may print the document, lines of standard error included.
    return JobCommand.disarmed(text) { "&#\($0.value);" }
  }
}
