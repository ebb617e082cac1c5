import AppStorage

/// The number of a project; one of a removed project is not used again.
public struct ProjectID: Hashable, Sendable {
  /// The number, from 1.
  public let number: Int64

  /// The id of a number, whether there is such a project or not.
  public init(_ number: Int64) { self.number = number }
}

/// The roofers who did a project and share its pay: one, or a team of two.
public struct Team: Hashable, Sendable {
  /// The roofers' names, the first of whom gets what does not divide.
  public let roofers: [String]

  /// A team of roofers.
  /// - Throws: ``AccountingError/teamNotAllowed(count:)`` for none and for more than two; the errors
  ///   of a name that is none.
  public init(_ roofers: [String]) throws(AccountingError) {
    guard 1...2 ~= roofers.count else { throw .teamNotAllowed(count: roofers.count) }
    self.roofers = try roofers.map { name throws(AccountingError) in
      try OneLine.checked(name, as: .roofer)
    }
  }
}

/// A building project as a list shows it.
public struct Project: Hashable, Sendable {
  /// Its number.
  public let id: ProjectID
  /// Its name; others may have the same.
  public let name: String
  /// Who pays.
  public let employer: String
  /// Who did the work.
  public let team: Team
  /// When it was added.
  public let dateCreated: Timestamp
}

/// The texts that people give, each one line.
public enum TextField: String, Hashable, Sendable {
  /// A project's name.
  case project = "project's name"
  /// A roofer's name.
  case roofer = "roofer's name"
  /// An employer's name.
  case employer = "employer's name"
  /// An activity's name in the dictionary.
  case activity = "activity's type"
}

/// A text of one line in which something stands.
enum OneLine {
  /// The longest in bytes of UTF-8.
  static let longest = 200

  /// The text without blanks at its ends.
  static func checked(_ text: String, as field: TextField) throws(AccountingError) -> String {
    let isBlank = { (character: Character) in character.isWhitespace && !character.isNewline }
    let line = String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    guard !line.isEmpty else { throw .textEmpty(field) }
    guard line.utf8.count <= longest else {
      throw .textTooLong(field, bytes: line.utf8.count, limit: longest)
    }
    for scalar in line.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        throw .textHasControlCharacter(field, codePoint: scalar.value)
      default: continue
      }
    }
    return line
  }
}
