extension String {
  /// The text with some scalars replaced. By scalars, not characters: a combining mark after a quote
  /// would hide it in a character that is no quote.
  func escaped(_ replacements: [Unicode.Scalar: String]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
