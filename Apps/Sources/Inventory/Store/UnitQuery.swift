import AppStorage
import GRDB

/// The statements about organisational units.
enum UnitQuery {
  /// All units, by name.
  static func all(in database: Database) throws -> [OrganisationalUnit] {
    let statement = try PreparedStatement("SELECT id, name FROM unit ORDER BY name", in: database)
    defer { statement.finish() }
    var units: [OrganisationalUnit] = []
    while try statement.step() {
      units.append(OrganisationalUnit(id: statement.integer(0), name: statement.text(1)))
    }
    return units
  }

  /// The unit of a name.
  /// - Throws: ``InventoryError/unknownUnit(_:name:)`` when no unit has it.
  static func named(_ name: String, for attempt: Attempt, in database: Database) throws
    -> OrganisationalUnit
  {
    let statement = try PreparedStatement("SELECT id FROM unit WHERE name = ?", in: database)
    defer { statement.finish() }
    try statement.bind(name, at: 1)
    guard try statement.step() else { throw InventoryError.unknownUnit(attempt, name: name) }
    return OrganisationalUnit(id: statement.integer(0), name: name)
  }
}
