import DriverProtocol

/// The outcome of one call: named facts, and a digest of everything that the caller would see.
///
/// The digest is 64-bit FxHash, as in Firefox and rustc, over words of eight bytes: text and bytes are split
/// into words, the last padded with zeros, and followed by their length. It detects missing work and builds
/// that answer differently, not forgery. It uses words rather than bytes to keep the driver's share small.
public struct Outcome: Sendable, Equatable {
  /// Facts that a scenario may expect, such as `count: 5000`.
  public internal(set) var facts: [String: Scalar] = [:]
  /// How long single requests within the call took.
  public var latencies: [Duration] = []
  /// The requests in words, in the order of the steps, if their latencies are told apart.
  public var requests: [String] = []
  /// For each latency the place of its request in ``requests``; empty if they are not told apart.
  public var places: [Int] = []
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  init() {}

  /// Sets the fact `count`.
  public mutating func count(_ count: Int) { fact("count", .integer(count)) }

  /// Sets a fact, and mixes it into the digest.
  public mutating func fact(_ name: String, _ value: some ScalarValue) { fact(name, value.scalar) }

  /// Sets a fact that is a list, and mixes it into the digest.
  public mutating func fact(_ name: String, _ values: [some ScalarValue]) {
    fact(name, .list(values.map(\.scalar)))
  }

  /// Sets a fact, and mixes it into the digest.
  public mutating func fact(_ name: String, _ value: Scalar) {
    facts[name] = value
    mix(name)
    if case .list(let values) = value {
      mix(values.count)
      for value in values { mix(value.description) }
    } else {
      mix(value.description)
    }
  }

  /// Sets a fact that the digest has already, such as a part of a text that is mixed in.
  public mutating func show(_ name: String, _ value: Scalar) { facts[name] = value }

  /// Mixes text into the digest, as UTF-8.
  public mutating func mix(_ text: String) {
    var text = text
    text.withUTF8 { mix(UnsafeRawBufferPointer($0)) }
  }

  /// Mixes a number into the digest.
  public mutating func mix(_ number: Int) { mix(word: UInt64(bitPattern: Int64(number))) }

  /// Mixes bytes into the digest.
  public mutating func mix(bytes: [UInt8]) { bytes.withUnsafeBytes { mix($0) } }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
    if whole < bytes.count {
      mix(word: bytes[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    mix(word: UInt64(bytes.count))
  }

  private mutating func mix(word: UInt64) {
    hash = ((hash << 5 | hash >> 59) ^ word) &* 0x517c_c1b7_2722_0a95
  }

  /// The digest so far: 16 hexadecimal digits.
  public var digest: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Starts the next repetition: clears the facts, continues the digest.
  mutating func nextRepetition() { facts = [:] }
}
