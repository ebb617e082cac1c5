import AppStorage
import GRDB

/// The building projects. Whoever holds a book reads them here; ``AccountBook`` changes them, so that
/// observers hear of it.
public struct ProjectStore: Sendable {
  let store: AccountStore

  /// All projects, the one added last first.
  public func all() throws(AccountingError) -> [Project] {
    try store.read { database in
      let statement = try PreparedStatement(
        "SELECT \(Self.columns) FROM project ORDER BY id DESC", in: database)
      defer { statement.finish() }
      var projects: [Project] = []
      while try statement.step() { projects.append(try Self.project(statement)) }
      return projects
    }
  }

  /// A project.
  /// - Throws: ``AccountingError/noSuchProject(_:)`` and the store's errors, as all that follows.
  public func project(_ id: ProjectID) throws(AccountingError) -> Project {
    try store.read { try Self.find(id, in: $0) }
  }

  /// The account of a project.
  public func account(of id: ProjectID) throws(AccountingError) -> Account {
    try store.read { database in
      Account(
        project: try Self.find(id, in: database),
        activities: try ActivityRow.all(of: id, in: database))
    }
  }

  func add(
    name: String, employer: String, team: Team, at date: Timestamp
  ) throws(AccountingError) -> Project {
    let name = try OneLine.checked(name, as: .project)
    let employer = try OneLine.checked(employer, as: .employer)
    return try store.write {
      try Self.insert(name: name, employer: employer, team: team, at: date, in: $0)
    }
  }

  /// Removes a project with its activities and photos.
  func remove(_ id: ProjectID) throws(AccountingError) {
    try store.write { database in
      _ = try Self.find(id, in: database)
      let statement = try PreparedStatement("DELETE FROM project WHERE id = ?", in: database)
      try statement.bind(id.number, at: 1)
      try statement.run()
    }
  }

  static func insert(
    name: String, employer: String, team: Team, at date: Timestamp, in database: Database
  ) throws -> Project {
    let statement = try PreparedStatement(
      """
      INSERT INTO project(name, employer, firstRoofer, secondRoofer, dateCreated)
      VALUES (?, ?, ?, ?, ?)
      """, in: database)
    try statement.bind(name, at: 1)
    try statement.bind(employer, at: 2)
    try statement.bind(team.roofers[0], at: 3)
    if team.roofers.count == 2 {
      try statement.bind(team.roofers[1], at: 4)
    } else {
      try statement.bind(nil as Int64?, at: 4)
    }
    try statement.bind(date.milliseconds, at: 5)
    try statement.run()
    return Project(
      id: ProjectID(database.lastInsertedRowID), name: name, employer: employer, team: team,
      dateCreated: date)
  }

  /// The project of a number.
  /// - Throws: ``AccountingError/noSuchProject(_:)``.
  static func find(_ id: ProjectID, in database: Database) throws -> Project {
    let statement = try PreparedStatement(
      "SELECT \(columns) FROM project WHERE id = ?", in: database)
    defer { statement.finish() }
    try statement.bind(id.number, at: 1)
    guard try statement.step() else { throw AccountingError.noSuchProject(id) }
    return try project(statement)
  }

  private static let columns = "id, name, employer, firstRoofer, secondRoofer, dateCreated"

  private static func project(_ statement: PreparedStatement) throws -> Project {
    let id = statement.integer(0)
    let roofers = [statement.text(3)] + (statement.isNull(4) ? [] : [statement.text(4)])
    do {
      return Project(
        id: ProjectID(id), name: statement.text(1), employer: statement.text(2),
        team: try Team(roofers), dateCreated: Timestamp(milliseconds: statement.integer(5)))
    } catch {
      throw DatabaseError.damage("project \(id) has no team")
    }
  }
}
