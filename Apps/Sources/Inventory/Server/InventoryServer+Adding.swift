import AppPictures
import AppStorage
import GRDB

extension InventoryServer {
  static let maximumFieldBytes = 200
  static let maximumDescriptionBytes = 4_000

  /// Adds a device. The picture is resized before the store is locked.
  @discardableResult
  public func add(_ new: NewDevice, as token: SessionToken) throws(InventoryError) -> Device {
    let name = Self.trimmed(new.name)
    let attempt = Attempt.add(device: name)
    let holder = try holder(of: token, for: attempt)
    let location = Self.trimmed(new.location)
    let serialNumber = Self.trimmed(new.serialNumber)
    for (field, value) in [
      ("name", name), ("location", location), ("serial number", serialNumber),
    ] {
      guard !value.isEmpty else { throw .fieldEmpty(attempt, field: field) }
      try Self.check(value, field: field, limit: Self.maximumFieldBytes, attempt: attempt)
    }
    try Self.check(
      new.description, field: "description", limit: Self.maximumDescriptionBytes, attempt: attempt)
    let picture: ResizedPicture?
    if let png = new.picture { picture = try ResizedPicture(device: png) } else { picture = nil }

    return try store.write { database in
      if let other = try Self.device(serialNumber: serialNumber, in: database) {
        throw InventoryError.serialNumberTaken(serialNumber, by: other.id, name: other.name)
      }
      let insert = try PreparedStatement(
        """
        INSERT INTO device(name, location, serialNumber, unitId, description)
        VALUES (?, ?, ?, ?, ?)
        """, in: database)
      try insert.bind(name, at: 1)
      try insert.bind(location, at: 2)
      try insert.bind(serialNumber, at: 3)
      try insert.bind(holder.unit.id, at: 4)
      try insert.bind(new.description, at: 5)
      try insert.run()
      let id = DeviceID(database.lastInsertedRowID)
      if let picture { try picture.store(for: id, in: database) }
      return Device(
        listed: ListedDevice(
          id: id, name: name, location: location, serialNumber: serialNumber,
          unitID: holder.unit.id, state: .available),
        description: new.description, unit: holder.unit, loan: nil, hasPicture: picture != nil)
    }
  }

  private static func device(serialNumber: String, in database: Database) throws
    -> (id: DeviceID, name: String)?
  {
    let statement = try PreparedStatement(
      "SELECT id, name FROM device WHERE serialNumber = ?", in: database)
    defer { statement.finish() }
    try statement.bind(serialNumber, at: 1)
    return try statement.step() ? (DeviceID(statement.integer(0)), statement.text(1)) : nil
  }

  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  private static func check(_ text: String, field: String, limit: Int, attempt: Attempt)
    throws(InventoryError)
  {
    let bytes = text.utf8.count
    guard bytes <= limit else {
      throw .fieldTooLong(attempt, field: field, bytes: bytes, limit: limit)
    }
  }
}
