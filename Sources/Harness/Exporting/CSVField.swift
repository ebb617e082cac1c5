/// A field of a CSV file (RFC 4180).
enum CSVField {
  static func quoted(_ name: String) -> String {
    // By scalars: a combining mark after a quote or a comma would hide it in a Character.
    let scalars = name.unicodeScalars
    guard scalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return name }
    let parts = scalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map(String.init).joined(separator: "\"\"") + "\""
  }

  /// The shortest text that reads back as the same number; whole numbers without a fraction.
  static func text(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }
}
