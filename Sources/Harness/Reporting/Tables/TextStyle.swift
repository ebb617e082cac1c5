/// Whether text on a terminal is styled.
///
/// Styles only help the eye: nothing is said by them that the words do not say. They are off
/// by default, so that files and pipes stay clean.
public enum TextStyle: Hashable, Sendable {
  /// No styles; the output holds no escape sequence.
  case plain
  /// ANSI escape sequences: bold, dim and the eight basic colours.
  case ansi
}

extension TextStyle {
  /// What a piece of text is.
  enum Role {
    case title, heading, section, rule, missing, footnote
    case good, bad, caution
  }

  func apply(_ role: Role?, to text: String) -> String {
    guard self == .ansi, let role, !text.isEmpty else { return text }
    return "\u{1B}[\(Self.code(of: role))m\(text)\u{1B}[0m"
  }

  private static func code(of role: Role) -> String {
    switch role {
    case .title, .heading, .section: "1"
    case .rule, .missing, .footnote: "2"
    case .good: "32"
    case .bad: "31"
    case .caution: "33"
    }
  }
}
