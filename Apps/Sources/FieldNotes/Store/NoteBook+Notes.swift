import AppStorage
import Foundation
import GRDB
public import NoteExchange

/// The notes and their tags, as the views change and show them.
extension NoteBook {
  /// Adds a note. Without a name the app picks one: the first line of a text, else kind and time.
  /// - Throws: ``NoteError/notAllowed(_:)``, ``NoteError/contentFile(_:)`` and the store's errors.
  @discardableResult
  public func add(
    _ matter: NoteMatter, name: String? = nil, tags: [String] = []
  ) throws(NoteError) -> NoteID {
    let moment = clock()
    var content = NoteContent(
      kind: matter.kind,
      name: name.map(TidyText.tidy) ?? TidyText.name(for: matter, at: moment),
      created: moment.milliseconds, tags: tags.map(TidyText.tidy))
    var file: [UInt8]?
    switch matter {
    case .text(let body): content.body = body
    case .picture(let bytes), .sound(let bytes):
      file = bytes
      content.content = Data(bytes)
    }
    try Self.check(content)
    let id = makeID()
    try storing(file) { resource, database in
      var row = NoteRow(id: id, content, resource: resource)
      row.edits = 1
      try row.insert(content.tags, in: database)
      return nil
    }
    return id
  }

  /// A note with all it holds.
  /// - Throws: ``NoteError/noSuchNote(_:)``, ``NoteError/contentMissing(_:name:path:)``,
  ///   ``NoteError/contentFile(_:)`` and the store's errors.
  public func note(_ id: NoteID) throws(NoteError) -> Note {
    try read { database in
      let row = try Self.present(id, in: database)
      let file = row.resource == nil ? nil : try media.bytes(of: row)
      return Note(
        id: id, content: try row.content(file, in: database), isPending: row.isPending)
    }
  }

  /// The notes of a filter, in an order.
  public func notes(
    _ filter: NoteFilter = NoteFilter(), by order: NoteOrder = .date
  ) throws(NoteError) -> [ListedNote] {
    let query = NoteQuery(filter, order)
    return try read { database in
      let statement = try PreparedStatement(query.sql, in: database)
      defer { statement.finish() }
      for (index, key) in query.keys.enumerated() {
        try statement.bind(key, at: Int32(index + 1))
      }
      var notes: [ListedNote] = []
      while try statement.step() {
        guard let kind = NoteKind(code: statement.integer(2)) else {
          throw DatabaseError.damage("a note has kind \(statement.integer(2))")
        }
        notes.append(
          ListedNote(
            id: statement.noteID(0), kind: kind, name: statement.text(3),
            created: Timestamp(milliseconds: statement.integer(4)),
            isPending: statement.integer(5) != 0))
      }
      return notes
    }
  }

  /// The tags that notes have, by name.
  public func tags() throws(NoteError) -> [TagCount] {
    try read { database in
      let statement = try PreparedStatement(
        """
        SELECT tag.name, count(*) FROM tag JOIN noteTag ON noteTag.tag = tag.number
        GROUP BY tag.number ORDER BY tag.key
        """, in: database)
      defer { statement.finish() }
      var tags: [TagCount] = []
      while try statement.step() {
        tags.append(TagCount(name: statement.text(0), count: Int(statement.integer(1))))
      }
      return tags
    }
  }

  /// Replaces the body of a text.
  /// - Throws: ``NoteError/noSuchNote(_:)``, ``NoteError/notAText(_:name:)`` and as
  ///   ``add(_:name:tags:)``.
  public func edit(_ id: NoteID, body: String) throws(NoteError) {
    try change(id) { row, _ in
      guard row.kind == .text else { throw NoteError.notAText(id, name: row.name) }
      row.body = body
    }
  }

  /// Replaces the file of a picture or a recording.
  /// - Throws: ``NoteError/noSuchNote(_:)``, ``NoteError/isAText(_:name:)`` and as
  ///   ``add(_:name:tags:)``.
  public func replace(_ id: NoteID, with file: [UInt8]) throws(NoteError) {
    guard file.count <= NoteContent.contentLimit else {
      throw .notAllowed(.contentTooLarge(bytes: file.count))
    }
    try storing(file) { resource, database in
      var row = try Self.present(id, in: database)
      guard row.kind != .text else { throw NoteError.isAText(id, name: row.name) }
      let old = row.resource
      row.resource = resource
      row.edits += 1
      try row.update(in: database)
      return old
    }
  }

  /// Gives a note another name.
  public func rename(_ id: NoteID, to name: String) throws(NoteError) {
    try change(id) { row, _ in row.name = TidyText.tidy(name) }
  }

  /// Adds a tag to a note; one that it has already changes nothing.
  public func tag(_ id: NoteID, _ tag: String) throws(NoteError) {
    try write { database in
      var row = try Self.present(id, in: database)
      guard try row.add(TidyText.tidy(tag), in: database) else { return }
      try save(&row, in: database)
    }
  }

  /// Removes a tag from a note.
  /// - Throws: ``NoteError/noSuchNote(_:)``, ``NoteError/noSuchTag(_:name:)`` and the store's errors.
  public func untag(_ id: NoteID, _ tag: String) throws(NoteError) {
    try change(id) { row, database in
      guard try row.remove(TidyText.tidy(tag), in: database) else {
        throw NoteError.noSuchTag(tag, name: row.name)
      }
    }
  }

  /// Deletes a note. One that was never sent vanishes; else a mark stays until the server knows.
  /// - Throws: ``NoteError/noSuchNote(_:)`` and the store's errors.
  public func delete(_ id: NoteID) throws(NoteError) {
    let file = try write { database in
      var row = try Self.present(id, in: database)
      let file = row.resource
      if row.base == 0, row.sentEdits == 0 {
        try row.delete(in: database)
      } else {
        try row.removeTags(in: database)
        (row.isDeleted, row.body, row.resource) = (true, nil, nil)
        row.edits += 1
        try row.update(in: database)
      }
      return file
    }
    media.remove([file].compactMap(\.self))
  }

  // MARK: Steps of calls

  private func change(
    _ id: NoteID, _ body: (inout NoteRow, Database) throws -> Void
  ) throws(NoteError) {
    try write { database in
      var row = try Self.present(id, in: database)
      try body(&row, database)
      try save(&row, in: database)
    }
  }

  /// Counts an edit and writes it, if it leaves a note that is allowed.
  private func save(_ row: inout NoteRow, in database: Database) throws {
    // Its file has been checked when it came.
    try Self.check(row.content(row.resource == nil ? nil : [], in: database))
    row.edits += 1
    try row.update(in: database)
  }

  /// Writes a file, if there is one, and then what names it; the file goes if that fails, and else
  /// the one that it replaces.
  private func storing(
    _ file: [UInt8]?, _ body: (String?, Database) throws -> String?
  ) throws(NoteError) {
    let hold = file == nil ? nil : try media.hold()
    defer { hold?.end() }
    let resource: String? =
      if let file, let hold { try media.add(file, under: hold) } else { nil }
    do {
      let old = try write { try body(resource, $0) }
      media.remove([old].compactMap(\.self))
    } catch {
      media.remove([resource].compactMap(\.self))
      throw error
    }
  }

  private static func present(_ id: NoteID, in database: Database) throws -> NoteRow {
    guard let row = try NoteRow.find(id, in: database), !row.isDeleted else {
      throw NoteError.noSuchNote(id)
    }
    return row
  }

  private static func check(_ content: NoteContent) throws(NoteError) {
    do {
      try content.check()
    } catch {
      throw .notAllowed(error)
    }
  }
}
