import GRDB

/// The tables, and the marks in the file's header that identify a store.
enum Schema {
  /// `PRAGMA application_id` of a store: the letters `RHRS`.
  static let applicationID = 0x5248_5253
  /// `PRAGMA user_version` of a store; each set of tables has its own number.
  static let version = 5

  enum DatabaseState: Equatable {
    case empty
    case current
    case otherVersion
    /// It has another program's tables.
    case foreign
  }

  /// Returns the state of a database from its header; changes nothing.
  static func state(_ db: Database) throws -> DatabaseState {
    if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID {
      return try Int.fetchOne(db, sql: "PRAGMA user_version") == version ? .current : .otherVersion
    }
    let hasTables = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema)")
    return hasTables == true ? .foreign : .empty
  }

  /// Creates the tables. JSON is text; times are in ns, sizes in bytes.
  ///
  /// A run's rows are found by their primary key, which begins with the run: a separate index would
  /// have to be written for each of a run's values.
  static func create(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE experiment (
          number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, title TEXT NOT NULL,
          source TEXT NOT NULL, scenario TEXT NOT NULL, startedAt DATETIME NOT NULL,
          completedAt DATETIME, seed INTEGER NOT NULL, rounds INTEGER NOT NULL,
          countedRounds INTEGER NOT NULL, allocationRounds INTEGER NOT NULL,
          layouts INTEGER NOT NULL, stories TEXT NOT NULL, builds TEXT NOT NULL, environment TEXT,
          revision TEXT, version TEXT NOT NULL, published TEXT, decision TEXT, rerunPolicy TEXT,
          invocation TEXT, "partition" TEXT
        );
        CREATE INDEX experimentByName ON experiment (name);
        -- From `observed` on: what else the machine did; all NULL if not recorded. Columns, because
        -- reading the JSON of thousands of runs takes as long as all else that a table needs.
        CREATE TABLE run (
          id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT NOT NULL UNIQUE,
          experimentNumber INTEGER NOT NULL REFERENCES experiment (number) ON DELETE CASCADE,
          kind TEXT NOT NULL, arrangement TEXT, build TEXT NOT NULL, story TEXT NOT NULL,
          round INTEGER NOT NULL, layout INTEGER NOT NULL, position INTEGER NOT NULL,
          attempt INTEGER NOT NULL, pid INTEGER, startedAt DATETIME,
          samplingInterval INTEGER NOT NULL, peaksAreOfSteps BOOLEAN NOT NULL,
          peakIsBatched BOOLEAN NOT NULL, failure TEXT, message TEXT, failedStep TEXT,
          signal INTEGER, exitCode INTEGER, standardError TEXT, circumstances TEXT, cycles TEXT,
          observed INTEGER, processors INTEGER, harnessTime INTEGER, runTime INTEGER,
          busyTime INTEGER, stolenTime INTEGER, processorWaiting INTEGER, memoryWaiting INTEGER,
          storageWaiting INTEGER, swappedPages INTEGER
        );
        CREATE INDEX run_on_experimentNumber ON run (experimentNumber);
        CREATE TABLE step (
          runId INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL,
          story TEXT NOT NULL, label TEXT NOT NULL, repetitions INTEGER NOT NULL,
          start INTEGER NOT NULL, "end" INTEGER NOT NULL, inside TEXT NOT NULL,
          cpu INTEGER NOT NULL, minorFaults INTEGER, majorFaults INTEGER, storageRead INTEGER,
          storageWritten INTEGER, peakMemory INTEGER, peakIsOfStep BOOLEAN NOT NULL,
          peakAnonymous INTEGER, peakAnonymousIsBatched BOOLEAN, tree TEXT, outcome TEXT NOT NULL,
          digest TEXT, refusal TEXT, instructions INTEGER, allocations TEXT, services TEXT,
          PRIMARY KEY (runId, ordinal)
        );
        CREATE TABLE sample (
          runId INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL,
          time INTEGER NOT NULL, resident INTEGER NOT NULL, anonymous INTEGER NOT NULL,
          cpu INTEGER NOT NULL, machineBusy INTEGER NOT NULL, machineAvailable INTEGER NOT NULL,
          PRIMARY KEY (runId, ordinal)
        ) WITHOUT ROWID;
        -- Where a run spent its time, and what its functions did, for runs made to see that.
        CREATE TABLE profile (
          runId INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, profile TEXT, work TEXT,
          PRIMARY KEY (runId)
        );
        -- The results of a run's steps and samples. Its peak memory is the greatest of its steps',
        -- stored above, too: searching there takes 20 ms more, when 10,000 runs take 60 to read.
        CREATE TABLE measurement (
          runId INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, metric TEXT NOT NULL,
          value DOUBLE NOT NULL, PRIMARY KEY (runId, metric)
        ) WITHOUT ROWID;
        -- The inputs of both sides of a comparison.
        CREATE TABLE input (
          experimentNumber INTEGER NOT NULL REFERENCES experiment (number) ON DELETE CASCADE,
          ordinal INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (experimentNumber, ordinal)
        );
        -- People's decisions about the findings of checks.
        CREATE TABLE regression (
          experimentNumber INTEGER NOT NULL REFERENCES experiment (number) ON DELETE CASCADE,
          cell TEXT NOT NULL, state TEXT NOT NULL, until TEXT, decidedAt DATETIME NOT NULL,
          PRIMARY KEY (experimentNumber, cell)
        );
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """)
  }

  /// Creates the tables of ledgers and their attempts, unless they exist: most stores never need them.
  static func createLedgers(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS ledger (
          name TEXT NOT NULL, terms TEXT NOT NULL, PRIMARY KEY (name)
        );
        -- An attempt outlives its experiment: deleting that must not give any budget back.
        CREATE TABLE IF NOT EXISTS attempt (
          ledger TEXT NOT NULL, number INTEGER NOT NULL, subject TEXT NOT NULL,
          level DOUBLE NOT NULL, experiment INTEGER, verdict TEXT, reason TEXT, judgedAt DATETIME,
          PRIMARY KEY (ledger, number)
        );
        """)
  }
}
