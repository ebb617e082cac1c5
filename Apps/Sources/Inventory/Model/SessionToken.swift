import CSodium
import SecretKeeping

/// The token that a connected user shows with every call: 256 random bits that can not be guessed.
public struct SessionToken: Hashable, Sendable {
  private let first, second, third, fourth: UInt64

  /// A fresh token from libsodium's generator.
  init() throws(InventoryError) {
    try Sodium.ready()
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    randombytes_buf(&words, MemoryLayout.size(ofValue: words))
    (first, second, third, fourth) = words
  }

  /// Nil for what are not 64 hexadecimal digits in lower case. Which tokens there are, the server knows.
  package init?(_ text: String) {
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }
    guard text.utf8.count == 64, text.utf8.allSatisfy(isDigit) else { return nil }
    var words: [UInt64] = []
    var rest = text[...]
    while !rest.isEmpty {
      words.append(UInt64(rest.prefix(16), radix: 16) ?? 0)
      rest = rest.dropFirst(16)
    }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  /// 64 digits, in clear, to be shown to the server alone: never log or print this value.
  package var text: String {
    [first, second, third, fourth].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension SessionToken: CustomStringConvertible {
  /// Says nothing of the bits, so that a log can not be used to take a session over.
  public var description: String { "session token" }
}
