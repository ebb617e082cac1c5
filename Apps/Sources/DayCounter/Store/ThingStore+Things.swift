import AppStorage
import GRDB

extension ThingStore {
  /// All things in the order in which they were made, each with its days.
  public func things() throws(CounterError) -> [Thing] {
    let present = try present()
    return try read { database in
      let statement = try PreparedStatement(Self.listing, in: database)
      defer { statement.finish() }
      var things: [Thing] = []
      while try statement.step() { things.append(try ThingRow(statement).thing(at: present)) }
      return things
    }
  }

  /// What ``things()`` and ``thing(_:)`` read, for a peer to read the same.
  package static let listing = "SELECT \(ThingRow.columns) FROM thing ORDER BY id"
  package static let selection = "SELECT \(ThingRow.columns) FROM thing WHERE id = ?"

  /// The things' names for good, in the order of the list.
  public func order() throws(CounterError) -> [ThingID] {
    try read { database in
      let statement = try PreparedStatement("SELECT id FROM thing ORDER BY id", in: database)
      defer { statement.finish() }
      var order: [ThingID] = []
      while try statement.step() { order.append(ThingID(statement.integer(0))) }
      return order
    }
  }

  /// A thing with its days and its record.
  /// - Throws: ``CounterError/noSuchThing(_:)``.
  public func thing(_ id: ThingID) throws(CounterError) -> Thing {
    let present = try present()
    return try read { try ThingRow.find(id, in: $0).thing(at: present) }
  }

  /// Makes a thing that begins now, behind all others, under a name that none of them has.
  public func add() throws(CounterError) -> Thing {
    let present = try present()
    return try write { database in
      let settings = ThingSettings(
        name: ThingName.unused(among: try Self.standardNames(in: database)), wording: .without,
        date: nil, colour: .standard)
      return try ThingRow.insert(settings, startDate: present.moment, in: database)
        .thing(at: present)
    }
  }

  /// Changes a thing's settings and returns the thing, with the name as it is kept. What `change`
  /// throws leaves it as it was.
  /// - Throws: ``CounterError/noSuchThing(_:)``, ``CounterError/nameTaken(_:)`` and the errors of a
  ///   name that is none; what `change` throws.
  public func edit(
    _ id: ThingID, _ change: (inout ThingSettings) throws(CounterError) -> Void
  ) throws(CounterError) -> Thing {
    let present = try present()
    return try write { database in
      var row = try ThingRow.find(id, in: database)
      let before = row.settings
      try change(&row.settings)
      row.settings.name = try ThingName(row.settings.name).text
      guard row.settings != before else { return try row.thing(at: present) }
      if row.settings.name != before.name, try Self.isTaken(row.settings.name, in: database) {
        throw CounterError.nameTaken(row.settings.name)
      }
      try row.update(in: database)
      return try row.thing(at: present)
    }
  }

  /// Sets a thing's days back to zero: it begins now. Its record stays.
  /// - Throws: ``CounterError/noSuchThing(_:)``, ``CounterError/countsToDate(name:)``.
  public func reset(_ id: ThingID) throws(CounterError) -> Thing {
    let present = try present()
    return try write { database in
      var row = try ThingRow.find(id, in: database)
      guard let record = try row.thing(at: present).record else {
        throw CounterError.countsToDate(name: row.settings.name)
      }
      row.bestDays = record
      row.startDate = present.moment
      try row.update(in: database)
      return try row.thing(at: present)
    }
  }

  /// Deletes a thing, also one whose record is damaged.
  /// - Throws: ``CounterError/noSuchThing(_:)``.
  public func delete(_ id: ThingID) throws(CounterError) {
    try write { database in
      let statement = try PreparedStatement("DELETE FROM thing WHERE id = ?", in: database)
      try statement.bind(id.number, at: 1)
      try statement.run()
      guard database.changesCount == 1 else { throw CounterError.noSuchThing(id) }
    }
  }

  private static func isTaken(_ name: String, in database: Database) throws -> Bool {
    let statement = try PreparedStatement("SELECT 1 FROM thing WHERE name = ?", in: database)
    defer { statement.finish() }
    try statement.bind(name, at: 1)
    return try statement.step()
  }

  /// All names that begin like a new thing's.
  private static func standardNames(in database: Database) throws -> Set<String> {
    // A stretch of the index of names: "!" is the character after the space before a number.
    let statement = try PreparedStatement(
      "SELECT name FROM thing WHERE name >= ?1 AND name < ?1 || '!'", in: database)
    defer { statement.finish() }
    try statement.bind(ThingName.standard, at: 1)
    var names: Set<String> = []
    while try statement.step() { names.insert(statement.text(0)) }
    return names
  }
}
