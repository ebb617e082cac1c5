/// A text with placeholders: `{{name}}` is replaced, and lines between `{{#name}}` and `{{/name}}`
/// are kept only if there is such a value.
struct Template {
  private let text: String

  /// One of the module's own templates.
  init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  /// The text with values inserted, by name; those that are nil or missing have no lines.
  func filled(_ values: [String: String?]) -> String {
    var lines: [String] = []
    var hidden: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let name = Self.name(in: line, after: "#") {
        if hidden == nil, (values[String(name)] ?? nil) == nil { hidden = name }
      } else if let name = Self.name(in: line, after: "/") {
        if hidden == name { hidden = nil }
      } else if hidden == nil {
        lines.append(Self.filled(String(line), values))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The name in a line that opens or closes a section.
  private static func name(in line: Substring, after sign: String) -> Substring? {
    guard line.hasPrefix("{{\(sign)"), line.hasSuffix("}}") else { return nil }
    return line.dropFirst(3).dropLast(2)
  }

  /// Values are inserted once: placeholders in a value are not replaced.
  private static func filled(_ line: String, _ values: [String: String?]) -> String {
    line.replacing(/\{\{([a-z]+)\}\}/) { match in
      (values[String(match.1)] ?? nil) ?? String(match.0)
    }
  }
}
