public import AppStorage
import GRDB
import Glibc
public import NoteExchange
import SecretKeeping

/// The notes of a user: one durable SQLite store, and a folder beside it with the files of pictures and
/// recordings.
///
/// Each call is one transaction; it happens wholly or, when it throws, not at all, and is on disk when
/// it returns. Calls may come from several threads, also while a synchronisation is under way.
///
/// ```swift
/// let book = try NoteBook(path: "notes.sqlite")
/// let id = try book.add(.text("Buy felt\nfor the roof"), tags: ["shopping"])
/// try book.edit(id, body: "Buy felt")
/// let list = try book.notes(NoteFilter(tags: ["shopping"]), by: .name)
/// ```
public final class NoteBook: Sendable {
  /// Page cache in KiB, an upper limit: 10,000 notes with their indexes.
  package static let cacheKibibytes = 8_192
  /// "NOTE": marks the file as this app's, so that no other application's is taken for one.
  static let applicationID: Int64 = 0x4E4F_5445

  /// The SQLite file.
  public let path: String
  /// The store's own name, by which the server tells its edits from others'. A copy of the store is a
  /// device of its own from the moment it is opened: it is known by its file's number on its volume,
  /// which a copy does not take along, and a move within the volume does.
  public let device: NoteID
  let media: MediaFolder
  let clock: @Sendable () -> Timestamp
  let makeID: @Sendable () -> NoteID
  let queue: DatabaseQueue

  /// Opens the store, creating and migrating it as need be. `makeID` names new notes; the clock dates
  /// them, and nothing else depends on it.
  /// - Throws: ``NoteError``, one of the store's. A file that is refused is left as it was.
  public convenience init(
    path: String, durability: Durability = .powerLoss,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now,
    makeID: @escaping @Sendable () -> NoteID = NoteID.random
  ) throws(NoteError) {
    try self.init(
      path: path, durability: durability, busySeconds: StorageFile.busySeconds, clock: clock,
      makeID: makeID)
  }

  init(
    path: String, durability: Durability, busySeconds: Double,
    clock: @escaping @Sendable () -> Timestamp, makeID: @escaping @Sendable () -> NoteID
  ) throws(NoteError) {
    (self.path, self.clock, self.makeID) = (path, clock, makeID)
    media = MediaFolder(path: path + ".media")
    do {
      queue = try StorageFile(
        path: path, label: "notes", applicationID: Self.applicationID,
        cacheKibibytes: Self.cacheKibibytes, busySeconds: busySeconds,
        migrator: Self.migrator(makeID)
      ).open(durability)
      device = try Self.device(in: queue, at: path, makeID)
    } catch {
      throw NoteError(opening: path, error)
    }
    try media.sweep { () throws(NoteError) in
      try read { try String.fetchSet($0, sql: "SELECT resource FROM note WHERE resource NOT NULL") }
    }
  }

  /// Closes the store; calls after it fail.
  public func close() throws(NoteError) {
    try attempt { try queue.close() }
  }

  /// Moves all of the log into the main file, and lets go of the pages in memory.
  func settle() throws(NoteError) {
    try attempt { try queue.settle() }
  }

  /// Reads in one snapshot, while others may write.
  func read<Value>(_ body: (Database) throws -> Value) throws(NoteError) -> Value {
    try attempt {
      try queue.writeWithoutTransaction { try StorageTransaction.read.run(in: $0, body) }
    }
  }

  /// Writes in one immediate transaction, rolled back when the body throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(NoteError) -> Value {
    try attempt {
      try queue.writeWithoutTransaction { try StorageTransaction.write.run(in: $0, body) }
    }
  }

  private func attempt<Value>(_ body: () throws -> Value) throws(NoteError) -> Value {
    do {
      return try body()
    } catch {
      throw NoteError(using: path, error)
    }
  }
}

extension NoteBook {
  /// The store's name: another one than it had where this file is a copy of that which had it.
  ///
  /// A new name does no harm: what the server had seen under the old one has the same revisions here.
  private static func device(
    in queue: DatabaseQueue, at path: String, _ makeID: () -> NoteID
  ) throws -> NoteID {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw StorageFailure.other(reason: String(cString: strerror(errno)))
    }
    let file = Int64(bitPattern: UInt64(status.st_ino))
    func known(_ database: Database) throws -> (device: NoteID, file: Int64) {
      let statement = try PreparedStatement("SELECT high, low, file FROM device", in: database)
      defer { statement.finish() }
      guard try statement.step() else { throw DatabaseError.damage("it has no name") }
      return (statement.noteID(0), statement.integer(2))
    }
    return try queue.writeWithoutTransaction { database in
      let (device, itsFile) = try known(database)
      if itsFile == file { return device }
      return try StorageTransaction.write.run(in: database) { database in
        // Another process may have opened it meanwhile.
        let (device, itsFile) = try known(database)
        if itsFile == file { return device }
        let name = itsFile == newFile ? device : makeID()
        let statement = try PreparedStatement(
          "UPDATE device SET high = ?, low = ?, file = ?", in: database)
        try statement.bind(name, at: 1)
        try statement.bind(file, at: 3)
        try statement.run()
        return name
      }
    }
  }

  /// The number that no file has: of a store that is yet to be given its own.
  private static let newFile: Int64 = 0

  /// All versions of the schema, oldest first. A version that has been released never changes.
  static func migrator(_ makeID: @escaping @Sendable () -> NoteID) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 notes and tags") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: firstSchema)
      let device = makeID()
      try database.execute(
        sql: "INSERT INTO device VALUES (?, ?, 0, ?)",
        arguments: [Int64(bitPattern: device.high), Int64(bitPattern: device.low), newFile])
    }
    return migrator
  }

  // A note's counters tell what the server is yet to hear of. `edits` counts the user's, `sent` is the
  // last edit that has ever been handed to the network, and `pushed` the last that was acknowledged;
  // `base` is the server's revision that all later edits are based on. A deleted note stays as a mark
  // until the server has heard of it.
  //
  // So three attributes of the source (p. 17) have others in their place. `pushed` is `edits = pushedEdits`.
  // `remoteID` is the id itself, which the device makes and the server takes over: a push whose answer
  // was lost makes no twin. `syncDate` is `base`, for clocks of devices differ, and revisions of one
  // server don't.
  //
  // `high` and `low` are the two halves of its id, which are read in half the time of 32 digits.
  // `resource` names a file of the folder beside the store.
  private static let firstSchema = """
    CREATE TABLE device (
      high INTEGER NOT NULL, low INTEGER NOT NULL, cursor INTEGER NOT NULL, file INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE note (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      high INTEGER NOT NULL, low INTEGER NOT NULL,
      kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
      name TEXT NOT NULL CHECK (length(name) > 0), nameKey TEXT NOT NULL,
      created INTEGER NOT NULL, body TEXT, resource TEXT,
      base INTEGER NOT NULL CHECK (base >= 0),
      edits INTEGER NOT NULL CHECK (edits >= 0),
      sentEdits INTEGER NOT NULL CHECK (sentEdits BETWEEN 0 AND edits),
      pushedEdits INTEGER NOT NULL CHECK (pushedEdits BETWEEN 0 AND edits),
      isDeleted INTEGER NOT NULL CHECK (isDeleted IN (0, 1)),
      UNIQUE (high, low)
    ) STRICT;
    CREATE INDEX note_by_date ON note(created, number) WHERE isDeleted = 0;
    CREATE INDEX note_by_name ON note(nameKey, number) WHERE isDeleted = 0;
    CREATE INDEX note_pending ON note(number) WHERE edits <> pushedEdits;

    CREATE TABLE tag (
      number INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE noteTag (
      note INTEGER NOT NULL REFERENCES note(number) ON DELETE CASCADE,
      tag INTEGER NOT NULL REFERENCES tag(number),
      PRIMARY KEY (note, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX noteTag_by_tag ON noteTag(tag, note);
    """
}

extension PreparedStatement {
  /// The id in two columns.
  func noteID(_ column: Int32) -> NoteID {
    NoteID(
      high: UInt64(bitPattern: integer(column)), low: UInt64(bitPattern: integer(column + 1)))
  }

  /// Sets two parameters to the halves of an id.
  func bind(_ id: NoteID, at index: Int32) throws {
    try bind(Int64(bitPattern: id.high), at: index)
    try bind(Int64(bitPattern: id.low), at: index + 1)
  }

  /// Sets a parameter to a text, or to NULL.
  func bind(ifAny text: String?, at index: Int32) throws {
    if let text { try bind(text, at: index) } else { try bind(nil as Int64?, at: index) }
  }
}
