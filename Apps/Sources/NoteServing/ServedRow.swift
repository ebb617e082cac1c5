import AppExchange
import AppStorage
import Foundation
import GRDB
import NoteExchange

/// A note of the store, as one device meets it.
struct ServedRow {
  /// What the plain verbs of HTTP are written down as: no device has this name.
  static let nobody = NoteID(high: 0, low: 0)

  let id: NoteID
  let revision: Int64
  let device: String
  let outcome: String
  /// JSON; nil of a deleted note.
  let content: String?
  /// The asking device's last edit that has led to it; 0 for none.
  let seen: Int64

  static func find(
    _ id: NoteID, of user: String, for device: NoteID, in database: Database
  ) throws -> ServedRow? {
    let statement = try PreparedStatement(
      """
      SELECT revision, note.device, outcome, content, edit FROM note
      LEFT JOIN seen ON seen.user = note.user AND seen.id = note.id AND seen.device = ?3
      WHERE note.user = ?1 AND note.id = ?2
      """, in: database)
    defer { statement.finish() }
    try statement.bind(user, at: 1)
    try statement.bind(id.text, at: 2)
    try statement.bind(device.text, at: 3)
    guard try statement.step() else { return nil }
    return ServedRow(
      id: id, revision: statement.integer(0), device: statement.text(1),
      outcome: statement.text(2), content: statement.isNull(3) ? nil : statement.text(3),
      seen: statement.integer(4))
  }

  /// What it says; nil of a deleted note.
  func note() throws -> NoteContent? {
    try content.map { try Self.decode($0, id) }
  }

  func served() throws -> ServedNote {
    ServedNote(id: id, revision: revision, seen: seen, note: try note())
  }

  private static func decode(_ text: String, _ id: NoteID) throws -> NoteContent {
    do {
      return try MessageCoding.decode(NoteContent.self, from: Data(text.utf8))
    } catch {
      throw DatabaseError.damage("note \(id) can't be read")
    }
  }

  /// Writes what a note is now, at the account's next revision.
  /// - Returns: the revision.
  static func store(
    _ note: NoteContent?, as id: NoteID, of user: String, by device: NoteID,
    outcome: PushResult.Outcome, in database: Database
  ) throws -> Int64 {
    let counter = try PreparedStatement(
      """
      INSERT INTO account VALUES (?, 1) ON CONFLICT DO UPDATE SET revision = revision + 1
      """, in: database)
    try counter.bind(user, at: 1)
    try counter.run()
    let revision = try revision(of: user, in: database)
    let statement = try PreparedStatement(
      """
      INSERT INTO note(user, id, revision, device, outcome, content) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT(user, id) DO UPDATE SET revision = excluded.revision, device = excluded.device,
        outcome = excluded.outcome, content = excluded.content
      """, in: database)
    try statement.bind(user, at: 1)
    try statement.bind(id.text, at: 2)
    try statement.bind(revision, at: 3)
    try statement.bind(device.text, at: 4)
    try statement.bind(outcome.rawValue, at: 5)
    if let note {
      try statement.bind(String(decoding: MessageCoding.encode(note), as: UTF8.self), at: 6)
    } else {
      try statement.bind(nil as Int64?, at: 6)
    }
    try statement.run()
    return revision
  }

  static func markSeen(
    _ edit: Int64, of id: NoteID, of user: String, by device: NoteID, in database: Database
  ) throws {
    let statement = try PreparedStatement(
      """
      INSERT INTO seen VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET edit = excluded.edit
      """, in: database)
    try statement.bind(user, at: 1)
    try statement.bind(id.text, at: 2)
    try statement.bind(device.text, at: 3)
    try statement.bind(edit, at: 4)
    try statement.run()
  }

  /// The number of changes that an account has had.
  static func revision(of user: String, in database: Database) throws -> Int64 {
    let statement = try PreparedStatement(
      "SELECT revision FROM account WHERE user = ?", in: database)
    defer { statement.finish() }
    try statement.bind(user, at: 1)
    return try statement.step() ? statement.integer(0) : 0
  }
}
