import AppStorage
import GRDB

/// The statement behind each filter.
///
/// Of one state, or of one unit, the devices are read from an index that has just these. Of both
/// together they are sought among the unit's devices, or among those that the viewer has: lending
/// would have to keep every further index in order.
///
/// `INDEXED BY` makes the plan part of the statement: it neither changes with the number of
/// devices nor with what ANALYZE has seen, and a statement whose index is gone does not compile.
/// Each index ends, as all do in SQLite, with the row's id, so "by name, then id" needs no sort.
/// The benchmark runs the same texts from C.
package struct DeviceListQuery {
  /// Columns: id, name, location, serialNumber, unitId, borrowerId, the borrower's name. The last
  /// two are NULL where the filter tells the state by itself.
  let sql: String
  /// The parameters' values, as many as there are.
  let parameters: (Int64?, Int64?)
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
  package static let mineOfUnit = """
    SELECT \(columns), NULL, NULL FROM device INDEXED BY device_by_borrower
    WHERE borrowerId = ? AND device.unitId = ? ORDER BY device.name, device.id
    """
  package static let availableOfUnit = """
    SELECT \(columns), NULL, NULL FROM device INDEXED BY device_by_unit
    WHERE device.unitId = ? AND borrowerId IS NULL ORDER BY device.name, device.id
    """
  package static let notAvailableOfUnit = """
    SELECT \(columns), device.borrowerId, user.name
    FROM device INDEXED BY device_by_unit JOIN user ON user.id = device.borrowerId
    WHERE device.unitId = ? AND device.borrowerId IS NOT NULL ORDER BY device.name, device.id
    """

  /// The query of a filter, for the viewer.
  init(_ filter: DeviceFilter, viewer: Int64, in database: Database) throws {
    let unit = try filter.unit.map {
      try UnitQuery.named($0, for: .list(filter), in: database).id
    }
    switch (filter.state, unit) {
    case (.all, nil): (sql, parameters, state) = (Self.all, (nil, nil), nil)
    case (.mine, nil): (sql, parameters, state) = (Self.mine, (viewer, nil), .lentByMe)
    case (.available, nil): (sql, parameters, state) = (Self.available, (nil, nil), .available)
    case (.notAvailable, nil): (sql, parameters, state) = (Self.notAvailable, (nil, nil), nil)
    case (.all, let unit?): (sql, parameters, state) = (Self.unit, (unit, nil), nil)
    case (.mine, let unit?):
      (sql, parameters, state) = (Self.mineOfUnit, (viewer, unit), .lentByMe)
    case (.available, let unit?):
      (sql, parameters, state) = (Self.availableOfUnit, (unit, nil), .available)
    case (.notAvailable, let unit?):
      (sql, parameters, state) = (Self.notAvailableOfUnit, (unit, nil), nil)
    }
  }

  /// Runs the query. Complexity: linear in the number of devices listed; of a state and a unit
  /// together, in the number of the unit's devices or of the viewer's.
  func devices(viewer: Int64, in database: Database) throws -> [ListedDevice] {
    let statement = try PreparedStatement(sql, in: database)
    defer { statement.finish() }
    if let first = parameters.0 { try statement.bind(first, at: 1) }
    if let second = parameters.1 { try statement.bind(second, at: 2) }
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
