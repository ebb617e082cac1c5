/// A colour of eight bits for each of red, green and blue.
public struct Colour: Hashable, Sendable {
  /// 0xRRGGBB.
  public let code: UInt32

  /// The colour of a new thing: the yellow of a sign.
  public static let standard = Colour(unchecked: 0xffd54a)

  init(unchecked code: UInt32) {
    self.code = code
  }

  /// The colour 0xRRGGBB; nil for a larger number.
  public init?(code: UInt32) {
    guard code <= 0xffffff else { return nil }
    self.code = code
  }

  /// The colour that is written like this: "#ffd54a".
  /// - Throws: ``CounterError/colourNotAllowed(_:)``.
  public init(_ text: String) throws(CounterError) {
    let digits = text.dropFirst()
    // A sign would be a number's too.
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let code = UInt32(digits, radix: 16)
    else { throw .colourNotAllowed(text) }
    self.code = code
  }

  /// As it is written: "#ffd54a".
  public var text: String {
    let digits = String(code, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Red, green and blue, 0 to 255.
  var parts: [UInt32] { [code >> 16, code >> 8 & 0xff, code & 0xff] }

  /// Black or white, whichever is easier to see on this: by W3C's formula of brightness,
  /// <https://www.w3.org/TR/AERT/#color-contrast>.
  var ink: Colour {
    let brightness = zip(parts, [299, 587, 114] as [UInt32]).reduce(0) { $0 + $1.0 * $1.1 } / 1000
    return Colour(unchecked: brightness >= 128 ? 0x1a1c21 : 0xffffff)
  }

  /// The colour a share of the way to another.
  func mixed(with other: Colour, share: Double) -> Colour {
    let mixed = zip(parts, other.parts).map { part, other -> UInt32 in
      let (from, to) = (Double(part), Double(other))
      return UInt32((from + (to - from) * share).rounded())
    }
    return Colour(unchecked: mixed.reduce(0) { $0 << 8 | $1 })
  }
}
