import AppStorage
import GRDB

/// A row of the table of things.
struct ThingRow {
  /// From the first day of the calendar to its last.
  static let mostDays =
    CalendarDay.allowed.upperBound.number - CalendarDay.allowed.lowerBound.number
  /// What ``init(_:)`` reads, in its order.
  static let columns = "id, name, startDate, isWithout, date, colour, bestDays"

  let id: ThingID
  var settings: ThingSettings
  var startDate: Timestamp
  /// The most days that any count before the last reset had.
  var bestDays: Int

  init(id: ThingID, settings: ThingSettings, startDate: Timestamp, bestDays: Int = 0) {
    (self.id, self.settings, self.startDate, self.bestDays) = (id, settings, startDate, bestDays)
  }

  /// The row a statement stands at that selects ``columns``.
  /// - Throws: ``CounterError/thingDamaged(_:reason:)``.
  init(_ statement: PreparedStatement) throws(CounterError) {
    id = ThingID(statement.integer(0))
    startDate = Timestamp(milliseconds: statement.integer(2))
    var date: CalendarDay?
    if let number = statement.integerIfAny(4) {
      date = CalendarDay(number: Int(number))
      guard date != nil else { throw .thingDamaged(id, reason: "\(number) is no date") }
    }
    guard let colour = UInt32(exactly: statement.integer(5)).flatMap(Colour.init(code:)) else {
      throw .thingDamaged(id, reason: "\(statement.integer(5)) is no colour")
    }
    guard 0...1 ~= statement.integer(3) else {
      throw .thingDamaged(id, reason: "\(statement.integer(3)) is no wording")
    }
    settings = ThingSettings(
      name: statement.text(1), wording: statement.integer(3) == 0 ? .with : .without, date: date,
      colour: colour)
    guard let bestDays = Int(exactly: statement.integer(6)), 0...Self.mostDays ~= bestDays else {
      throw .thingDamaged(id, reason: "\(statement.integer(6)) days are no record")
    }
    self.bestDays = bestDays
  }

  /// The thing as it is at a moment.
  /// - Throws: ``CounterError/thingDamaged(_:reason:)``.
  func thing(at present: Present) throws(CounterError) -> Thing {
    let count: DayCount
    if let date = settings.date {
      count = DayCount(to: date, on: present.today)
    } else {
      count = DayCount(from: try start(in: present.zone), to: present.today, settings.wording)
    }
    return Thing(
      id: id, settings: settings, startDate: startDate, count: count,
      record: settings.date == nil ? max(bestDays, count.days) : nil)
  }

  private func start(in zone: DayZone) throws(CounterError) -> CalendarDay {
    guard let day = zone.day(of: startDate) else {
      throw .thingDamaged(id, reason: "\(startDate.milliseconds) ms since 1970 are no start")
    }
    return day
  }

  static func find(_ id: ThingID, in database: Database) throws -> ThingRow {
    let statement = try PreparedStatement(ThingStore.selection, in: database)
    defer { statement.finish() }
    try statement.bind(id.number, at: 1)
    guard try statement.step() else { throw CounterError.noSuchThing(id) }
    return try ThingRow(statement)
  }

  /// Writes the row over the one of its thing.
  func update(in database: Database) throws {
    let statement = try PreparedStatement(
      """
      UPDATE thing SET name = ?1, startDate = ?2, isWithout = ?3, date = ?4, colour = ?5,
        bestDays = ?6 WHERE id = ?7
      """, in: database)
    try bind(to: statement)
    try statement.bind(id.number, at: 7)
    try statement.run()
  }

  /// Adds the row as a new thing's.
  static func insert(
    _ settings: ThingSettings, startDate: Timestamp, bestDays: Int = 0, in database: Database
  ) throws -> ThingRow {
    let statement = try PreparedStatement(
      """
      INSERT INTO thing(name, startDate, isWithout, date, colour, bestDays)
      VALUES (?, ?, ?, ?, ?, ?)
      """, in: database)
    let row = ThingRow(
      id: ThingID(0), settings: settings, startDate: startDate, bestDays: bestDays)
    try row.bind(to: statement)
    try statement.run()
    return ThingRow(
      id: ThingID(database.lastInsertedRowID), settings: settings, startDate: startDate,
      bestDays: bestDays)
  }

  private func bind(to statement: PreparedStatement) throws {
    try statement.bind(settings.name, at: 1)
    try statement.bind(startDate.milliseconds, at: 2)
    try statement.bind(settings.wording == .with ? 0 : 1, at: 3)
    try statement.bind((settings.date?.number).map { Int64($0) }, at: 4)
    try statement.bind(Int64(settings.colour.code), at: 5)
    try statement.bind(Int64(bestDays), at: 6)
  }
}
