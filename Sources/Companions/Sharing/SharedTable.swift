import GRDB

/// A table of a store and its counterpart in Postgres, derived from the store's table, so that new columns
/// are shared, too.
package struct SharedTable {
  struct Column {
    /// Its name in the store, for example `peakIsBatched`.
    let name: String
    let kind: ColumnType
    let isRequired: Bool
    let isKey: Bool

    /// Its name in Postgres, for example `"peak_is_batched"`.
    var sharedName: String { SharedTable.sharedName(name) }

    var query: String {
      switch kind {
      case .date: "to_char(\(sharedName), 'YYYY-MM-DD HH24:MI:SS.MS')"
      case .boolean: "\(sharedName)::integer"
      default: sharedName
      }
    }

    var definition: String { "\(sharedName) \(kind.rawValue)\(isRequired ? " NOT NULL" : "")" }
  }

  /// A type, named as in Postgres.
  package enum ColumnType: String, CaseIterable {
    case integer = "bigint"
    case real = "double precision"
    case text = "text"
    /// In UTC, to the millisecond.
    case date = "timestamp(3)"
    case boolean = "boolean"

    /// - Parameter type: the store's declaration.
    init?(_ type: String) {
      switch type.uppercased() {
      case "INTEGER": self = .integer
      case "DOUBLE": self = .real
      case "TEXT": self = .text
      case "DATETIME": self = .date
      case "BOOLEAN": self = .boolean
      default: return nil
      }
    }

    /// Returns a value from Postgres.
    /// - Throws: ``SharingError/notUnderstood(what:)``.
    package func value(_ text: String?) throws(SharingError) -> DatabaseValue {
      guard let text else { return .null }
      let value: DatabaseValue? =
        switch self {
        case .integer: Int64(text).map(\.databaseValue)
        // SQLite has no such value, and would refuse everything. This one is refused where it is read.
        case .real: Double(text).map { ($0.isNaN ? -Double.infinity : $0).databaseValue }
        case .text, .date: text.databaseValue
        case .boolean: ["0": false, "1": true][text].map(\.databaseValue)
        }
      guard let value else {
        throw .notUnderstood(what: "'\(text)' as a value of the type \(rawValue)")
      }
      return value
    }
  }

  /// Its name in both.
  let name: String
  /// All columns except the links to other tables: numbers of experiments and runs differ between stores.
  let columns: [Column]

  /// The links to other tables, which are no columns here.
  private static let ties: Set = ["number", "id", "uuid", "experimentNumber", "runId"]

  /// A table of a store, with `only` those columns if they are given.
  init(_ name: String, in db: Database, only names: Set<String>? = nil) throws {
    self.name = name
    columns = try db.columns(in: name).filter {
      !Self.ties.contains($0.name) && names?.contains($0.name) != false
    }.map { column in
      guard let kind = ColumnType(column.type) else {
        throw SharingError.notUnderstood(what: "a column of the type \(column.type)")
      }
      return Column(
        name: column.name, kind: kind, isRequired: column.isNotNull,
        isKey: column.primaryKeyIndex > 0)
    }
  }

  var sharedName: String { "\(Self.schema).\(name)" }
  var names: String { columns.map { "\"\($0.name)\"" }.joined(separator: ", ") }
  var sharedNames: [String] { columns.map(\.sharedName) }
  /// The expressions that read all columns from Postgres.
  var queries: String { columns.map(\.query).joined(separator: ", ") }

  static let schema = "rehearse"

  private static func sharedName(_ name: String) -> String {
    "\""
      + name.reduce(into: "") { text, letter in
        text += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
      } + "\""
  }

  /// Returns a statement that adds rows to the store's table. `keys` are the columns before the table's own.
  func insertion(_ keys: [String], _ db: Database, by verb: String = "INSERT") throws -> Statement {
    let all = (keys + [names]).joined(separator: ", ")
    let places = Array(repeating: "?", count: keys.count + columns.count).joined(separator: ", ")
    return try db.makeStatement(sql: "\(verb) INTO \"\(name)\" (\(all)) VALUES (\(places))")
  }

  /// Returns the values of a row from Postgres. The first is at `offset`, after the keys.
  /// - Throws: ``SharingError/notUnderstood(what:)``.
  func values(_ row: CopyText.Fields, from offset: Int) throws(SharingError) -> [DatabaseValue] {
    guard row.count == columns.count + offset else {
      throw .notUnderstood(what: "a row of \(row.count) values for the table \(name)")
    }
    var values: [DatabaseValue] = []
    for (column, text) in zip(columns, row.dropFirst(offset)) {
      let value = try column.kind.value(text)
      // Such as the text of a date that never comes: for the same reason.
      values.append(column.isRequired && value.isNull ? "".databaseValue : value)
    }
    return values
  }
}

struct SharedTables {
  let experiment: SharedTable
  /// The columns of an experiment that say where it comes from: the call that made it, and when. They tell two
  /// candidates of one call apart, and the merged parts of two, of which no call is recorded.
  let origin: SharedTable
  let run: SharedTable
  /// The decisions about regressions.
  let regression: SharedTable
  let parts: [SharedTable]

  init(_ db: Database) throws {
    experiment = try SharedTable("experiment", in: db)
    origin = try SharedTable(
      "experiment", in: db, only: ["name", "startedAt", "seed", "builds", "invocation"])
    run = try SharedTable("run", in: db)
    regression = try SharedTable("regression", in: db)
    parts = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_schema AS tables
        WHERE type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(tables.name) WHERE name = 'runId')
        ORDER BY name
        """
    ).map { try SharedTable($0, in: db) }
  }

  func definitions(version: Int) -> [String] {
    let schema = SharedTable.schema
    func table(_ table: SharedTable, _ keys: [String], _ constraints: [String] = []) -> String {
      let lines = keys + table.columns.map(\.definition) + constraints
      return "CREATE TABLE \(table.sharedName) (\(lines.joined(separator: ", ")))"
    }
    return [
      "CREATE SCHEMA IF NOT EXISTS \(schema)",
      "CREATE TABLE \(schema).store (version integer NOT NULL)",
      "INSERT INTO \(schema).store VALUES (\(version))",
      table(experiment, ["number bigint PRIMARY KEY"]),
      "CREATE SEQUENCE \(schema).experiment_number OWNED BY \(experiment.sharedName).number",
      // The place is the order in which runs arrived, like their own numbers in a store.
      table(
        run,
        [
          "uuid uuid PRIMARY KEY", "place bigint GENERATED ALWAYS AS IDENTITY",
          "experiment bigint NOT NULL REFERENCES \(experiment.sharedName) ON DELETE CASCADE",
        ]),
      "CREATE INDEX run_by_experiment ON \(run.sharedName) (experiment)",
      table(
        regression,
        [
          "experiment bigint NOT NULL REFERENCES \(experiment.sharedName) ON DELETE CASCADE"
        ], ["PRIMARY KEY (experiment, cell)"]),
    ]
      + parts.map { part in
        let key = ["run"] + part.columns.filter(\.isKey).map(\.sharedName)
        return table(
          part, ["run uuid NOT NULL REFERENCES \(run.sharedName) ON DELETE CASCADE"],
          ["PRIMARY KEY (\(key.joined(separator: ", ")))"])
      }
  }
}
