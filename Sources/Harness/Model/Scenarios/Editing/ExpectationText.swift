import DriverProtocol
import Yams

extension Expectation {
  /// The expectation as written in a scenario: `{ count: 3, digest: "9f3c" }`.
  public var text: String {
    "{ " + entries.map { "\($0.key): \($0.text)" }.joined(separator: ", ") + " }"
  }

  /// Its keys in writing order, each with its value as text: the count first, because people look
  /// for it, then the other facts by name, the digest last.
  var entries: [(key: String, text: String)] {
    if case .refusal(let code) = self { return [(key: "error", text: Scalar.text(code).yaml)] }
    if case .command(let expectation) = self { return expectation.entries }
    guard case .outcome(let facts, let digest) = self else { return [] }
    let names = facts.keys.sorted { ($0 == "count" ? 0 : 1, $0) < ($1 == "count" ? 0 : 1, $1) }
    var entries = names.map { (key: Scalar.text($0).yaml, text: facts[$0]?.yaml ?? "") }
    // A digest can consist of digits only, and quotes keep it text.
    if let digest { entries.append((key: "digest", text: Scalar.quoted(digest))) }
    return entries
  }
}

extension CommandExpectation {
  fileprivate var entries: [(key: String, text: String)] {
    let made = files.sorted { $0.key < $1.key }.map { name, content in
      let entries = content.entries.map { "\($0.key): \($0.text)" }.joined(separator: ", ")
      return "\(Scalar.text(name).yaml): " + (entries.isEmpty ? "{}" : "{ \(entries) }")
    }
    return [(key: "status", text: "\(status)")] + output.entries
      + (made.isEmpty ? [] : [(key: "files", text: "{ \(made.joined(separator: ", ")) }")])
  }
}

extension CommandExpectation.Content {
  fileprivate var entries: [(key: String, text: String)] {
    let entries: [(key: String, text: String?)] = [
      ("text", text.map(Scalar.quoted)), ("lines", lines.map(String.init)),
      ("bytes", bytes.map(String.init)), ("digest", digest.map(Scalar.quoted)),
    ]
    return entries.compactMap { entry in entry.text.map { (key: entry.key, text: $0) } }
  }
}

extension DriverProtocol.Scalar {
  /// The value as written in a scenario, so that it is parsed as the same value.
  var yaml: String {
    if case .number(let value) = self { return Self.decimal(value) }
    if case .text(let text) = self { return Self.isPlain(text) ? text : Self.quoted(text) }
    return description
  }

  /// YAML 1.1 takes `1e-07` for text: its numbers have a decimal point.
  private static func decimal(_ value: Double) -> String {
    let text = String(value)
    guard let exponent = text.firstIndex(of: "e"), !text[..<exponent].contains(".") else {
      return text
    }
    return text[..<exponent] + ".0" + text[exponent...]
  }

  /// A Boolean value indicating whether a text needs no quotes: a plain word that YAML does not
  /// take for something else, such as `no` or `null`.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
    func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
      isLetter(scalar) || ("0"..."9").contains(scalar) || "-_.".unicodeScalars.contains(scalar)
    }
    guard let first = scalars.first, isLetter(first), scalars.allSatisfy(isOfWord) else {
      return false
    }
    guard let node = try? compose(yaml: text) else { return false }
    return node.tag == Tag(.str)
  }

  /// A text in double quotes. Unprintable characters, and any that YAML or a terminal may
  /// interpret, are escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic: quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}
