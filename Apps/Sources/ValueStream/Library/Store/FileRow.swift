import AppStorage
import GRDB

/// A row of the table of files.
struct FileRow {
  static let columns = """
    file.saved, file.id, file.fileName, file.dateCreated, file.dateUpdated, file.revision,
    file.stickerCount, file.leadTime, file.surroundings
    """

  let saved: Int64
  let id: Int64
  let revision: Int64
  /// The number of sections, parties and flows.
  let surroundings: Int64
  let listed: ListedFile

  /// A file about to be written.
  init(
    saved: Int64, id: Int64, revision: Int64, fileName: String, dateCreated: Timestamp,
    dateUpdated: Timestamp, map: StreamMap
  ) {
    self.saved = saved
    self.id = id
    self.revision = revision
    surroundings = Int64(map.surroundings.count)
    listed = ListedFile(
      fileName: fileName, dateCreated: dateCreated, dateUpdated: dateUpdated,
      stickerCount: map.stickers.count, leadTime: map.leadTime)
  }

  /// The row a statement stands at that selects ``columns``.
  init(_ statement: PreparedStatement) {
    saved = statement.integer(0)
    id = statement.integer(1)
    revision = statement.integer(5)
    surroundings = statement.integer(8)
    listed = Self.listed(statement)
  }

  /// Returns what a list needs of the row a statement stands at that selects ``columns``.
  static func listed(_ statement: PreparedStatement) -> ListedFile {
    ListedFile(
      fileName: statement.text(2), dateCreated: Timestamp(milliseconds: statement.integer(3)),
      dateUpdated: Timestamp(milliseconds: statement.integer(4)),
      stickerCount: Int(statement.integer(6)), leadTime: Minutes(seconds: statement.integer(7)))
  }

  static func find(named name: FileName, in database: Database) throws -> FileRow? {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM file WHERE fileName = ?", in: database)
    defer { statement.finish() }
    try statement.bind(name.text, at: 1)
    return try statement.step() ? FileRow(statement) : nil
  }

  static func find(id: Int64, in database: Database) throws -> FileRow? {
    let statement = try PreparedStatement("SELECT \(columns) FROM file WHERE id = ?", in: database)
    defer { statement.finish() }
    try statement.bind(id, at: 1)
    return try statement.step() ? FileRow(statement) : nil
  }

  /// This row, if its numbers can be those of a file: before a map is read or written by it.
  func checked() throws -> FileRow {
    for (what, number, allowed) in [
      ("place in the list", saved, 0...Int64.max),
      ("number", id, StoredNumber.counted),
      ("revision", revision, StoredNumber.counted),
      ("count of stickers", Int64(listed.stickerCount), StoredNumber.measured),
      ("lead time", listed.leadTime.seconds, StoredNumber.measured),
      ("count of sections, parties and flows", surroundings, StoredNumber.measured),
    ] where !allowed.contains(number) {
      throw LibraryError.fileDamaged(
        fileName: listed.fileName, sticker: nil, reason: "\(number) is no \(what)")
    }
    return self
  }

  /// A number that no save has had before.
  static func nextRevision(in database: Database) throws -> Int64 {
    // No RETURNING, and one row by its key: SQLite would guard all else by a savepoint, at which FTS5 writes all
    // it has collected.
    let statement = try PreparedStatement("SELECT lastRevision FROM library", in: database)
    defer { statement.finish() }
    guard try statement.step() else {
      throw DatabaseError.damage("the last revision is missing")
    }
    let last = statement.integer(0)
    guard 0..<StoredNumber.limit - 1 ~= last else {
      throw DatabaseError.damage("\(last) is no revision")
    }
    let update = try PreparedStatement(
      "UPDATE library SET lastRevision = ? WHERE only = 1", in: database)
    try update.bind(last + 1, at: 1)
    try update.run()
    return last + 1
  }

  /// Adds the row, and the name to the search.
  func insert(in database: Database) throws {
    let statement = try PreparedStatement(
      """
      INSERT INTO file(saved, id, fileName, dateCreated, dateUpdated, revision, stickerCount,
        leadTime, surroundings)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, in: database)
    try bind(to: statement)
    try statement.run()
    try SearchTable.files.insert(listed.fileName, at: saved, in: database)
  }

  /// Puts this row in the place of an earlier one of the same file, in the search too.
  func replace(_ earlier: FileRow, in database: Database) throws {
    let statement = try PreparedStatement(
      """
      UPDATE file SET saved = ?1, fileName = ?3, dateCreated = ?4, dateUpdated = ?5,
        revision = ?6, stickerCount = ?7, leadTime = ?8, surroundings = ?9 WHERE id = ?2
      """, in: database)
    try bind(to: statement)
    try statement.run()
    try SearchTable.files.remove(at: earlier.saved, in: database)
    try SearchTable.files.insert(listed.fileName, at: saved, in: database)
  }

  private func bind(to statement: PreparedStatement) throws {
    try statement.bind(saved, at: 1)
    try statement.bind(id, at: 2)
    try statement.bind(listed.fileName, at: 3)
    try statement.bind(listed.dateCreated.milliseconds, at: 4)
    try statement.bind(listed.dateUpdated.milliseconds, at: 5)
    try statement.bind(revision, at: 6)
    try statement.bind(Int64(listed.stickerCount), at: 7)
    try statement.bind(listed.leadTime.seconds, at: 8)
    try statement.bind(surroundings, at: 9)
  }
}
