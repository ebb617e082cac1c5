import DriverProtocol
import FoundationEssentials

/// A value of JSON.
enum JSONValue: Codable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The most lists and objects within each other: more than answers have, and fewer than overflow the stack.
  private static let mostLevels = 100

  /// Parses a text.
  /// - Throws: `DecodingError`, or ``UserError/notJSON(_:)`` if it has too many levels.
  init(parsing bytes: [UInt8]) throws {
    if Self.levels(of: bytes) > Self.mostLevels {
      throw UserError.notJSON("it has more than \(Self.mostLevels) levels.")
    }
    self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  /// The number of lists and objects within each other.
  private static func levels(of bytes: [UInt8]) -> Int {
    var (level, most) = (0, 0)
    var (isText, isEscaped) = (false, false)
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isText: isEscaped = true
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"): if !isText { level += 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isText { level -= 1 }
      default: break
      }
      most = max(most, level)
    }
    return most
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The most frequent kinds first: each that it is not costs an error.
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = Int(exactly: number).map { .integer($0) } ?? .number(number)
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if container.decodeNil() {
      self = .null
    } else if let members = try? container.decode([String: JSONValue].self) {
      self = .object(members)
    } else {
      self = .list(try container.decode([JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  /// As JSON with sorted keys.
  var bytes: [UInt8] {
    get throws { Array(try LineCodec.line(self).dropLast()) }
  }

  /// As text: a text itself, anything else as JSON.
  var text: String {
    if case .text(let text) = self { return text }
    return String(decoding: (try? bytes) ?? [], as: UTF8.self)
  }

  /// As a fact of an outcome: null, objects and lists that hold such are text.
  var scalar: Scalar {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .list(let values) where values.allSatisfy(\.isSingle): .list(values.map(\.scalar))
    case .text, .null, .list, .object: .text(text)
    }
  }

  private var isSingle: Bool {
    switch self {
    case .null, .bool, .integer, .number, .text: true
    case .list, .object: false
    }
  }
}

extension JSONValue {
  /// The value at a path: of a path with `[*]`, the list of all values that there are; nil if there is none.
  func value(at path: JSONPath) -> JSONValue? {
    let found = values(at: path.segments[...])
    return path.segments.contains(.all) ? .list(found) : found.first
  }

  private func values(at segments: ArraySlice<JSONPath.Segment>) -> [JSONValue] {
    guard let segment = segments.first else { return [self] }
    return children(segment).flatMap { $0.values(at: segments.dropFirst()) }
  }

  private func children(_ segment: JSONPath.Segment) -> [JSONValue] {
    switch (segment, self) {
    case (.name(let name), .object(let members)): [members[name]].compactMap(\.self)
    case (.index(let index), .list(let values)):
      [Self.place(index, in: values)].compactMap { $0.map { values[$0] } }
    case (.all, .list(let values)): values
    case (.all, .object(let members)): members.sorted { $0.key < $1.key }.map(\.value)
    default: []
    }
  }

  private static func place(_ index: Int, in values: [JSONValue]) -> Int? {
    let place = index < 0 ? index + values.count : index
    return values.indices.contains(place) ? place : nil
  }

  /// Removes what is at a path.
  mutating func remove(_ path: JSONPath) { self = removing(path.segments[...]) ?? .null }

  private func removing(_ segments: ArraySlice<JSONPath.Segment>) -> JSONValue? {
    guard let segment = segments.first else { return nil }
    let rest = segments.dropFirst()
    switch (segment, self) {
    case (.name(let name), .object(var members)):
      guard let member = members[name] else { return self }
      members[name] = member.removing(rest)
      return .object(members)
    case (.index(let index), .list(var values)):
      guard let place = Self.place(index, in: values) else { return self }
      // In its place is null, so that other paths still lead to the other elements.
      values[place] = values[place].removing(rest) ?? .null
      return .list(values)
    case (.all, .list(let values)): return .list(values.compactMap { $0.removing(rest) })
    case (.all, .object(let members)):
      return .object(members.compactMapValues { $0.removing(rest) })
    default: return self
    }
  }
}
