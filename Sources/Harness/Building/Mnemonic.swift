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
    guard name.count <= 8 else { return 0 }
    var letters: UInt64 = 0
    for index in 0..<name.count { letters = letters << 8 | UInt64(name[index]) }
    return letters
  }
}
