import AppExchange
import AppStorage
import Foundation
import GRDB
import NoteExchange

/// What apps ask: a push of all that changed in a device, and what others changed.
extension NoteServer {
  /// The most notes of a page, and about the most bytes of JSON.
  static let pageNotes = 500
  static let pageBytes = 16 << 20

  func answerChanges(
    _ request: ExchangeRequest, _ query: String, of user: String
  ) throws -> ExchangeResponse {
    switch request.method {
    case "GET": return .json(200, try page(query, of: user))
    case "POST":
      let push: Push = try Self.decode(request.body)
      guard push.device != ServedRow.nobody else {
        throw ServerComplaint.malformed(reason: "the device has no name")
      }
      guard push.changes.allSatisfy({ $0.edit > 0 && $0.base >= 0 }) else {
        throw ServerComplaint.malformed(reason: "edits are counted from 1, and revisions from 0")
      }
      let results = try write { database in
        try push.changes.map { try apply($0, by: push.device, of: user, in: database) }
      }
      return .json(200, try MessageCoding.encode(PushAnswer(results: results)))
    default: throw ServerComplaint.methodNotAllowed(["GET", "POST"])
    }
  }

  static func decode<Message: Decodable>(_ body: Data) throws -> Message {
    do {
      return try MessageCoding.decode(Message.self, from: body)
    } catch {
      throw ServerComplaint.malformed(reason: "it is no JSON of the form that is described")
    }
  }

  /// What becomes of a change.
  ///
  /// | here, since the change's base | edit                         | deletion                |
  /// |-------------------------------|------------------------------|-------------------------|
  /// | unchanged                     | it is written                | the note goes           |
  /// | edited by others              | conflict, unless equal       | conflict: the edit wins |
  /// | deleted by others             | it is written: the edit wins | nothing is left to do   |
  ///
  /// A change that is sent again, since its answer was lost, is not applied again.
  private func apply(
    _ change: NoteChange, by device: NoteID, of user: String, in database: Database
  ) throws -> PushResult {
    let id = change.id
    let row = try ServedRow.find(id, of: user, for: device, in: database)
    do {
      try change.note?.check()
    } catch {
      return PushResult(
        id: id, outcome: .refused, revision: row?.revision ?? 0, reason: "\(error)")
    }
    if let row {
      let isSuccessor = row.revision == change.base || row.device == device.text
      if change.edit <= row.seen {
        let outcome = PushResult.Outcome(rawValue: row.outcome)
        guard row.device == device.text, let outcome else { return try conflict(row) }
        return PushResult(id: id, outcome: outcome, revision: row.revision)
      }
      if !isSuccessor, row.content != nil {
        guard let note = change.note, try row.note()?.saysTheSame(as: note) == true else {
          return try conflict(row)
        }
        try ServedRow.markSeen(change.edit, of: id, of: user, by: device, in: database)
        return PushResult(id: id, outcome: .updated, revision: row.revision)
      }
      if change.note == nil, row.content == nil {
        try ServedRow.markSeen(change.edit, of: id, of: user, by: device, in: database)
        return PushResult(id: id, outcome: .deleted, revision: row.revision)
      }
    }
    let outcome: PushResult.Outcome =
      change.note == nil ? .deleted : row?.content == nil ? .created : .updated
    let revision = try ServedRow.store(
      change.note, as: id, of: user, by: device, outcome: outcome, in: database)
    try ServedRow.markSeen(change.edit, of: id, of: user, by: device, in: database)
    return PushResult(id: id, outcome: outcome, revision: revision)
  }

  private func conflict(_ row: ServedRow) throws -> PushResult {
    PushResult(
      id: row.id, outcome: .conflict, revision: row.revision, served: try row.served())
  }

  /// A page of what others than a device have changed. The notes' JSON is passed on as it was kept.
  private func page(_ query: String, of user: String) throws -> Data {
    var settings: [Substring: Substring] = [:]
    for setting in query.split(separator: "&") {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      settings[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
    guard let since = settings["since"].flatMap({ Int64($0) }), since >= 0,
      let device = settings["device"].flatMap({ NoteID(String($0)) }),
      settings.count == 2
    else { throw ServerComplaint.malformed(reason: "'since' and 'device' are asked for") }
    return try read { database in
      let statement = try PreparedStatement(
        """
        SELECT note.id, revision, content, edit FROM note INDEXED BY note_by_revision
        LEFT JOIN seen ON seen.user = note.user AND seen.id = note.id AND seen.device = ?3
        WHERE note.user = ?1 AND revision > ?2 AND note.device <> ?3 ORDER BY revision
        """, in: database)
      defer { statement.finish() }
      try statement.bind(user, at: 1)
      try statement.bind(since, at: 2)
      try statement.bind(device.text, at: 3)
      var notes: [String] = []
      var (bytes, last, more) = (0, since, false)
      while try statement.step() {
        guard notes.count < Self.pageNotes, bytes < Self.pageBytes else {
          more = true
          break
        }
        let content = statement.isNull(2) ? "" : #""note":\#(statement.text(2)),"#
        last = statement.integer(1)
        notes.append(
          #"{"id":"\#(statement.text(0))",\#(content)"revision":\#(last),"seen":\#(statement.integer(3))}"#
        )
        bytes += content.utf8.count
      }
      let revision = more ? last : try ServedRow.revision(of: user, in: database)
      return Data(
        #"{"more":\#(more),"notes":[\#(notes.joined(separator: ","))],"revision":\#(revision)}"#
          .utf8)
    }
  }
}
