import GRDB

extension AccountStore {
  /// All versions of the schema, oldest first. A version that has been released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 dictionary, projects, activities and photos") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: firstSchema)
    }
    return migrator
  }

  // `activity` repeats what the dictionary said when it was added: an account is a document. It lies
  // in the order in which an account is read, each position once.
  //
  // `entrySearch` indexes every three characters of a name and keeps no copy of it; the dictionary is
  // only ever replaced as a whole, so nothing has to be taken out of it (see `SearchWords`).
  //
  // A photo's small picture comes before its large one, so that a collection reads no page of these.
  //
  // No IN: for more than two values SQLite makes a table in memory, at each row that is written.
  private static let firstSchema = """
    CREATE TABLE entry (
      pos INTEGER PRIMARY KEY CHECK (pos BETWEEN 1 AND 999999999),
      type TEXT NOT NULL CHECK (length(type) > 0),
      unit TEXT NOT NULL CHECK (unit = 'm2' OR unit = 'lbm' OR unit = 'pcs'),
      price INTEGER NOT NULL CHECK (price BETWEEN 0 AND 99999999)
    ) STRICT;
    CREATE VIRTUAL TABLE entrySearch USING fts5(
      text, content = '', tokenize = 'trigram case_sensitive 1', columnsize = 0);

    CREATE TABLE project (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL CHECK (length(name) > 0),
      employer TEXT NOT NULL CHECK (length(employer) > 0),
      firstRoofer TEXT NOT NULL CHECK (length(firstRoofer) > 0),
      secondRoofer TEXT CHECK (length(secondRoofer) > 0),
      dateCreated INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE activity (
      projectID INTEGER NOT NULL REFERENCES project(id) ON DELETE CASCADE,
      pos INTEGER NOT NULL CHECK (pos BETWEEN 1 AND 999999999),
      type TEXT NOT NULL CHECK (length(type) > 0),
      unit TEXT NOT NULL CHECK (unit = 'm2' OR unit = 'lbm' OR unit = 'pcs'),
      price INTEGER NOT NULL CHECK (price BETWEEN 0 AND 99999999),
      quantity INTEGER NOT NULL CHECK (
        quantity BETWEEN 1 AND 99999999 AND (unit <> 'pcs' OR quantity % 100 = 0)),
      PRIMARY KEY (projectID, pos)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE photo (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      projectID INTEGER NOT NULL REFERENCES project(id) ON DELETE CASCADE,
      dateTaken INTEGER NOT NULL,
      thumbnail BLOB NOT NULL,
      png BLOB NOT NULL
    ) STRICT;
    CREATE INDEX photo_by_project ON photo(projectID);
    """
}
