/// A value of JSON, read or to be written.
public enum JSONValue: Codable, Hashable, Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number that fits.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A text.
  case text(String)
  /// Values in an order.
  case list([JSONValue])
  /// Values with names.
  case object([String: JSONValue])

  /// Parses a text in UTF-8; nil if it is not JSON. Of members with the same name the last counts. A whole number that
  /// neither an `Int` nor a `Double` holds is text, because rounded it would equal others.
  /// - Throws: ``ProtocolError`` if it has too many levels.
  public init?(parsing bytes: [UInt8]) throws(ProtocolError) {
    guard let value = try JSONParser.value(of: bytes) else { return nil }
    self = value
  }

  /// Decodes whichever it is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The most frequent kinds first: each that it is not costs an error.
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      let value = Int(exactly: number).map { JSONValue.integer($0) } ?? .number(number)
      self = container.digits(of: number).map { .text($0) } ?? value
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

  /// Encodes it as what it is.
  public func encode(to encoder: any Encoder) throws {
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

  /// As JSON in one line, with sorted keys.
  public var bytes: [UInt8] {
    get throws { Array(try LineCodec.line(self).dropLast()) }
  }

  /// The member of an object; nil if it has none of this name, or if this is no object.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// An object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }

  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }

  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
