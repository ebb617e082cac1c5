import GRDB

extension InventoryStore {
  /// Adds an organisational unit, or finds the one of this name.
  ///
  /// Units and users are set up by whoever holds the file; no story of the app does it.
  @discardableResult
  public func addUnit(_ name: String) throws(InventoryError) -> OrganisationalUnit {
    try write { database in
      try database.execute(
        sql: "INSERT INTO unit(name) VALUES (?) ON CONFLICT(name) DO NOTHING", arguments: [name])
      let id = try Int64.fetchOne(
        database, sql: "SELECT id FROM unit WHERE name = ?", arguments: [name])
      return OrganisationalUnit(id: id ?? 0, name: name)
    }
  }

  /// Adds a user with a password, as a member of a unit that exists.
  /// - Throws: ``InventoryError/userExists(name:)``, ``InventoryError/unknownUnit(_:name:)``.
  public func enrol(user: String, password: String, unit: String) throws(InventoryError) {
    // Hashed before the transaction, which would keep others waiting for 20 ms.
    let hash = try PasswordHash(of: password)
    try write { database in
      let unitID = try Int64.fetchOne(
        database, sql: "SELECT id FROM unit WHERE name = ?", arguments: [unit])
      guard let unitID else {
        throw InventoryError.unknownUnit(.enrol(user: user), name: unit)
      }
      let isTaken = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE name = ?)", arguments: [user])
      guard isTaken != true else { throw InventoryError.userExists(name: user) }
      try database.execute(
        sql: "INSERT INTO user(name, passwordHash, unitId) VALUES (?, ?, ?)",
        arguments: [user, hash.encoded, unitID])
    }
  }
}
