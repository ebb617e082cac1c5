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

  /// Parses a text.
  /// - Throws: `DecodingError`.
  init(parsing bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
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
