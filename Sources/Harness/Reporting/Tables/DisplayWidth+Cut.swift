extension DisplayWidth {
  /// The text, if need be cut so that it takes up at most this many columns, an ellipsis
  /// included.
  static func cut(_ text: String, to width: Int) -> String {
    guard of(text) > width else { return text }
    var kept = ""
    var remaining = width - 1
    for character in text {
      remaining -= of(character)
      if remaining < 0 { break }
      kept.append(character)
    }
    return kept + (width > 0 ? "…" : "")
  }
}
