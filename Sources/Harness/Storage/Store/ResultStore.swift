import Foundation
import GRDB
import Glibc
import Recording
import Statistics
import Synchronization

/// Keeps experiments in an SQLite file, with a write-ahead log: a stored run stays stored, whatever
/// happens to Rehearse or other processes afterwards.
public struct ResultStore: Sendable {
  let database: DatabaseQueue
  let path: String
  let unreadable: UnreadableExperiments
  private let isStopping: @Sendable () -> Bool

  /// Opens a store, and creates it if necessary. `note` gets a sentence about each unreadable experiment, and
  /// about waiting, which ends soon once the user `isStopping` the process.
  /// - Throws: ``StoreError``.
  public init(
    path: String, note: @escaping @Sendable (String) -> Void = { _ in },
    isStopping: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) {
    try self.init(path: path, mayOnlyRead: false, note, isStopping)
  }

  /// If `mayOnlyRead`, a store that can't be written is opened for reading only.
  private init(
    path: String, mayOnlyRead: Bool, _ note: @escaping @Sendable (String) -> Void,
    _ isStopping: @escaping @Sendable () -> Bool
  ) throws(StoreError) {
    try Self.refuseOtherKinds(path)
    (self.path, self.isStopping) = (path, isStopping)
    unreadable = UnreadableExperiments(note)
    do {
      if let reason = Self.reasonNotToWrite(path) {
        guard mayOnlyRead else { throw StoreError.readOnly(path: path, reason: reason) }
        database = try Self.openedToRead(path)
        return
      }
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      if !FileManager.default.fileExists(atPath: folder.path) {
        try Self.makeFolder(folder, of: URL(fileURLWithPath: path).lastPathComponent)
      }
      var configuration = Configuration()
      configuration.busyMode = Self.patience(note, isStopping)
      // With a write-ahead log this is enough for the type's promise; more would keep the disk busy
      // after each run.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
      // One after the other: while one process turns on the write-ahead log and creates the tables,
      // SQLite refuses the others at once, regardless of the timeout set above.
      let lock = try FolderLock(folder.path, note, isStopping: isStopping)
      if try Self.isReady(path, configuration) {
        database = try DatabaseQueue(path: path, configuration: configuration)
      } else {
        configuration.journalMode = .wal
        database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write { if try Schema.state($0) == .empty { try Schema.create($0) } }
      }
      _ = consume lock
    } catch let error as StoreError {
      throw error
    } catch {
      throw Self.interruption(error, of: path, isStopping)
        ?? .unusable(path: path, reason: Self.reasonNotToMake(path) ?? Self.reason(error))
    }
  }

  /// Waits for another process that writes, such as one that takes in a team's experiments over a slow network: a
  /// run that can't be stored would end its measurement. `note` gets a sentence once waiting takes long.
  private static func patience(
    _ note: @escaping @Sendable (String) -> Void, _ isStopping: @escaping @Sendable () -> Bool
  ) -> Database.BusyMode {
    // In hundredths of a second.
    let (patience, limit) = (100, 12_000)
    return .callback { turns in
      if turns == patience { note("Waiting for another process, which writes into the store.") }
      usleep(10_000)
      return turns < (isStopping() ? patience : limit)
    }
  }

  /// Creates a store's folder and makes git ignore the store. Otherwise the first check would make the
  /// work tree differ from its commit, and the next check could no longer prove that nothing changed.
  private static func makeFolder(_ folder: URL, of name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ignored =
      "# Made by rehearse: its measurements change with each run.\n/.gitignore\n/\(name)*\n"
    try Data(ignored.utf8).write(to: folder.appending(path: ".gitignore"))
  }

  /// Returns whether there is a store that only needs to be opened: turning on the write-ahead log
  /// again would write into it, and wait for the disk, even for commands that only read.
  ///
  /// Refuses a database made by another program or another version of Rehearse, before changing anything in it.
  private static func isReady(_ path: String, _ configuration: Configuration) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    var configuration = configuration
    configuration.readonly = true
    let database = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? database.close() }
    return try database.read { db in
      switch try Schema.state(db) {
      case .empty: false
      case .current: try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal"
      case .otherVersion: throw StoreError.otherVersion(path: path)
      case .foreign: throw StoreError.foreign(path: path)
      }
    }
  }

  /// Refuses paths on which SQLite would block, or that it would take for a database in memory.
  private static func refuseOtherKinds(_ path: String) throws(StoreError) {
    if path.isEmpty { throw .unnamed }
    // If nothing is there, or it may not be seen, opening fails with the reason.
    var facts = stat()
    guard stat(path, &facts) == 0 else { return }
    let kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: nil as String?
      case S_IFDIR: "a folder"
      case S_IFIFO: "a named pipe"
      case S_IFSOCK: "a socket"
      case S_IFCHR, S_IFBLK: "a device"
      default: "no file"
      }
    if let kind { throw .notAFile(path: path, kind: kind) }
  }

  /// Opens an existing store, as ``init(path:note:isStopping:)`` does.
  /// - Throws: ``StoreError``.
  public init(
    existing path: String, note: @escaping @Sendable (String) -> Void = { _ in },
    isStopping: @escaping @Sendable () -> Bool = { false }
  ) throws(StoreError) {
    if path.isEmpty { throw .unnamed }
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    try self.init(path: path, mayOnlyRead: true, note, isStopping)
  }

  /// Reads, and words errors.
  func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.read(body) } catch { throw worded(error) }
  }

  /// Writes in one transaction, and words errors.
  func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try database.write(body) } catch { throw worded(error) }
  }

  func worded(_ error: any Error) -> StoreError {
    if let error = error as? DatabaseError, error.resultCode == .SQLITE_READONLY,
      let reason = Self.reasonNotToWrite(path)
    {
      return .readOnly(path: path, reason: reason)
    }
    return error as? StoreError ?? Self.interruption(error, of: path, isStopping)
      ?? .unusable(path: path, reason: Self.reason(error))
  }

  /// The end of a wait because the user asked to stop; nil for another error.
  private static func interruption(
    _ error: any Error, of path: String, _ isStopping: () -> Bool
  ) -> StoreError? {
    guard (error as? DatabaseError)?.resultCode == .SQLITE_BUSY, isStopping() else { return nil }
    return .interrupted(holder: "another process, which writes into the store \(path)")
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? DatabaseError {
      if error.resultCode == .SQLITE_BUSY { return "another process goes on writing into it" }
      return error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    }
    // Foundation's texts end with a full stop, and so do ours.
    return (error as NSError).localizedDescription.withoutFullStop
  }
}

final class UnreadableExperiments: Sendable {
  private let note: @Sendable (String) -> Void
  private let reported = Mutex<Set<String>>([])

  init(_ note: @escaping @Sendable (String) -> Void) { self.note = note }

  /// - Parameters:
  ///   - name: the experiment's number, with its name if known.
  ///   - what: its content that can't be read.
  func tell(_ name: String, _ what: String) {
    tell(
      name,
      sentence: "Experiment \(name) is left out: it holds \(what), which this version can't read.")
  }

  func tell(_ name: String, sentence: String) {
    guard reported.withLock({ $0.insert(name).inserted }) else { return }
    note(sentence)
  }
}
