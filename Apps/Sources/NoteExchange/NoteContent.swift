public import struct Foundation.Data

/// The kinds of notes, by the source's words.
public enum NoteKind: String, Hashable, Sendable, CaseIterable, Codable {
  /// A thought in writing.
  case text
  /// A picture.
  case camera
  /// A recording.
  case audio
}

/// All that a note says, as both sides exchange it.
public struct NoteContent: Hashable, Sendable, Codable {
  /// What it is.
  public var kind: NoteKind
  /// What it is called.
  public var name: String
  /// When it was made, in milliseconds since 1970.
  public var created: Int64
  /// Its tags, each once.
  public var tags: [String]
  /// The text of a text.
  public var body: String?
  /// The file of a picture or a recording; base64 in JSON (RFC 4648, section 4).
  public var content: Data?

  /// Content that may be none that is allowed: ``check()`` says so.
  public init(
    kind: NoteKind, name: String, created: Int64, tags: [String] = [], body: String? = nil,
    content: Data? = nil
  ) {
    (self.kind, self.name, self.created) = (kind, name, created)
    (self.tags, self.body, self.content) = (tags, body, content)
  }

  /// Returns whether two say the same: tags in whichever order and case.
  public func saysTheSame(as other: NoteContent) -> Bool {
    func withoutTags(_ note: NoteContent) -> NoteContent {
      var note = note
      note.tags = []
      return note
    }
    return withoutTags(self) == withoutTags(other)
      && Set(tags.map(TagName.key)) == Set(other.tags.map(TagName.key))
  }
}

/// How tags are compared.
public enum TagName {
  /// Equal for tags that differ in case alone.
  public static func key(_ tag: String) -> String { tag.lowercased() }
}

/// A reason why content is none that is allowed. Both sides check by the same rules, the server again
/// since a client may be of another version.
public enum NoteFault: Error, Hashable, Sendable {
  /// The name is empty, or is blank at its ends.
  case nameBlank
  /// More bytes of UTF-8 than a name has.
  case nameTooLong(bytes: Int)
  /// A name or a tag is one line of text.
  case hasControl(codePoint: UInt32)
  /// A tag is empty, or is blank at its ends.
  case tagBlank
  /// More bytes of UTF-8 than a tag has.
  case tagTooLong(bytes: Int)
  /// A note has the tag already.
  case tagTwice(String)
  /// More tags than a note has.
  case tooManyTags(Int)
  /// More bytes of UTF-8 than a text has.
  case bodyTooLong(bytes: Int)
  /// More bytes than a picture or a recording has.
  case contentTooLarge(bytes: Int)
  /// A text has a body, and all others have content.
  case partsWrong(NoteKind)
  /// A moment that no clock shows: before 1970, or after the year 9999.
  case createdNotAllowed(Int64)
}

extension NoteContent {
  /// The most bytes of UTF-8 in a name.
  public static let nameLimit = 500
  /// The most bytes of UTF-8 in a tag.
  public static let tagLimit = 100
  /// The most tags of a note.
  public static let tagsLimit = 50
  /// The most bytes of UTF-8 in a text: 1 MiB.
  public static let bodyLimit = 1 << 20
  /// The most bytes of a picture or a recording: 16 MiB.
  public static let contentLimit = 16 << 20
  /// To the end of the year 9999.
  public static let createdLimits: ClosedRange<Int64> = 0...253_402_300_799_999

  /// - Throws: the first reason why this is no note.
  public func check() throws(NoteFault) {
    let isBlank = { (text: String) in
      text.first?.isWhitespace != false || text.last?.isWhitespace != false
    }
    if isBlank(name) { throw .nameBlank }
    if name.utf8.count > Self.nameLimit { throw .nameTooLong(bytes: name.utf8.count) }
    try Self.checkLine(name)
    if tags.count > Self.tagsLimit { throw .tooManyTags(tags.count) }
    var keys: Set<String> = []
    for tag in tags {
      if isBlank(tag) { throw .tagBlank }
      if tag.utf8.count > Self.tagLimit { throw .tagTooLong(bytes: tag.utf8.count) }
      try Self.checkLine(tag)
      if !keys.insert(TagName.key(tag)).inserted { throw .tagTwice(tag) }
    }
    guard Self.createdLimits ~= created else { throw .createdNotAllowed(created) }
    let isText = kind == .text
    guard (body != nil) == isText, (content != nil) == !isText else { throw .partsWrong(kind) }
    if let body, body.utf8.count > Self.bodyLimit { throw .bodyTooLong(bytes: body.utf8.count) }
    if let content, content.count > Self.contentLimit {
      throw .contentTooLarge(bytes: content.count)
    }
  }

  private static func checkLine(_ text: String) throws(NoteFault) {
    for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
      throw .hasControl(codePoint: scalar.value)
    }
  }
}

extension NoteFault: CustomStringConvertible {
  /// The reason, as it follows a colon.
  public var description: String {
    switch self {
    case .nameBlank: "the name is blank, or begins or ends with a blank"
    case .nameTooLong(let bytes):
      "the name has \(bytes) bytes, more than \(NoteContent.nameLimit)"
    case .hasControl(let codePoint):
      "a name or a tag has the control character U+\(String(codePoint, radix: 16))"
    case .tagBlank: "a tag is blank, or begins or ends with a blank"
    case .tagTooLong(let bytes): "a tag has \(bytes) bytes, more than \(NoteContent.tagLimit)"
    case .tagTwice(let tag): "the tag \"\(tag)\" is there twice"
    case .tooManyTags(let count):
      "there are \(count) tags, more than \(NoteContent.tagsLimit)"
    case .bodyTooLong(let bytes):
      "the text has \(bytes) bytes, more than \(NoteContent.bodyLimit)"
    case .contentTooLarge(let bytes):
      "the content has \(bytes) bytes, more than \(NoteContent.contentLimit)"
    case .partsWrong(.text): "a text has a body, and no content"
    case .partsWrong(let kind): "a note of kind \(kind.rawValue) has content, and no body"
    case .createdNotAllowed(let milliseconds):
      "\(milliseconds) ms since 1970 are no time at which a note was made"
    }
  }
}
