import AppStorage
import GRDB

/// The things of a user: one durable SQLite store, and the zone and the clock by which days are
/// counted.
///
/// Each call is one transaction: it happens wholly or, when it throws, not at all. A finished call
/// is on disk. Calls may come from several threads, and several stores may be open on the same file,
/// in one process or in many.
///
/// ```swift
/// let store = try ThingStore(path: "things.sqlite", zone: DayZone(named: "Europe/London"))
/// let coffee = try store.edit(try store.add().id) { $0.name = "coffee" }
/// print(coffee.count.headline(coffee.settings.name))  // 0 days without coffee
/// ```
public final class ThingStore: Sendable {
  /// Page cache in KiB, an upper limit: 10,000 things with the index of their names take 1 MiB.
  package static let cacheKibibytes = 4_096
  /// "DAYC": marks the file as this app's, so that no other application's is taken for one.
  static let applicationID: Int64 = 0x4441_5943

  /// The SQLite file.
  public let path: String
  /// Where the user is: decides when a day begins.
  public let zone: DayZone
  let clock: @Sendable () -> Timestamp
  let queue: DatabaseQueue

  /// Opens the store, creating and migrating it as need be. The calendar of `zone` counts; another
  /// one at the next opening counts anew. The clock is asked at each call; when it is set back, no
  /// count falls below 0.
  /// - Throws: ``CounterError``, one of the store's. A file that is refused is left as it was.
  public convenience init(
    path: String, zone: DayZone, durability: Durability = .powerLoss,
    clock: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) throws(CounterError) {
    try self.init(
      path: path, zone: zone, durability: durability, busySeconds: StorageFile.busySeconds,
      clock: clock)
  }

  init(
    path: String, zone: DayZone, durability: Durability, busySeconds: Double,
    clock: @escaping @Sendable () -> Timestamp
  ) throws(CounterError) {
    (self.path, self.zone, self.clock) = (path, zone, clock)
    do {
      queue = try StorageFile(
        path: path, label: "things", applicationID: Self.applicationID,
        cacheKibibytes: Self.cacheKibibytes, busySeconds: busySeconds, migrator: Self.migrator
      ).open(durability)
    } catch {
      throw CounterError(opening: path, error)
    }
  }

  /// Closes the store; calls after it fail.
  public func close() throws(CounterError) {
    do {
      try queue.close()
    } catch {
      throw CounterError(using: path, error)
    }
  }

  /// Reads in one snapshot, while others may write.
  func read<Value>(_ body: (Database) throws -> Value) throws(CounterError) -> Value {
    try run(.read, body)
  }

  /// Writes in one immediate transaction, rolled back when the body throws.
  func write<Value>(_ body: (Database) throws -> Value) throws(CounterError) -> Value {
    try run(.write, body)
  }

  private func run<Value>(
    _ transaction: StorageTransaction, _ body: (Database) throws -> Value
  ) throws(CounterError) -> Value {
    do {
      return try queue.writeWithoutTransaction { try transaction.run(in: $0, body) }
    } catch {
      throw CounterError(using: path, error)
    }
  }

  /// The moment of a call, and the day that it is here.
  func present() throws(CounterError) -> Present {
    let moment = clock()
    guard let today = zone.day(of: moment) else {
      throw .clockNotUsable(milliseconds: moment.milliseconds)
    }
    return Present(moment: moment, today: today, zone: zone)
  }
}

/// The moment of a call, by which its things are counted.
struct Present {
  let moment: Timestamp
  let today: CalendarDay
  let zone: DayZone
}

extension ThingStore {
  /// All versions of the schema, oldest first. A version that has been released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 things") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: firstSchema)
    }
    return migrator
  }

  // Things lie in the order in which they were made, and are listed in it; `AUTOINCREMENT` gives no
  // number twice, so that a thing that was deleted is never taken for one made later.
  //
  // `startDate` is in milliseconds since 1970, within what `DayZone` allows; `date` is a day by
  // `CalendarDay`. `bestDays` is the record as it was at the last reset: since then the days have
  // gone up alone, so the record is known at each reading without being written.
  private static let firstSchema = """
    CREATE TABLE thing (
      id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
      name TEXT NOT NULL UNIQUE CHECK (length(name) > 0),
      startDate INTEGER NOT NULL
        CHECK (startDate BETWEEN \(DayZone.moments.lowerBound) AND \(DayZone.moments.upperBound)),
      isWithout INTEGER NOT NULL CHECK (isWithout IN (0, 1)),
      date INTEGER CHECK (date BETWEEN \(CalendarDay.allowed.lowerBound.number)
        AND \(CalendarDay.allowed.upperBound.number)),
      colour INTEGER NOT NULL CHECK (colour BETWEEN 0 AND 16777215),
      bestDays INTEGER NOT NULL CHECK (bestDays BETWEEN 0 AND \(ThingRow.mostDays))
    ) STRICT;
    """
}
