/// An instruction's name, packed into a number: a program has hundreds of thousands.
struct Mnemonic: Hashable, ExpressibleByStringLiteral {
  private let letters: UInt64

  init(stringLiteral name: StaticString) {
    letters = name.withUTF8Buffer { Self.packed(UnsafeRawBufferPointer($0)) }
  }

  /// The name in bytes; one of more than eight letters is none that anybody asks for.
  init(_ name: UnsafeRawBufferPointer) {
    letters = Self.packed(name)
  }

  /// The same name without its last letter.
  var shortened: Mnemonic { Mnemonic(letters: letters >> 8) }

  private init(letters: UInt64) { self.letters = letters }

  private static func packed(_ name: UnsafeRawBufferPointer) -> UInt64 {
    name.count > 8 ? 0 : name.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
