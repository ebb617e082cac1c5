public import AppExchange
public import AppStorage
import Foundation
import GRDB
import NoteExchange

/// A server of notes: what it keeps in SQLite, and what it answers. `openapi.json` describes it.
///
/// It has no network: `field-notes-server` gives it one, and a test or a story may ask it directly.
/// Each request is one transaction, and is on disk when it is answered.
public final class NoteServer: ExchangeServer {
  /// The most bytes of a request.
  public static let requestLimit = 64 << 20
  /// Page cache in KiB, an upper limit.
  static let cacheKibibytes = 8_192
  /// "NSRV": marks the file as this server's, so that no other application's is taken for one.
  static let applicationID: Int64 = 0x4E53_5256

  let accounts: Accounts
  private let queue: DatabaseQueue

  /// Opens the store, creating and migrating it as need be.
  /// - Throws: ``StoreRefusal``. A file that is refused is left as it was.
  public init(
    path: String, accounts: Accounts, durability: Durability = .powerLoss
  ) throws(StoreRefusal) {
    self.accounts = accounts
    do {
      queue = try StorageFile(
        path: path, label: "served notes", applicationID: Self.applicationID,
        cacheKibibytes: Self.cacheKibibytes, migrator: Self.migrator
      ).open(durability)
    } catch {
      throw StoreRefusal(path: path, StorageFailure(error))
    }
  }

  /// Closes the store; requests after it fail.
  public func close() throws { try queue.close() }

  /// Moves all of the log into the main file, and lets go of the pages in memory.
  public func settle() throws { try queue.settle() }

  /// Does as asked, and says what came of it.
  public func answer(to request: ExchangeRequest) -> ExchangeResponse {
    let parts = request.target.split(separator: "?", maxSplits: 1)
    let path = parts.first.map(String.init) ?? ""
    if path == "/openapi.json" {
      return request.method == "GET"
        ? Self.description : .complaint(.methodNotAllowed(["GET"]))
    }
    guard let user = request.credentials, accounts.allow(user) else {
      return .complaint(.wrongCredentials)
    }
    do {
      if path == "/changes" {
        let query = parts.count == 2 ? String(parts[1]) : ""
        return try answerChanges(request, query, of: user.user)
      }
      if path.hasPrefix("/notes/") {
        guard let id = NoteID(String(path.dropFirst("/notes/".count))) else {
          return .complaint(.notFound)
        }
        return try answerNote(request, id, of: user.user)
      }
      return .complaint(.notFound)
    } catch let complaint as ServerComplaint {
      return .complaint(complaint)
    } catch {
      return .complaint(ServerComplaint(StorageFailure(onSoundStore: error)))
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try queue.writeWithoutTransaction { try StorageTransaction.read.run(in: $0, body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try queue.writeWithoutTransaction { try StorageTransaction.write.run(in: $0, body) }
  }

  private static let description = ExchangeResponse(
    status: 200, fields: ["Content-Type": "application/json"],
    body: Data(PackageResources.openapi_json))
}

/// A store that a server can't be opened on.
public struct StoreRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and the reason.
  public let description: String

  init(path: String, _ failure: StorageFailure) {
    description =
      switch failure {
      case .foreign: "The store \(path) is another application's."
      case .newer: "The store \(path) was changed by a newer version of the server."
      case .busy: "The store \(path) can't be used: another program keeps it locked."
      case .damaged(let reason): "The store \(path) is damaged: \(reason)."
      case .readOnly(let reason), .diskFull(let reason), .other(let reason):
        "The store \(path) can't be used: \(reason)."
      }
  }
}

extension NoteServer {
  /// All versions of the schema, oldest first. A version that has been released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 notes") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: firstSchema)
    }
    return migrator
  }

  // `revision` counts the changes of an account. A note's is that of its last change; `device` made
  // it, and `outcome` was answered. `content` is the note's JSON, NULL of a deleted one: it stays, so
  // that who has not been there for long hears of it. `seen` is the last edit of each device that has
  // led to what a note is.
  private static let firstSchema = """
    CREATE TABLE account (
      user TEXT NOT NULL PRIMARY KEY, revision INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE note (
      number INTEGER PRIMARY KEY, user TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL,
      device TEXT NOT NULL, outcome TEXT NOT NULL, content TEXT, UNIQUE (user, id)
    ) STRICT;
    CREATE UNIQUE INDEX note_by_revision ON note(user, revision);
    CREATE TABLE seen (
      user TEXT NOT NULL, id TEXT NOT NULL, device TEXT NOT NULL, edit INTEGER NOT NULL,
      PRIMARY KEY (user, id, device)
    ) STRICT, WITHOUT ROWID;
    """
}
