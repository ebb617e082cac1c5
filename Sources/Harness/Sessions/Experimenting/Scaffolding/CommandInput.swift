import Recording
import Scenarios

/// A command as people type it.
public enum CommandInput: Sendable, Equatable {
  /// A program and its arguments; at least one word.
  case words([String])
  /// A text that only a shell understands: pipes, redirections, patterns.
  case shell(String)

  /// Parses what was typed.
  /// - Throws: `CommandWordsError` if it is empty, or a quote is not closed.
  public init(_ text: String) throws(CommandWordsError) {
    let words = try CommandWords(text).words
    if ShellText(text).needsShell {
      self = .shell(text)
    } else if words.count == 3, ["sh", "/bin/sh"].contains(words[0]), words[1] == "-c" {
      // A step has its own shell.
      self = .shell(words[2])
    } else {
      self = .words(words)
    }
  }

  /// The words to type for another program instead of this one.
  func replacing(_ program: String, by other: String) -> String {
    switch self {
    case .words(var words):
      if let place = words.firstIndex(of: program) { words[place] = other }
      return ShellWords.line(words)
    case .shell(let text):
      let pieces = ShellText(text).pieces.map { piece in
        switch piece {
        case .blank(let text), .sign(let text): text
        case .word(let word): word.raw == program ? other : word.raw
        }
      }
      return pieces.joined()
    }
  }

  /// In one line, for a comment.
  var line: String {
    let text =
      switch self {
      case .words(let words): words.joined(separator: " ")
      case .shell(let text): text
      }
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
