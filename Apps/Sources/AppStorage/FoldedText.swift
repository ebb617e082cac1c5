import Foundation

/// A text in which letters are equal that differ in case, accents or width alone: É, é and e; ß and
/// ss; the ligature ﬁ and fi; ² and 2; İ and i.
///
/// The folding is Foundation's, in a fixed locale, after Unicode's compatibility composition
/// (NFKC), so that it does not matter how a letter was typed. What is a letter of its own stays: ø,
/// ł, œ, ı, が.
package enum FoldedText {
  private static let locale = Locale(identifier: "en_US_POSIX")
  /// Below it no letter changes with those beside it: the combining ones come after.
  private static let contextFree: UInt32 = 0x250

  /// The folding of each letter below ``contextFree``. Foundation takes 10 microseconds for a text
  /// of a line, and a store has many thousand.
  private static let table: [[Unicode.Scalar]] = (0..<contextFree).map { number in
    Unicode.Scalar(number).map { Array(folded(String($0)).unicodeScalars) } ?? []
  }

  /// The folded text.
  package static func scalars(of text: String) -> [Unicode.Scalar] {
    var folded: [Unicode.Scalar] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let isCapital = 0x41...0x5A ~= scalar.value
        folded.append(isCapital ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
      } else if scalar.value < contextFree {
        folded += table[Int(scalar.value)]
      } else {
        return Array(self.folded(text).unicodeScalars)
      }
    }
    return folded
  }

  /// The folded text by Foundation alone.
  package static func folded(_ text: String) -> String {
    // The compatibility mapping leaves some letters in parts, such as ガ from ｶﾞ.
    text.precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
      .folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale)
  }
}
