/// A value that a scenario writes, a driver reads and an outcome holds: one JSON scalar.
///
/// Arguments and outcomes are flat on purpose: a driver in any language can read them, and two
/// outcomes can be compared without rules about order.
public enum Scalar: Sendable, Hashable, Codable {
  /// true or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case number(Double)
  /// Text.
  case text(String)

  /// Decodes a JSON scalar.
  /// - Throws: `DecodingError` for null, arrays and objects.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Order matters: JSON has one kind of number, and a whole one is to stay whole.
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      // Of great ones the decoder is not sure that they are whole; a scenario's are, by this rule.
      self = Int(exactly: value).map { .integer($0) } ?? .number(value)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Encodes the value as a JSON scalar.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}

extension Scalar: CustomStringConvertible {
  /// The value as one would write it in a scenario.
  public var description: String {
    switch self {
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .text(let value): value
    }
  }
}
