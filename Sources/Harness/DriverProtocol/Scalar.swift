/// A value that a scenario writes, a driver reads and an outcome holds: one JSON scalar, or a list of
/// them.
///
/// Arguments and outcomes are flat on purpose: a driver in any language can read them, and two
/// outcomes can be compared without rules about order. A list holds no lists.
public enum Scalar: Sendable, Hashable, Codable {
  /// true or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case number(Double)
  /// Text.
  case text(String)
  /// Scalars in their order, none of which is a list.
  case list([Scalar])

  /// Decodes a JSON scalar, or a list of them.
  /// - Throws: `DecodingError` for null, objects, and lists in lists.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = Self.single(in: container) {
      self = value
    } else if let elements = try? container.decode([Element].self) {
      self = .list(elements.map(\.value))
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// An element of a list. A type of its own: what is nested, however deep, is refused at its first
  /// level.
  private struct Element: Decodable {
    let value: Scalar

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = Scalar.single(in: container) {
        self.value = value
      } else {
        value = .text(try container.decode(String.self))
      }
    }
  }

  /// Decodes a scalar; nil where there is none.
  private static func single(in container: any SingleValueDecodingContainer) -> Scalar? {
    // Order matters: JSON has one kind of number, and a whole one is to stay whole.
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return .integer(value) }
    if let value = try? container.decode(Double.self) {
      // Of great ones the decoder is not sure that they are whole; a scenario's are, by this rule.
      return Int(exactly: value).map { .integer($0) } ?? .number(value)
    }
    return (try? container.decode(String.self)).map { .text($0) }
  }

  /// Encodes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
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
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    }
  }
}

/// A type of Swift's own whose values can stand in a scenario, in arguments and in outcomes.
public protocol ScalarValue: Sendable {
  /// Its name in error messages, as in `a whole number`.
  static var scalarKind: String { get }
  /// Its plural, as in `whole numbers`.
  static var scalarKinds: String { get }
  /// Takes a value of this type; nil for others, such as text of digits for a number.
  init?(scalar: Scalar)
  /// The value as scenarios have it.
  var scalar: Scalar { get }
}

extension Bool: ScalarValue {
  /// `true or false`.
  public static var scalarKind: String { "true or false" }
  /// The same: each of them is.
  public static var scalarKinds: String { "true or false" }
  /// Takes a truth value.
  public init?(scalar: Scalar) {
    guard case .bool(let value) = scalar else { return nil }
    self = value
  }
  /// The value.
  public var scalar: Scalar { .bool(self) }
}

extension Int: ScalarValue {
  /// `a whole number`.
  public static var scalarKind: String { "a whole number" }
  /// `whole numbers`.
  public static var scalarKinds: String { "whole numbers" }
  /// Takes a whole number.
  public init?(scalar: Scalar) {
    guard case .integer(let value) = scalar else { return nil }
    self = value
  }
  /// The value.
  public var scalar: Scalar { .integer(self) }
}

extension Double: ScalarValue {
  /// `a number`.
  public static var scalarKind: String { "a number" }
  /// `numbers`.
  public static var scalarKinds: String { "numbers" }
  /// Takes a number, a whole one too: JSON does not tell `1.0` from `1`.
  public init?(scalar: Scalar) {
    switch scalar {
    case .integer(let value): self = Double(value)
    case .number(let value): self = value
    case .bool, .text, .list: return nil
    }
  }
  /// The value; a whole one is as JSON would read it again.
  public var scalar: Scalar { Int(exactly: self).map { .integer($0) } ?? .number(self) }
}

extension String: ScalarValue {
  /// `text`.
  public static var scalarKind: String { "text" }
  /// `texts`.
  public static var scalarKinds: String { "texts" }
  /// Takes text.
  public init?(scalar: Scalar) {
    guard case .text(let value) = scalar else { return nil }
    self = value
  }
  /// The value.
  public var scalar: Scalar { .text(self) }
}
