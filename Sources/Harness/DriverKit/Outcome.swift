import DriverProtocol

/// What one call led to: named facts, and a digest of everything that the caller would see.
///
/// The digest is 64-bit FNV-1a over all parts, each followed by what sets it apart from the next:
/// 0xff after text, the length after bytes. It guards against work left undone and against builds
/// that answer differently, not against forgery.
public struct Outcome: Sendable, Equatable {
  /// Facts that a scenario may expect, such as `count: 5000`.
  public internal(set) var facts: [String: Scalar] = [:]
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  /// Sets the fact `count`.
  public mutating func count(_ count: Int) {
    fact("count", .integer(count))
  }

  /// Sets a fact, and mixes it into the digest.
  public mutating func fact(_ name: String, _ value: Scalar) {
    facts[name] = value
    mix(name)
    mix(value.description)
  }

  /// Mixes text into the digest.
  public mutating func mix(_ text: String) {
    for byte in text.utf8 { mix(byte: byte) }
    mix(byte: 0xff)  // 0xff is in no UTF-8 text, so ("ab", "c") and ("a", "bc") differ
  }

  /// Mixes a number into the digest.
  public mutating func mix(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { for byte in $0 { mix(byte: byte) } }
  }

  /// Mixes bytes into the digest.
  public mutating func mix(bytes: some Sequence<UInt8>) {
    var count = 0
    for byte in bytes {
      mix(byte: byte)
      count += 1
    }
    mix(count)
  }

  private mutating func mix(byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// The digest so far: 16 hexadecimal digits.
  public var digest: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Starts the next repetition: facts anew, the digest goes on.
  mutating func nextRepetition() { facts = [:] }
}
