import AppStorage
import GRDB

/// The statement behind each filter.
///
/// `INDEXED BY` makes the plan part of the statement: it neither changes with the number of
/// devices nor with what ANALYZE has seen, and a statement whose index is gone does not compile.
/// Each index ends, as all do in SQLite, with the row's id, so "by name, then id" needs no sort.
/// The benchmark runs the same texts from C.
package struct DeviceListQuery {
  /// Columns: id, name, location, serialNumber, unitId, borrowerId, the borrower's name. The last
  /// two are NULL where the filter tells the state by itself.
  let sql: String
  /// The only parameter's value, if there is one.
  let parameter: Int64?
  /// The state of every device of the list, where the filter tells it.
  let state: LendingState?

  private static let columns =
    "device.id, device.name, device.location, device.serialNumber, device.unitId"

  package static let all = """
    SELECT \(columns), device.borrowerId, user.name
    FROM device INDEXED BY device_by_name LEFT JOIN user ON user.id = device.borrowerId
    ORDER BY device.name, device.id
    """
  package static let mine = """
    SELECT \(columns), NULL, NULL FROM device INDEXED BY device_by_borrower
    WHERE borrowerId = ? ORDER BY device.name, device.id
    """
  package static let available = """
    SELECT \(columns), NULL, NULL FROM device INDEXED BY device_by_borrower
    WHERE borrowerId IS NULL ORDER BY device.name, device.id
    """
  package static let notAvailable = """
    SELECT \(columns), device.borrowerId, user.name
    FROM device INDEXED BY device_lent JOIN user ON user.id = device.borrowerId
    WHERE device.borrowerId IS NOT NULL ORDER BY device.name, device.id
    """
  package static let unit = """
    SELECT \(columns), device.borrowerId, user.name
    FROM device INDEXED BY device_by_unit LEFT JOIN user ON user.id = device.borrowerId
    WHERE device.unitId = ? ORDER BY device.name, device.id
    """

  /// The query of a filter, for the viewer.
  init(_ filter: DeviceFilter, viewer: Int64, in database: Database) throws {
    switch filter {
    case .all: (sql, parameter, state) = (Self.all, nil, nil)
    case .mine: (sql, parameter, state) = (Self.mine, viewer, .lentByMe)
    case .available: (sql, parameter, state) = (Self.available, nil, .available)
    case .notAvailable: (sql, parameter, state) = (Self.notAvailable, nil, nil)
    case .unit(let name):
      let lookUp = try PreparedStatement("SELECT id FROM unit WHERE name = ?", in: database)
      defer { lookUp.finish() }
      try lookUp.bind(name, at: 1)
      guard try lookUp.step() else { throw InventoryError.unknownUnit(.list(filter), name: name) }
      (sql, parameter, state) = (Self.unit, lookUp.integer(0), nil)
    }
  }

  /// Runs the query. Complexity: linear in the number of devices listed.
  func devices(viewer: Int64, in database: Database) throws -> [ListedDevice] {
    let statement = try PreparedStatement(sql, in: database)
    defer { statement.finish() }
    if let parameter { try statement.bind(parameter, at: 1) }
    var devices: [ListedDevice] = []
    while try statement.step() {
      devices.append(
        ListedDevice(
          id: DeviceID(statement.integer(0)), name: statement.text(1),
          location: statement.text(2), serialNumber: statement.text(3),
          unitID: statement.integer(4), state: state ?? Self.state(statement, viewer: viewer)))
    }
    return devices
  }

  @inline(__always)
  private static func state(_ statement: PreparedStatement, viewer: Int64) -> LendingState {
    // Users are numbered from 1, and a column that is NULL reads as 0.
    switch statement.integer(5) {
    case 0: .available
    case viewer: .lentByMe
    default: .lentByAnother(statement.text(6))
    }
  }
}
