import AppStorage
import GRDB

/// The statements about one device, or one user's devices.
enum DeviceQuery {
  static let byID = """
    SELECT device.id, device.name, device.location, device.serialNumber, device.unitId,
      device.borrowerId, borrower.name, device.description, unit.name, loan.lentAt, loan.comment,
      EXISTS (SELECT 1 FROM picture WHERE picture.deviceId = device.id), lender.name
    FROM device JOIN unit ON unit.id = device.unitId
      LEFT JOIN user AS borrower ON borrower.id = device.borrowerId
      LEFT JOIN loan INDEXED BY loan_open
        ON loan.deviceId = device.id AND loan.returnedAt IS NULL
      LEFT JOIN user AS lender ON lender.id = loan.lenderId
    WHERE device.id = ?
    """
  static let loansOfUser = """
    SELECT device.id, device.name, loan.lentAt, loan.comment, lender.name
    FROM device INDEXED BY device_by_borrower
      JOIN loan INDEXED BY loan_open ON loan.deviceId = device.id AND loan.returnedAt IS NULL
      LEFT JOIN user AS lender ON lender.id = loan.lenderId
    WHERE device.borrowerId = ? ORDER BY device.name, device.id
    """

  static func device(_ id: DeviceID, viewer: Int64, in database: Database) throws -> Device? {
    let statement = try PreparedStatement(byID, in: database)
    defer { statement.finish() }
    try statement.bind(id.number, at: 1)
    guard try statement.step() else { return nil }
    let borrowerID = statement.integer(5)
    let borrower = statement.text(6)
    let name = statement.text(1)
    let isLent = !statement.isNull(5)
    let state: LendingState =
      isLent ? (borrowerID == viewer ? .lentByMe : .lentByAnother(borrower)) : .available
    let unit = OrganisationalUnit(id: statement.integer(4), name: statement.text(8))
    return Device(
      listed: ListedDevice(
        id: id, name: name, location: statement.text(2), serialNumber: statement.text(3),
        unitID: unit.id, state: state),
      description: statement.text(7), unit: unit,
      loan: isLent
        ? Loan(
          deviceID: id, deviceName: name, borrower: borrower,
          lentBy: statement.isNull(12) ? borrower : statement.text(12),
          lentAt: Timestamp(milliseconds: statement.integer(9)), returnedAt: nil,
          comment: statement.text(10))
        : nil,
      hasPicture: statement.integer(11) != 0)
  }

  static func loans(ofUser id: Int64, named user: String, in database: Database) throws -> [Loan] {
    let statement = try PreparedStatement(loansOfUser, in: database)
    defer { statement.finish() }
    try statement.bind(id, at: 1)
    var loans: [Loan] = []
    while try statement.step() {
      loans.append(
        Loan(
          deviceID: DeviceID(statement.integer(0)), deviceName: statement.text(1), borrower: user,
          lentBy: statement.isNull(4) ? user : statement.text(4),
          lentAt: Timestamp(milliseconds: statement.integer(2)), returnedAt: nil,
          comment: statement.text(3)))
    }
    return loans
  }

  /// A device's name and borrower, to word a refusal with.
  static func holder(of id: DeviceID, in database: Database) throws
    -> (name: String, borrower: String?)?
  {
    let statement = try PreparedStatement(
      """
      SELECT device.name, user.name FROM device
      LEFT JOIN user ON user.id = device.borrowerId WHERE device.id = ?
      """, in: database)
    defer { statement.finish() }
    try statement.bind(id.number, at: 1)
    guard try statement.step() else { return nil }
    return (statement.text(0), statement.isNull(1) ? nil : statement.text(1))
  }
}
