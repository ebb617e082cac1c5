public import AppStorage
import Foundation
public import NoteExchange

/// What a new note holds.
public enum NoteMatter: Hashable, Sendable {
  /// A thought in writing; it may be empty.
  case text(String)
  /// The file of a picture.
  case picture([UInt8])
  /// The file of a recording.
  case sound([UInt8])

  var kind: NoteKind {
    switch self {
    case .text: .text
    case .picture: .camera
    case .sound: .audio
    }
  }
}

/// A note as its view shows it.
public struct Note: Hashable, Sendable {
  /// Its name for good.
  public let id: NoteID
  /// What it says.
  public let content: NoteContent
  /// Whether the server is yet to hear of an edit.
  public let isPending: Bool
}

/// A note as the list shows it.
public struct ListedNote: Hashable, Sendable {
  /// Its name for good.
  public let id: NoteID
  /// What it is.
  public let kind: NoteKind
  /// What it is called.
  public let name: String
  /// When it was made.
  public let created: Timestamp
  /// Whether the server is yet to hear of an edit.
  public let isPending: Bool
}

/// A tag and the number of its notes.
public struct TagCount: Hashable, Sendable {
  /// The tag as it was first written.
  public let name: String
  /// The notes that have it.
  public let count: Int
}

/// Text as names and tags are kept: composed (NFC), without blanks at its ends.
enum TidyText {
  static func tidy(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The name of a note whose user gave none: the first line of its text, else kind and time.
  static func name(for matter: NoteMatter, at moment: Timestamp) -> String {
    guard case .text(let body) = matter else {
      return (matter.kind == .camera ? "Picture " : "Sound ") + moment.words
    }
    for line in body.split(whereSeparator: \.isNewline) {
      let plain = String(
        String.UnicodeScalarView(
          line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
      var name = tidy(plain)
      while name.utf8.count > NoteContent.nameLimit { name.removeLast() }
      name = tidy(name)
      if !name.isEmpty { return name }
    }
    return "Text " + moment.words
  }

  /// What names are sorted by: without regard to case and accents.
  static func sortKey(_ name: String) -> String {
    String(String.UnicodeScalarView(FoldedText.scalars(of: name)))
  }
}
