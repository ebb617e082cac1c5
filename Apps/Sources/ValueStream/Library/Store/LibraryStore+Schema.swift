import GRDB

extension LibraryStore {
  /// All versions of the schema, oldest first. A version that has been released never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 files, stickers and their search") { database in
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: firstSchema)
    }
    return migrator
  }

  // `library` hands out revisions, none of them twice: a file's id is its first revision, so that
  // a deleted file is never taken for one made later. Its `identity` tells this store from others.
  //
  // `file.saved` is the moment of the last save (see `SaveOrder`): the table itself lies in the
  // order of the list. A file's number of stickers and lead time repeat what its stickers say, so
  // that the list needs no join; a save writes both in one transaction.
  //
  // `sticker` lies in the order of the time line, so that a map is read in one go. `written` goes
  // up with every text written, through all files; it is the row of the text in the search.
  //
  // A sticker's `symbol` is NULL where it is a process, as most are. `file.surroundings` counts the
  // rows that the file has in `section`, `party` and `flow`, so that files without them, which are
  // most, are opened without a look there.
  //
  // `library` also keeps the look of the sticker that is made next.
  //
  // Numbers end at 2^62 (see `StoredNumber`), so that none of their sums is too large.
  //
  // No IN: for more than two values SQLite makes a table in memory, at each row that is written.
  //
  // Both search tables keep their own copy of what they index (see `SearchText`): taking a text
  // out again needs that very text, and a later Unicode may fold letters in another way. A search
  // from the latest row back decodes the whole page that it begins with, for every three letters:
  // pages of 1,000 bytes instead of FTS5's 4,050 make it a quarter faster.
  private static let firstSchema = """
    CREATE TABLE library (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      lastRevision INTEGER NOT NULL CHECK (lastRevision BETWEEN 0 AND 4611686018427387903),
      identity TEXT NOT NULL CHECK (length(identity) = 32),
      fontFamily TEXT NOT NULL CHECK (fontFamily = 'Sans' OR fontFamily = 'Serif' OR fontFamily = 'Monospace'),
      fontSize INTEGER NOT NULL
        CHECK (fontSize = 8 OR fontSize = 10 OR fontSize = 12 OR fontSize = 14 OR fontSize = 18
          OR fontSize = 24),
      background TEXT NOT NULL
        CHECK (background = 'yellow' OR background = 'white' OR background = 'blue' OR background = 'pink'
          OR background = 'grey' OR background = 'violet')
    ) STRICT;
    INSERT INTO library VALUES (1, 0, lower(hex(randomblob(16))), 'Sans', 12, 'yellow');

    CREATE TABLE file (
      saved INTEGER PRIMARY KEY CHECK (saved >= 0),
      id INTEGER NOT NULL UNIQUE CHECK (id BETWEEN 1 AND 4611686018427387903),
      fileName TEXT NOT NULL UNIQUE CHECK (length(fileName) > 0),
      dateCreated INTEGER NOT NULL,
      dateUpdated INTEGER NOT NULL,
      revision INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 4611686018427387903),
      stickerCount INTEGER NOT NULL
        CHECK (stickerCount BETWEEN 0 AND 4611686018427387903),
      leadTime INTEGER NOT NULL CHECK (leadTime BETWEEN 0 AND 4611686018427387903),
      surroundings INTEGER NOT NULL CHECK (surroundings BETWEEN 0 AND 4611686018427387903)
    ) STRICT;

    CREATE TABLE sticker (
      fileID INTEGER NOT NULL REFERENCES file(id),
      rank INTEGER NOT NULL
        CHECK (rank BETWEEN -4611686018427387904 AND 4611686018427387903),
      number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4611686018427387903),
      classification TEXT NOT NULL
        CHECK (classification = 'value-adding' OR classification = 'auxiliary' OR classification = 'waste'),
      seconds INTEGER NOT NULL CHECK (seconds BETWEEN 0 AND 316224000),
      text TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 4096),
      fontFamily TEXT NOT NULL CHECK (fontFamily = 'Sans' OR fontFamily = 'Serif' OR fontFamily = 'Monospace'),
      fontSize INTEGER NOT NULL
        CHECK (fontSize = 8 OR fontSize = 10 OR fontSize = 12 OR fontSize = 14 OR fontSize = 18
          OR fontSize = 24),
      background TEXT NOT NULL
        CHECK (background = 'yellow' OR background = 'white' OR background = 'blue' OR background = 'pink'
          OR background = 'grey' OR background = 'violet'),
      written INTEGER CHECK (written BETWEEN 1 AND 4611686018427387903),
      symbol TEXT CHECK (symbol IN ('inventory', 'transport')),
      PRIMARY KEY (fileID, rank)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX sticker_by_number ON sticker(fileID, number);
    CREATE UNIQUE INDEX sticker_by_writing ON sticker(written) WHERE written IS NOT NULL;

    CREATE TABLE section (
      fileID INTEGER NOT NULL REFERENCES file(id),
      first INTEGER NOT NULL CHECK (first BETWEEN 0 AND 4611686018427387903),
      isParallel INTEGER NOT NULL CHECK (isParallel IN (0, 1)),
      label TEXT NOT NULL CHECK (length(CAST(label AS BLOB)) BETWEEN 1 AND 255),
      PRIMARY KEY (fileID, first)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE party (
      fileID INTEGER NOT NULL REFERENCES file(id),
      kind TEXT NOT NULL CHECK (kind = 'supplier' OR kind = 'control' OR kind = 'customer'),
      label TEXT NOT NULL CHECK (length(CAST(label AS BLOB)) BETWEEN 1 AND 255),
      PRIMARY KEY (fileID, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE flow (
      fileID INTEGER NOT NULL REFERENCES file(id),
      place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 4611686018427387903),
      fromParty TEXT CHECK (fromParty = 'supplier' OR fromParty = 'control' OR fromParty = 'customer'),
      fromStep INTEGER CHECK (fromStep BETWEEN 1 AND 4611686018427387903),
      toParty TEXT CHECK (toParty = 'supplier' OR toParty = 'control' OR toParty = 'customer'),
      toStep INTEGER CHECK (toStep BETWEEN 1 AND 4611686018427387903),
      way TEXT NOT NULL CHECK (way IN ('manual', 'electronic')),
      label TEXT NOT NULL CHECK (length(CAST(label AS BLOB)) BETWEEN 1 AND 255),
      PRIMARY KEY (fileID, place),
      CHECK ((fromParty IS NULL) <> (fromStep IS NULL)),
      CHECK ((toParty IS NULL) <> (toStep IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE VIRTUAL TABLE fileSearch
      USING fts5(text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
    CREATE VIRTUAL TABLE stickerSearch
      USING fts5(text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
    INSERT INTO fileSearch(fileSearch, rank) VALUES ('pgsz', 1000);
    INSERT INTO stickerSearch(stickerSearch, rank) VALUES ('pgsz', 1000);
    """
}
