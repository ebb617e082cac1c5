import GRDB

/// The tables, as a series of migrations that only ever grows.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: experiments, runs, steps, samples") { db in
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
        table.column("stories", .jsonText).notNull()
        table.column("builds", .jsonText).notNull()
        table.column("environment", .jsonText)
        table.column("version", .text).notNull()
      }
      try db.create(index: "experimentByName", on: "experiment", columns: ["name"])
      try db.create(table: "run") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("uuid", .text).notNull().unique()
        table.belongsTo("experiment", onDelete: .cascade).notNull()
        table.column("build", .text).notNull()
        table.column("story", .text).notNull()
        table.column("round", .integer).notNull()
        table.column("position", .integer).notNull()
        table.column("pid", .integer)
        table.column("startedAt", .datetime)
        table.column("samplingInterval", .integer).notNull()
        table.column("peaksAreOfSteps", .boolean).notNull()
        table.column("failure", .text)
        table.column("message", .text)
        table.column("failedStep", .text)
        table.column("signal", .integer)
        table.column("exitCode", .integer)
        table.column("standardError", .text)
      }
      // Times in ns, sizes in bytes, as in the columns' names.
      try db.create(table: "step") { table in
        table.belongsTo("run", onDelete: .cascade).notNull()
        table.column("ordinal", .integer).notNull()
        table.column("story", .text).notNull()
        table.column("label", .text).notNull()
        table.column("repetitions", .integer).notNull()
        table.column("start", .integer).notNull()
        table.column("end", .integer).notNull()
        table.column("inside", .jsonText).notNull()
        table.column("cpu", .integer).notNull()
        table.column("minorFaults", .integer).notNull()
        table.column("majorFaults", .integer).notNull()
        table.column("storageRead", .integer)
        table.column("storageWritten", .integer)
        table.column("peakMemory", .integer).notNull()
        table.column("peakIsOfStep", .boolean).notNull()
        table.column("outcome", .jsonText).notNull()
        table.column("digest", .text)
        table.column("refusal", .text)
        table.primaryKey(["runId", "ordinal"])
      }
      try db.create(table: "sample", options: .withoutRowID) { table in
        table.belongsTo("run", onDelete: .cascade).notNull()
        table.column("ordinal", .integer).notNull()
        table.column("time", .integer).notNull()
        table.column("resident", .integer).notNull()
        table.column("anonymous", .integer).notNull()
        table.column("cpu", .integer).notNull()
        table.column("machineBusy", .integer).notNull()
        table.column("machineAvailable", .integer).notNull()
        table.primaryKey(["runId", "ordinal"])
      }
      try db.create(table: "measurement", options: .withoutRowID) { table in
        table.belongsTo("run", onDelete: .cascade).notNull()
        table.column("metric", .text).notNull()
        table.column("value", .double).notNull()
        table.primaryKey(["runId", "metric"])
      }
    }
    migrator.registerMigration("2: layouts") { db in
      try db.alter(table: "experiment") { table in
        table.add(column: "layouts", .integer).notNull().defaults(to: 1)
      }
      try db.alter(table: "run") { table in
        table.add(column: "layout", .integer).notNull().defaults(to: 1)
      }
    }
    migrator.registerMigration("3: published figures") { db in
      try db.alter(table: "experiment") { table in
        table.add(column: "published", .jsonText)
      }
    }
    migrator.registerMigration("5: process trees") { db in
      try db.alter(table: "step") { table in
        table.add(column: "tree", .jsonText)
      }
    }
    migrator.registerMigration("6: kinds of runs") { db in
      try db.alter(table: "run") { table in
        table.add(column: "kind", .text).notNull().defaults(to: "solo")
      }
    }
    migrator.registerMigration("7: contamination") { db in
      try db.alter(table: "experiment") { table in
        table.add(column: "disturbance", .jsonText)
      }
      try db.alter(table: "run") { table in
        table.add(column: "contamination", .jsonText)
        table.add(column: "attempt", .integer).notNull().defaults(to: 1)
      }
    }
    migrator.registerMigration("8: circumstances of runs") { db in
      try db.alter(table: "run") { table in
        table.add(column: "circumstances", .jsonText)
      }
    }
    migrator.registerMigration("9: instructions") { db in
      try db.alter(table: "step") { table in
        table.add(column: "instructions", .integer)
      }
      try db.alter(table: "experiment") { table in
        table.add(column: "countedRounds", .integer).notNull().defaults(to: 0)
      }
    }
    migrator.registerMigration("10: arrangement") { db in
      try db.alter(table: "run") { table in
        table.add(column: "arrangement", .jsonText)
      }
    }
    migrator.registerMigration("11: revisions") { db in
      try db.alter(table: "experiment") { table in
        table.add(column: "revision", .jsonText)
      }
    }
    migrator.registerMigration("12: decisions") { db in
      try db.alter(table: "experiment") { table in
        table.add(column: "decision", .jsonText)
      }
    }
    migrator.registerMigration("13: shares of tolerance") { db in
      try db.execute(
        sql: """
          UPDATE experiment SET decision = json_set(decision, '$.rule.repeats.toleranceShare', 0.0)
          WHERE decision IS NOT NULL
          """)
    }
    // Keys stay as they are: to check them all would read every sample of the store.
    migrator.registerMigration("14: contamination in columns", foreignKeyChecks: .immediate) { db in
      try moveContamination(db)
    }
    migrator.registerMigration("15: invocations", foreignKeyChecks: .immediate) { db in
      try db.alter(table: "experiment") { table in
        table.add(column: "invocation", .jsonText)
      }
    }
    migrator.registerMigration("16: anonymous memory", foreignKeyChecks: .immediate) { db in
      try db.alter(table: "step") { table in
        table.add(column: "peakAnonymous", .integer)
        table.add(column: "peakAnonymousIsBatched", .boolean)
      }
      try db.alter(table: "run") { table in
        table.add(column: "peakIsBatched", .boolean).notNull().defaults(to: false)
      }
    }
    return migrator
  }
}

extension Schema {
  /// Where the counters of a run's contamination stand: the columns, and the names that the counters
  /// had in the JSON of before. Times are in ns; all are NULL where nothing was recorded.
  private static let contamination: KeyValuePairs = [
    "observed": "observed", "processors": "processors", "harnessTime": "harness",
    "runTime": "run", "busyTime": "busy", "stolenTime": "stolen",
    "processorWaiting": "processorWaiting", "memoryWaiting": "memoryWaiting",
    "storageWaiting": "storageWaiting", "swappedPages": "swappedPages",
  ]

  /// Moves contaminations from JSON into columns: to read the JSON of thousands of runs took as long
  /// as all else that a table needs.
  static func moveContamination(_ db: Database) throws {
    try db.alter(table: "run") { table in
      for (column, _) in contamination { table.add(column: column, .integer) }
    }
    let values = contamination.map { "\($0) = json_extract(contamination, '$.\($1)')" }
    // Text that is no JSON can't be told from nothing.
    try db.execute(
      sql: "UPDATE run SET \(values.joined(separator: ", ")) WHERE json_valid(contamination)")
    try db.alter(table: "run") { $0.drop(column: "contamination") }
  }
}
