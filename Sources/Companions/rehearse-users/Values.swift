import DriverKit
import DriverProtocol

/// The values of `${name}` in requests: a row's columns, else what an earlier request took, else variables.
struct Values {
  /// The values that earlier requests took from their answers.
  var taken: [String: JSONValue] = [:]
  /// The columns of the current row of data.
  var row: [String: String] = [:]
  private let variables: [String: String]

  /// Reads variables from words `NAME=value`.
  init(variables words: some Sequence<String>) {
    variables = Dictionary(
      words.compactMap { word in
        word.firstIndex(of: "=").map {
          (String(word[..<$0]), String(word[word.index(after: $0)...]))
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  private func value(_ name: String) -> JSONValue? {
    row[name].map { .text($0) } ?? taken[name] ?? variables[name].map { .text($0) }
  }

  /// A text with its variables resolved; `$${name}` gives `${name}`. `encode` is applied to each value.
  /// - Throws: ``UserError/unknownValue(_:)``.
  func resolved(
    _ text: String, encode: (String) -> String = { $0 }
  ) throws(UserError) -> String {
    var resolved = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "$") {
      resolved += rest[..<start]
      let after = rest[rest.index(after: start)...]
      if after.first == "$", let (name, end) = Self.name(after.dropFirst()) {
        resolved += "${\(name)}"
        rest = rest[end...]
      } else if let (name, end) = Self.name(after) {
        guard let value = value(name) else { throw .unknownValue(name) }
        resolved += encode(value.text)
        rest = rest[end...]
      } else {
        resolved += "$"
        rest = after
      }
    }
    return resolved + rest
  }

  /// A text with its variables resolved, or nil if one has no value yet.
  func known(_ text: String) -> String? { try? resolved(text) }

  /// A header with its variables resolved.
  /// - Throws: ``UserError/unknownValue(_:)``, or ``UserError/severalLines(_:)`` if that comes from an answer, and not
  ///   from a variable or data.
  func header(_ text: String) throws(UserError) -> String {
    let line = try resolved(text)
    if line.isSingleLine { return line }
    var own = self
    own.taken = taken.mapValues { _ in .text("") }
    if try own.resolved(text).isSingleLine { throw .severalLines(line) }
    return line
  }

  /// A value in whose texts variables are resolved. A text that is nothing but one variable becomes its value, so that
  /// a number stays a number.
  func resolved(_ json: JSONValue) throws(UserError) -> JSONValue {
    switch json {
    case .text(let text):
      if let (name, end) = text.first == "$" ? Self.name(text.dropFirst()) : nil,
        end == text.endIndex, let value = value(name)
      {
        return value
      }
      return .text(try resolved(text))
    case .list(let values):
      var resolved: [JSONValue] = []
      for value in values { resolved.append(try self.resolved(value)) }
      return .list(resolved)
    case .object(let members):
      var resolved: [String: JSONValue] = [:]
      for (name, value) in members { resolved[name] = try self.resolved(value) }
      return .object(resolved)
    case .null, .bool, .integer, .number: return json
    }
  }

  /// The address of a target. Values in it are encoded, unless one is the whole target, such as a header `location`.
  /// - Throws: ``UserError/unknownValue(_:)``, or ``UserError/elsewhere(_:)``.
  func url(_ target: String, at base: String) throws(UserError) -> String {
    if let (_, end) = target.first == "$" ? Self.name(target.dropFirst()) : nil,
      end == target.endIndex
    {
      let whole = try resolved(target)
      let path = whole.hasPrefix(base) ? String(whole.dropFirst(base.count)) : whole
      guard path.hasPrefix("/") else { throw .elsewhere(whole) }
      return base + Self.sendable(path)
    }
    let path = try resolved(target, encode: { Self.encoded($0) })
    // Behind the port it could make another port, or another host.
    guard path.hasPrefix("/") else { throw .elsewhere(path) }
    return base + Self.sendable(path)
  }

  /// An address in which all that none may contain is encoded, such as blanks. Percent signs stay, because it may be
  /// encoded already.
  private static func sendable(_ address: String) -> String {
    encoded(address) { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }
  }

  /// A text as a part of an address or a form: all but unreserved characters is encoded.
  static func encoded(
    _ text: String, keeping isKept: (UInt8) -> Bool = Values.isUnreserved
  ) -> String {
    var encoded = ""
    for byte in text.utf8 {
      if isKept(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return encoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The name in braces with which a text begins, and where it goes on; nil if it begins with none.
  private static func name(_ text: Substring) -> (name: String, end: String.Index)? {
    guard text.first == "{", let close = text.firstIndex(of: "}") else { return nil }
    let name = text[text.index(after: text.startIndex)..<close]
    guard let first = name.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic,
      name.unicodeScalars.allSatisfy({
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "-_".unicodeScalars.contains($0)
      }) || name.hasSuffix(".port")
    else { return nil }
    return (String(name), text.index(after: close))
  }
}

extension String {
  /// A Boolean value indicating whether it can be a line of a request's head.
  var isSingleLine: Bool { !contains { $0.isNewline || $0 == "\0" } }
}
