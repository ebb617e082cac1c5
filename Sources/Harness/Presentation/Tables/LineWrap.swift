/// Text in lines of limited width, broken between words if possible.
public struct LineWrap {
  /// The lines, without trailing spaces.
  public let lines: [String]

  /// Splits a text into lines; none if it is empty, a single one if the width is `nil`. A word longer than a
  /// line is broken inside, as scripts without spaces must be.
  public init(_ text: String, width: Int?) {
    guard let width, DisplayWidth.of(text) > width else {
      lines = text.isEmpty ? [] : [text]
      return
    }
    var lines: [String] = []
    var line = ""
    for piece in text.split(separator: " ").flatMap({ Self.pieces(of: $0, width: width) }) {
      if line.isEmpty {
        line = piece
      } else if DisplayWidth.of(line) + 1 + DisplayWidth.of(piece) <= width {
        line += " " + piece
      } else {
        lines.append(line)
        line = piece
      }
    }
    self.lines = line.isEmpty ? lines : lines + [line]
  }

  private static func pieces(of word: Substring, width: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var taken = 0
    for character in word {
      let next = DisplayWidth.of(character)
      if taken + next > width, !piece.isEmpty {
        pieces.append(piece)
        (piece, taken) = ("", 0)
      }
      piece.append(character)
      taken += next
    }
    return pieces + [piece]
  }
}
