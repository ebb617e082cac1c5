import AppStorage
import GRDB

/// A user as the store has it.
struct Account {
  let id: Int64
  let passwordHash: PasswordHash
  let unit: OrganisationalUnit

  static func named(_ name: String, in database: Database) throws -> Account? {
    let statement = try PreparedStatement(
      """
      SELECT user.id, user.passwordHash, unit.id, unit.name
      FROM user JOIN unit ON unit.id = user.unitId WHERE user.name = ?
      """, in: database)
    defer { statement.finish() }
    try statement.bind(name, at: 1)
    guard try statement.step() else { return nil }
    return Account(
      id: statement.integer(0), passwordHash: PasswordHash(encoded: statement.text(1)),
      unit: OrganisationalUnit(id: statement.integer(2), name: statement.text(3)))
  }

  static func id(ofUser name: String, in database: Database) throws -> Int64? {
    let statement = try PreparedStatement("SELECT id FROM user WHERE name = ?", in: database)
    defer { statement.finish() }
    try statement.bind(name, at: 1)
    return try statement.step() ? statement.integer(0) : nil
  }
}
