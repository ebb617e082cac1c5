/// A value in scenarios, arguments and outcomes: one JSON scalar, or a list of them.
///
/// Arguments and outcomes are flat on purpose: a driver in any language can read them, and two
/// outcomes can be compared without rules about order. A list contains no lists.
public enum Scalar: Sendable, Hashable, Codable {
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case number(Double)
  /// Text.
  case text(String)
  /// Scalars in order, none of them a list.
  case list([Scalar])

  /// Decodes a JSON scalar, or a list of them. A whole number of 64 bits without a sign is text if
  /// only its digits tell it from others.
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

  /// An element of a list. It is a separate type, so that nesting is refused at its first level, however deep.
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

  /// Decodes a scalar; nil if it is none.
  private static func single(in container: any SingleValueDecodingContainer) -> Scalar? {
    // Order matters: JSON has only one kind of number, and a whole one must stay whole.
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return .integer(value) }
    if let value = try? container.decode(Double.self) {
      if let digits = container.digits(of: value) { return .text(digits) }
      // The decoder does not recognise great numbers as whole; by this rule they are, as in a scenario.
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

extension SingleValueDecodingContainer {
  /// The digits of a whole number that neither an `Int` nor a `Double` holds: rounded it would equal
  /// others. Nil for any other number.
  func digits(of rounded: Double) -> String? {
    guard rounded >= 0x1p63, let whole = try? decode(UInt64.self), Double(exactly: whole) == nil
    else { return nil }
    return String(whole)
  }
}

extension Scalar: CustomStringConvertible {
  /// The value as written in a scenario.
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

/// A Swift type whose values can be used in a scenario, in arguments and in outcomes.
public protocol ScalarValue: Sendable {
  /// Its name in error messages, such as `a whole number`.
  static var scalarKind: String { get }
  /// Its plural, such as `whole numbers`.
  static var scalarKinds: String { get }
  /// Creates a value of this type; nil for others, such as digits as text for a number.
  init?(scalar: Scalar)
  /// The value as used in scenarios.
  var scalar: Scalar { get }
}

extension Bool: ScalarValue {
  /// `true or false`.
  public static var scalarKind: String { "true or false" }
  /// The same as the singular.
  public static var scalarKinds: String { "true or false" }
  /// Creates a value from true or false.
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
  /// Creates a value from a whole number.
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
  /// Creates a value from any number: JSON does not distinguish `1.0` from `1`.
  public init?(scalar: Scalar) {
    switch scalar {
    case .integer(let value): self = Double(value)
    case .number(let value): self = value
    case .bool, .text, .list: return nil
    }
  }
  /// The value; a whole number becomes an integer, as JSON would read it.
  public var scalar: Scalar { Int(exactly: self).map { .integer($0) } ?? .number(self) }
}

extension String: ScalarValue {
  /// `text`.
  public static var scalarKind: String { "text" }
  /// `texts`.
  public static var scalarKinds: String { "texts" }
  /// Creates a value from text.
  public init?(scalar: Scalar) {
    guard case .text(let value) = scalar else { return nil }
    self = value
  }
  /// The value.
  public var scalar: Scalar { .text(self) }
}
