/// The name of a note or of a device for good: 128 random bits in hexadecimal.
///
/// The client that makes a note names it, so that a note whose push is answered with silence keeps its
/// name when it is pushed again, and the server makes no twin.
public struct NoteID: Hashable, Comparable, Sendable {
  /// The first 16 digits, and the last.
  package let high, low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Nil for what are not 32 hexadecimal digits in lower case.
  public init?(_ text: String) {
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }
    guard text.utf8.count == 32, text.utf8.allSatisfy(isDigit),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// 128 bits of a generator.
  public init(random: inout some RandomNumberGenerator) {
    self.init(high: random.next(), low: random.next())
  }

  /// 128 bits of the system's generator.
  @Sendable public static func random() -> NoteID {
    var system = SystemRandomNumberGenerator()
    return NoteID(random: &system)
  }

  /// 32 digits in lower case.
  public var text: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// By their digits.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension NoteID: CustomStringConvertible {
  /// The digits.
  public var description: String { text }
}

extension NoteID: Codable {
  /// From a string of 32 digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = NoteID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an id has 32 hexadecimal digits in lower case")
    }
    self = id
  }

  /// As a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
