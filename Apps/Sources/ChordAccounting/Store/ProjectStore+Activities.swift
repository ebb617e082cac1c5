import AppStorage
import GRDB

extension ProjectStore {
  /// The activities of a project, in the order of their numbers.
  public func activities(of id: ProjectID) throws(AccountingError) -> [Activity] {
    try account(of: id).activities
  }

  /// Adds what the dictionary says of a position, in a quantity.
  func addActivity(
    _ pos: Int64, _ quantity: String, to id: ProjectID
  ) throws(AccountingError) -> Activity {
    try store.write { database in
      guard let entry = try EntryRow.find(pos, in: database) else {
        throw AccountingError.noSuchActivity(pos)
      }
      let activity = Activity(entry: entry, quantity: try Quantity(quantity, of: entry.unit))
      do {
        try ActivityRow.insert(activity, into: id, in: database)
      } catch let error as DatabaseError {
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_PRIMARYKEY:
          let project = try Self.find(id, in: database)
          throw AccountingError.posTaken(entry.pos, project: project.name)
        case .SQLITE_CONSTRAINT_FOREIGNKEY: throw AccountingError.noSuchProject(id)
        default: throw error
        }
      }
      return activity
    }
  }

  /// Changes the quantity of an activity, and nothing else of it.
  func setQuantity(
    of pos: Int64, to quantity: String, in id: ProjectID
  ) throws(AccountingError) -> Activity {
    try store.write { database in
      let before = try Self.activity(pos, of: id, in: database)
      let after = Activity(
        entry: before.entry, quantity: try Quantity(quantity, of: before.entry.unit))
      let statement = try PreparedStatement(
        "UPDATE activity SET quantity = ? WHERE projectID = ? AND pos = ?", in: database)
      try statement.bind(after.quantity.hundredths, at: 1)
      try statement.bind(id.number, at: 2)
      try statement.bind(pos, at: 3)
      try statement.run()
      return after
    }
  }

  /// Removes an activity.
  func removeActivity(_ pos: Int64, from id: ProjectID) throws(AccountingError) -> Activity {
    try store.write { database in
      let activity = try Self.activity(pos, of: id, in: database)
      let statement = try PreparedStatement(
        "DELETE FROM activity WHERE projectID = ? AND pos = ?", in: database)
      try statement.bind(id.number, at: 1)
      try statement.bind(pos, at: 2)
      try statement.run()
      return activity
    }
  }

  private static func activity(
    _ pos: Int64, of id: ProjectID, in database: Database
  ) throws -> Activity {
    let project = try find(id, in: database)
    guard let activity = try ActivityRow.find(pos, of: id, in: database) else {
      throw AccountingError.notInProject(pos, project: project.name)
    }
    return activity
  }
}

/// The rows of activities.
package enum ActivityRow {
  private static let columns = "\(EntryRow.columns), quantity"
  /// The benchmark runs the same text from C.
  package static let insertion = """
    INSERT INTO activity(pos, type, unit, price, quantity, projectID) VALUES (?, ?, ?, ?, ?, ?)
    """

  static func insert(_ activity: Activity, into id: ProjectID, in database: Database) throws {
    let statement = try PreparedStatement(insertion, in: database)
    try EntryRow.bind(activity.entry, to: statement, from: 1)
    try statement.bind(activity.quantity.hundredths, at: 5)
    try statement.bind(id.number, at: 6)
    try statement.run()
  }

  static func all(of id: ProjectID, in database: Database) throws -> [Activity] {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM activity WHERE projectID = ? ORDER BY pos", in: database)
    defer { statement.finish() }
    try statement.bind(id.number, at: 1)
    var activities: [Activity] = []
    while try statement.step() { activities.append(try activity(statement)) }
    return activities
  }

  static func find(_ pos: Int64, of id: ProjectID, in database: Database) throws -> Activity? {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM activity WHERE projectID = ? AND pos = ?", in: database)
    defer { statement.finish() }
    try statement.bind(id.number, at: 1)
    try statement.bind(pos, at: 2)
    return try statement.step() ? activity(statement) : nil
  }

  private static func activity(_ statement: PreparedStatement) throws -> Activity {
    let entry = try EntryRow.entry(statement)
    let hundredths = statement.integer(4)
    guard let quantity = Quantity(hundredths: hundredths, of: entry.unit) else {
      throw DatabaseError.damage(
        "\(hundredths) hundredths are no quantity of activity \(entry.pos)")
    }
    return Activity(entry: entry, quantity: quantity)
  }
}
