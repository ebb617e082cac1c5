import Glibc

/// One of the ways in which a text can fit what was typed, e.g. that words in it begin like those
/// typed.
struct SearchStage {
  /// The expression for FTS5.
  let expression: String
  /// A Boolean value indicating whether FTS5 finds nothing else, so that ``fits(_:)`` need not be
  /// asked.
  let isExact: Bool
  /// The parts that the indexed text must hold.
  private let parts: [String]

  /// A stage that asks FTS5 for the very parts.
  init(_ parts: [[Unicode.Scalar]]) {
    expression = Self.expression(parts)
    isExact = true
    self.parts = parts.map(SearchText.string)
  }

  /// A stage that asks FTS5 for what all texts have that hold the parts, and others may have too.
  init(_ parts: [[Unicode.Scalar]], asking hints: [[Unicode.Scalar]]) {
    expression = Self.expression(hints)
    isExact = false
    self.parts = parts.map(SearchText.string)
  }

  /// Returns whether an indexed text holds the parts.
  func fits(_ indexed: String) -> Bool {
    indexed.withCString { text in
      // No text holds a NUL: controls stand between words.
      parts.allSatisfy { part in part.withCString { strstr(text, $0) != nil } }
    }
  }

  /// All that was typed stands in quotation marks, where nothing but the mark itself has a meaning,
  /// so that `*`, `^`, `NEAR` and the like are plain text.
  private static func expression(_ phrases: [[Unicode.Scalar]]) -> String {
    phrases.map { phrase in
      "\"" + SearchText.string(phrase.flatMap { $0 == "\"" ? [$0, $0] : [$0] }) + "\""
    }.joined(separator: " AND ")
  }
}
