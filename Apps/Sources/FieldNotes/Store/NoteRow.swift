import AppStorage
import Foundation
import GRDB
import NoteExchange

/// A row of the table of notes.
struct NoteRow {
  private static let columns = """
    number, high, low, kind, name, created, body, resource, base, edits, sentEdits, pushedEdits,
    isDeleted
    """

  private(set) var number: Int64 = 0
  let id: NoteID
  var kind: NoteKind
  var name: String
  var created: Int64
  var body: String?
  var resource: String?
  /// The server's revision that edits are based on; 0 for none.
  var base: Int64 = 0
  /// The user's edits, those that were ever sent, and those that were acknowledged.
  var edits: Int64 = 0
  var sentEdits: Int64 = 0
  var pushedEdits: Int64 = 0
  /// The note is gone, and the server is yet to hear of it.
  var isDeleted = false

  var isPending: Bool { edits != pushedEdits }

  init(id: NoteID, _ content: NoteContent, resource: String?) {
    self.id = id
    (kind, name, created) = (content.kind, content.name, content.created)
    (body, self.resource) = (content.body, resource)
  }

  private init(_ statement: PreparedStatement) throws {
    number = statement.integer(0)
    id = statement.noteID(1)
    guard let kind = NoteKind(code: statement.integer(3)) else {
      throw DatabaseError.damage("note \(number) has kind \(statement.integer(3))")
    }
    (self.kind, name, created) = (kind, statement.text(4), statement.integer(5))
    body = statement.isNull(6) ? nil : statement.text(6)
    resource = statement.isNull(7) ? nil : statement.text(7)
    (base, edits) = (statement.integer(8), statement.integer(9))
    (sentEdits, pushedEdits) = (statement.integer(10), statement.integer(11))
    isDeleted = statement.integer(12) != 0
  }

  /// The row of a note, also of a deleted one.
  static func find(_ id: NoteID, in database: Database) throws -> NoteRow? {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM note WHERE high = ? AND low = ?", in: database)
    defer { statement.finish() }
    try statement.bind(id, at: 1)
    return try statement.step() ? NoteRow(statement) : nil
  }

  /// The next row that the server is yet to hear of.
  static func pending(after number: Int64, in database: Database) throws -> NoteRow? {
    let statement = try PreparedStatement(
      """
      SELECT \(columns) FROM note INDEXED BY note_pending
      WHERE edits <> pushedEdits AND number > ? ORDER BY number LIMIT 1
      """, in: database)
    defer { statement.finish() }
    try statement.bind(number, at: 1)
    return try statement.step() ? NoteRow(statement) : nil
  }

  /// What the note says; `media` is the file of a picture or a recording.
  func content(_ media: [UInt8]?, in database: Database) throws -> NoteContent {
    NoteContent(
      kind: kind, name: name, created: created, tags: try tags(in: database), body: body,
      content: media.map { Data($0) })
  }

  // MARK: Writing

  mutating func insert(_ tags: [String], in database: Database) throws {
    let statement = try PreparedStatement(
      """
      INSERT INTO note(kind, name, nameKey, created, body, resource, base, edits, sentEdits,
        pushedEdits, isDeleted, high, low) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database)
    try bind(to: statement)
    try statement.bind(id, at: 12)
    try statement.run()
    number = database.lastInsertedRowID
    for tag in tags { try add(tag, in: database) }
  }

  func update(in database: Database) throws {
    let statement = try PreparedStatement(
      """
      UPDATE note SET kind = ?, name = ?, nameKey = ?, created = ?, body = ?, resource = ?, base = ?,
        edits = ?, sentEdits = ?, pushedEdits = ?, isDeleted = ? WHERE number = ?
      """, in: database)
    try bind(to: statement)
    try statement.bind(number, at: 12)
    try statement.run()
  }

  /// Writes the counters alone, which is what a push changes.
  func updateCounters(in database: Database) throws {
    let statement = try PreparedStatement(
      """
      UPDATE note SET base = ?, edits = ?, sentEdits = ?, pushedEdits = ? WHERE number = ?
      """, in: database)
    for (index, value) in [base, edits, sentEdits, pushedEdits, number].enumerated() {
      try statement.bind(value, at: Int32(index + 1))
    }
    try statement.run()
  }

  func delete(in database: Database) throws {
    let statement = try PreparedStatement("DELETE FROM note WHERE number = ?", in: database)
    try statement.bind(number, at: 1)
    try statement.run()
  }

  private func bind(to statement: PreparedStatement) throws {
    try statement.bind(kind.code, at: 1)
    try statement.bind(name, at: 2)
    try statement.bind(TidyText.sortKey(name), at: 3)
    try statement.bind(created, at: 4)
    try statement.bind(ifAny: body, at: 5)
    try statement.bind(ifAny: resource, at: 6)
    for (index, value) in [base, edits, sentEdits, pushedEdits].enumerated() {
      try statement.bind(value, at: Int32(index + 7))
    }
    try statement.bind(isDeleted ? 1 : 0, at: 11)
  }

  // MARK: Tags

  /// The tags, in the order of their names.
  func tags(in database: Database) throws -> [String] {
    let statement = try PreparedStatement(
      """
      SELECT tag.name FROM noteTag JOIN tag ON tag.number = noteTag.tag WHERE noteTag.note = ?
      ORDER BY tag.key
      """, in: database)
    defer { statement.finish() }
    try statement.bind(number, at: 1)
    var tags: [String] = []
    while try statement.step() { tags.append(statement.text(0)) }
    return tags
  }

  /// Adds a tag; false where the note has it already.
  @discardableResult
  func add(_ tag: String, in database: Database) throws -> Bool {
    let known = try PreparedStatement(
      "INSERT INTO tag(name, key) VALUES (?, ?) ON CONFLICT DO NOTHING", in: database)
    try known.bind(tag, at: 1)
    try known.bind(TagName.key(tag), at: 2)
    try known.run()
    let statement = try PreparedStatement(
      """
      INSERT INTO noteTag SELECT ?, number FROM tag WHERE key = ? ON CONFLICT DO NOTHING
      """, in: database)
    try statement.bind(number, at: 1)
    try statement.bind(TagName.key(tag), at: 2)
    try statement.run()
    return database.changesCount == 1
  }

  /// Removes a tag; false where the note does not have it.
  func remove(_ tag: String, in database: Database) throws -> Bool {
    let statement = try PreparedStatement(
      "DELETE FROM noteTag WHERE note = ? AND tag = (SELECT number FROM tag WHERE key = ?)",
      in: database)
    try statement.bind(number, at: 1)
    try statement.bind(TagName.key(tag), at: 2)
    try statement.run()
    return database.changesCount == 1
  }

  func removeTags(in database: Database) throws {
    let statement = try PreparedStatement("DELETE FROM noteTag WHERE note = ?", in: database)
    try statement.bind(number, at: 1)
    try statement.run()
  }
}
