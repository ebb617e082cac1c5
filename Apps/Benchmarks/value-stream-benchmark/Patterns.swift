import ValueStream

/// What was typed, as conditions with LIKE on a folded text.
struct Patterns {
  /// The parameters' values, from ?1.
  let values: [String]
  let beginning: String
  let wordBeginnings: String
  let anywhere: String

  init(_ typed: String) {
    let search = SearchText(typed)
    var values = [Self.escaped(search.marked(beginning: SearchText.wordBegins)) + "%"]
    var begins: [String] = []
    var holds: [String] = []
    for word in search.wordBeginnings {
      values.append("%" + Self.escaped(word) + "%")
      begins.append(Self.condition(values.count))
      values.append("%" + Self.escaped(Array(word.dropFirst(SearchText.wordBegins.count))) + "%")
      holds.append(Self.condition(values.count))
    }
    self.values = values
    beginning = Self.condition(1)
    wordBeginnings = begins.joined(separator: " AND ")
    anywhere = holds.joined(separator: " AND ")
  }

  static func text(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private static func condition(_ parameter: Int) -> String {
    "folded LIKE ?\(parameter) ESCAPE '\\'"
  }

  private static func escaped(_ scalars: [Unicode.Scalar]) -> String {
    text(scalars.flatMap { "%_\\".unicodeScalars.contains($0) ? ["\\", $0] : [$0] })
  }
}
