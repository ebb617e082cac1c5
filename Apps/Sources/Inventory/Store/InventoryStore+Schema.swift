import GRDB

extension InventoryStore {
  /// All versions of the schema, oldest first. A version that has been released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 units, users, devices, loans and pictures") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: firstSchema)
    }
    return migrator
  }

  // `device.borrowerId` repeats what the open loan says. It buys the order by name within "mine"
  // and "available" from an index; lending and returning write both in one transaction, and the
  // unique index `loan_open` makes two open loans of a device impossible even so. Nothing is ever deleted,
  // so no index serves the far side of a foreign key. `loan.lenderId` is NULL where the borrower has lent
  // the device to himself.
  private static let firstSchema = """
    CREATE TABLE unit (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE user (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      passwordHash TEXT NOT NULL,
      unitId INTEGER NOT NULL REFERENCES unit(id)
    ) STRICT;

    CREATE TABLE device (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      location TEXT NOT NULL,
      serialNumber TEXT NOT NULL UNIQUE,
      unitId INTEGER NOT NULL REFERENCES unit(id),
      borrowerId INTEGER REFERENCES user(id),
      description TEXT NOT NULL
    ) STRICT;
    CREATE INDEX device_by_name ON device(name);
    CREATE INDEX device_by_unit ON device(unitId, name);
    CREATE INDEX device_by_borrower ON device(borrowerId, name);
    CREATE INDEX device_lent ON device(name) WHERE borrowerId IS NOT NULL;

    CREATE TABLE loan (
      id INTEGER PRIMARY KEY,
      deviceId INTEGER NOT NULL REFERENCES device(id),
      userId INTEGER NOT NULL REFERENCES user(id),
      lentAt INTEGER NOT NULL,
      returnedAt INTEGER,
      comment TEXT NOT NULL,
      lenderId INTEGER REFERENCES user(id)
    ) STRICT;
    CREATE UNIQUE INDEX loan_open ON loan(deviceId) WHERE returnedAt IS NULL;

    CREATE TABLE picture (
      deviceId INTEGER PRIMARY KEY REFERENCES device(id),
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      png BLOB NOT NULL
    ) STRICT;
    """
}
