/// A text divided as a shell does: into words, and what is between them.
struct ShellText {
  enum Piece: Equatable {
    case word(Word)
    case blank(String)
    /// Signs, such as `|` or `>&`.
    case sign(String)
  }

  struct Word: Equatable {
    /// As written, with quotes.
    var raw = ""
    /// Without quotes.
    var value = ""
    /// A Boolean value indicating whether the shell replaces it, as with `$HOME`.
    var isExpanded = false
    /// A Boolean value indicating whether it may stand for file names, as `*.txt` does.
    var isPattern = false
  }

  /// The parts; joined they are the text.
  let pieces: [Piece]

  /// Divides a text. An unclosed quote ends with the text.
  init(_ text: String) {
    var rest = Substring(text)
    var pieces: [Piece] = []
    while let first = rest.first {
      if first.isBlank {
        pieces.append(.blank(String(rest.prefix(while: \.isBlank))))
        rest = rest.drop(while: \.isBlank)
      } else if first.isSign {
        pieces.append(.sign(String(rest.prefix(while: \.isSign))))
        rest = rest.drop(while: \.isSign)
      } else {
        pieces.append(.word(Self.word(&rest)))
      }
    }
    self.pieces = pieces
  }

  /// A Boolean value indicating whether the words mean something else without a shell.
  var needsShell: Bool {
    pieces.contains { piece in
      switch piece {
      case .sign: true
      case .word(let word): word.isExpanded || word.isPattern
      case .blank(let text): text.contains("\n")
      }
    }
  }

  private static func word(_ rest: inout Substring) -> Word {
    var word = Word()
    word.isExpanded = rest.first == "~"
    while let character = rest.first, !character.isBlank, !character.isSign {
      rest.removeFirst()
      word.raw.append(character)
      switch character {
      case "'":
        while let inner = rest.popFirst() {
          word.raw.append(inner)
          if inner == "'" { break }
          word.value.append(inner)
        }
      case "\"": quoted(&rest, into: &word)
      case "\\":
        guard let next = rest.popFirst() else { break }
        word.raw.append(next)
        word.value.append(next)
      default:
        if "$`".contains(character) { word.isExpanded = true }
        if "*?[".contains(character) { word.isPattern = true }
        word.value.append(character)
      }
    }
    return word
  }

  /// The rest of a double-quoted text, up to its closing quote.
  private static func quoted(_ rest: inout Substring, into word: inout Word) {
    while let inner = rest.popFirst() {
      word.raw.append(inner)
      if inner == "\"" { return }
      if inner == "\\", let next = rest.first, "\"\\$`".contains(next) {
        rest.removeFirst()
        word.raw.append(next)
        word.value.append(next)
        continue
      }
      if "$`".contains(inner) { word.isExpanded = true }
      word.value.append(inner)
    }
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" }
  fileprivate var isSign: Bool { "|&;<>()".contains(self) }
}
