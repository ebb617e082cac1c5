import DriverProtocol
import Programs
import SystemPackage

/// An argument of a tool: its part of the schema, and how it becomes words of a command line.
struct ToolParameter {
  enum Value {
    /// A file in the folder of the server.
    case scenario
    /// An experiment's number or name, which is no path.
    case experiment
    case text
    case oneOf([String])
    case texts
    case flag
    case integer(ClosedRange<Int>)
    /// Minutes; the number is for calls without this argument.
    case minutes(ClosedRange<Int>, usual: Int)
  }

  let name: String
  let value: Value
  /// The option that precedes the value; nil if the value stands alone.
  let option: String?
  let isRequired: Bool
  let description: String

  init(
    _ name: String, _ value: Value, option: String? = nil, isRequired: Bool = false,
    _ description: String
  ) {
    (self.name, self.value, self.option) = (name, value, option)
    (self.isRequired, self.description) = (isRequired, description)
  }

  private var type: String {
    switch value {
    case .scenario, .experiment, .text, .oneOf: "string"
    case .texts: "array"
    case .flag: "boolean"
    case .integer, .minutes: "integer"
    }
  }

  var schema: JSONValue {
    var schema: [String: JSONValue] = ["type": .text(type), "description": .text(description)]
    switch value {
    case .scenario, .experiment, .text, .flag: break
    case .oneOf(let words): schema["enum"] = .list(words.map { .text($0) })
    case .texts: schema["items"] = ["type": "string"]
    case .integer(let range), .minutes(let range, _):
      schema["minimum"] = .integer(range.lowerBound)
      schema["maximum"] = .integer(range.upperBound)
    }
    if case .minutes(_, let usual) = value { schema["default"] = .integer(usual) }
    return .object(schema)
  }

  /// The words for a given value; nil for none.
  /// - Throws: ``RequestError`` if the value is not allowed.
  func words(for given: JSONValue?, in folder: FilePath) throws(RequestError) -> [String] {
    guard let given else {
      if isRequired { throw .parameters("'\(name)' is missing: \(description)") }
      if case .minutes(_, let usual) = value { return words(["\(usual)min"]) }
      return []
    }
    switch (value, given) {
    case (.scenario, .text(let text)): return words([try path(text, in: folder)])
    case (.experiment, .text(let text)): return words([try identifier(text)])
    case (.experiment, .integer(let number)): return words([try checked("\(number)")])
    case (.text, .text(let text)): return words([try checked(text)])
    case (.oneOf(let allowed), .text(let text)):
      guard allowed.contains(text) else {
        throw refused("is '\(text)'", "one of \(allowed.joined(separator: ", "))")
      }
      return words([text])
    case (.texts, .list(let list)):
      var texts: [String] = []
      for element in list {
        guard case .text(let text) = element else { throw refused("holds no texts", "texts") }
        texts += words([try checked(text)])
      }
      return texts
    case (.flag, .bool(let isOn)): return isOn ? words([]) : []
    case (.integer(let range), .integer(let number)):
      try check(number, range)
      return words(["\(number)"])
    case (.minutes(let range, _), .integer(let number)):
      try check(number, range)
      return words(["\(number)min"])
    default: throw refused("has the wrong type", type)
    }
  }

  private func words(_ values: [String]) -> [String] { (option.map { [$0] } ?? []) + values }

  private func refused(_ found: String, _ allowed: String) -> RequestError {
    .parameters("'\(name)' \(found); allowed: \(allowed).")
  }

  private func check(_ number: Int, _ range: ClosedRange<Int>) throws(RequestError) {
    guard range.contains(number) else {
      throw refused("is \(number)", "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  /// A text that can't be taken for an option.
  private func checked(_ text: String) throws(RequestError) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    guard !text.isEmpty, text.utf8.count <= 1000, isPlain, !text.hasPrefix("-") else {
      throw refused(
        "is \(String(text.prefix(80)).debugDescription)",
        "1 to 1,000 bytes without control characters that don't begin with '-'")
    }
    return text
  }

  /// A text that names no file.
  private func identifier(_ text: String) throws(RequestError) -> String {
    let text = try checked(text)
    guard !text.contains("/"), !text.hasSuffix(".yml"), !text.hasSuffix(".yaml") else {
      throw refused("is '\(text)'", "an experiment's number or name, and no file")
    }
    return text
  }

  /// A path that does not lead out of a folder, neither by itself nor by links.
  private func path(_ text: String, in folder: FilePath) throws(RequestError) -> String {
    let path = FilePath(try checked(text))
    var isInside = path.isRelative && !path.components.contains("..")
    // Rehearse reports a file that does not exist.
    if isInside, let target = folder.pushing(path).existing {
      isInside = target.starts(with: folder.existing ?? folder)
    }
    guard isInside else {
      throw refused("is '\(text)'", "a relative path in the server's folder, without '..'")
    }
    return text
  }
}
