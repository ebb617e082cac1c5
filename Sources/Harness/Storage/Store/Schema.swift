import GRDB

/// The tables, and the marks in the file's header that identify a store.
enum Schema {
  /// `PRAGMA application_id` of a store: the letters `RHRS`.
  static let applicationID = 0x5248_5253
  /// `PRAGMA user_version` of a store; each set of tables has its own number.
  static let version = 5

  /// The state of a database.
  enum DatabaseState: Equatable {
    /// It has nothing yet.
    case empty
    /// It has the current tables.
    case current
    /// It has the tables of another version of Rehearse.
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

  /// Creates the tables.
  static func create(_ db: Database) throws {
    try db.create(table: "experiment") { table in
      table.autoIncrementedPrimaryKey("number")
      table.column("name", .text).notNull()
      table.column("title", .text).notNull()
      table.column("source", .text).notNull()
      table.column("scenario", .text).notNull()
      table.column("startedAt", .datetime).notNull()
      table.column("completedAt", .datetime)
      table.column("seed", .integer).notNull()
      table.column("rounds", .integer).notNull()
      table.column("countedRounds", .integer).notNull()
      table.column("allocationRounds", .integer).notNull()
      table.column("layouts", .integer).notNull()
      table.column("stories", .jsonText).notNull()
      table.column("builds", .jsonText).notNull()
      table.column("environment", .jsonText)
      table.column("revision", .jsonText)
      table.column("version", .text).notNull()
      table.column("published", .jsonText)
      table.column("decision", .jsonText)
      table.column("rerunPolicy", .jsonText)
      table.column("invocation", .jsonText)
      table.column("partition", .jsonText)
    }
    try db.create(index: "experimentByName", on: "experiment", columns: ["name"])
    try createRuns(db)
    try createInputs(db)
    // People's decisions about the findings of checks.
    try db.create(table: "regression") { table in
      table.belongsTo("experiment", onDelete: .cascade, indexed: false).notNull()
      table.column("cell", .text).notNull()
      table.column("state", .text).notNull()
      table.column("until", .text)
      table.column("decidedAt", .datetime).notNull()
      table.primaryKey(["experimentNumber", "cell"])
    }
    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// Creates the table of what both sides of a comparison read, unless it exists.
  static func createInputs(_ db: Database) throws {
    try db.create(table: "input", options: .ifNotExists) { table in
      table.belongsTo("experiment", onDelete: .cascade, indexed: false).notNull()
      table.column("ordinal", .integer).notNull()
      table.column("record", .jsonText).notNull()
      table.primaryKey(["experimentNumber", "ordinal"])
    }
  }

  /// Creates the tables of ledgers and their attempts, unless they exist: most stores never need them.
  static func createLedgers(_ db: Database) throws {
    try db.create(table: "ledger", options: .ifNotExists) { table in
      table.column("name", .text).notNull()
      table.column("terms", .jsonText).notNull()
      table.primaryKey(["name"])
    }
    // An attempt outlives its experiment: deleting that must not give its part of the budget back.
    try db.create(table: "attempt", options: .ifNotExists) { table in
      table.column("ledger", .text).notNull()
      table.column("number", .integer).notNull()
      table.column("subject", .jsonText).notNull()
      table.column("level", .double).notNull()
      table.column("experiment", .integer)
      table.column("verdict", .text)
      table.column("reason", .text)
      table.column("judgedAt", .datetime)
      table.primaryKey(["ledger", "number"])
    }
  }

  // Times are in ns, sizes in bytes. A run's rows are found by their primary key, which begins with
  // the run: a separate index would have to be written for each of a run's values.
  private static func createRuns(_ db: Database) throws {
    try db.create(table: "run") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("uuid", .text).notNull().unique()
      table.belongsTo("experiment", onDelete: .cascade).notNull()
      table.column("kind", .text).notNull()
      table.column("arrangement", .jsonText)
      table.column("build", .text).notNull()
      table.column("story", .text).notNull()
      table.column("round", .integer).notNull()
      table.column("layout", .integer).notNull()
      table.column("position", .integer).notNull()
      table.column("attempt", .integer).notNull()
      table.column("pid", .integer)
      table.column("startedAt", .datetime)
      table.column("samplingInterval", .integer).notNull()
      table.column("peaksAreOfSteps", .boolean).notNull()
      table.column("peakIsBatched", .boolean).notNull()
      table.column("failure", .text)
      table.column("message", .text)
      table.column("failedStep", .text)
      table.column("signal", .integer)
      table.column("exitCode", .integer)
      table.column("standardError", .text)
      table.column("circumstances", .jsonText)
      table.column("cycles", .jsonText)
      // What else the machine did; all NULL if not recorded. Stored in columns, because reading the
      // JSON of thousands of runs takes as long as everything else that a table needs.
      for counter in interference { table.column(counter, .integer) }
    }
    try db.create(table: "step") { table in
      table.belongsTo("run", onDelete: .cascade, indexed: false).notNull()
      table.column("ordinal", .integer).notNull()
      table.column("story", .text).notNull()
      table.column("label", .text).notNull()
      table.column("repetitions", .integer).notNull()
      table.column("start", .integer).notNull()
      table.column("end", .integer).notNull()
      table.column("inside", .jsonText).notNull()
      table.column("cpu", .integer).notNull()
      table.column("minorFaults", .integer)
      table.column("majorFaults", .integer)
      table.column("storageRead", .integer)
      table.column("storageWritten", .integer)
      table.column("peakMemory", .integer)
      table.column("peakIsOfStep", .boolean).notNull()
      table.column("peakAnonymous", .integer)
      table.column("peakAnonymousIsBatched", .boolean)
      table.column("tree", .jsonText)
      table.column("outcome", .jsonText).notNull()
      table.column("digest", .text)
      table.column("refusal", .text)
      table.column("instructions", .integer)
      table.column("allocations", .jsonText)
      table.column("services", .jsonText)
      table.primaryKey(["runId", "ordinal"])
    }
    try db.create(table: "sample", options: .withoutRowID) { table in
      table.belongsTo("run", onDelete: .cascade, indexed: false).notNull()
      table.column("ordinal", .integer).notNull()
      table.column("time", .integer).notNull()
      table.column("resident", .integer).notNull()
      table.column("anonymous", .integer).notNull()
      table.column("cpu", .integer).notNull()
      table.column("machineBusy", .integer).notNull()
      table.column("machineAvailable", .integer).notNull()
      table.primaryKey(["runId", "ordinal"])
    }
    // Where a run spent its time, and what its functions did, for runs made to see that.
    try db.create(table: "profile") { table in
      table.belongsTo("run", onDelete: .cascade, indexed: false).notNull()
      table.column("profile", .jsonText)
      table.column("work", .jsonText)
      table.primaryKey(["runId"])
    }
    // The results of a run's steps and samples. A run's peak memory is the greatest of its steps', which
    // are also stored above: searching there would take 20 ms more, when 10,000 runs take 60 to read.
    try db.create(table: "measurement", options: .withoutRowID) { table in
      table.belongsTo("run", onDelete: .cascade, indexed: false).notNull()
      table.column("metric", .text).notNull()
      table.column("value", .double).notNull()
      table.primaryKey(["runId", "metric"])
    }
  }

  private static let interference = [
    "observed", "processors", "harnessTime", "runTime", "busyTime", "stolenTime",
    "processorWaiting", "memoryWaiting", "storageWaiting", "swappedPages",
  ]
}
