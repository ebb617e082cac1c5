import Foundation
import GRDB
import Recording
import Store

extension TeamStore {
  /// Sends what the team does not have yet, in one transaction: all or nothing. Calls `wait` if another is pushing.
  /// - Throws: ``SharingError``, `StoreError`.
  public func push(
    _ store: ResultStore, progress: @escaping Progress = { _ in }, wait: () -> Void = {}
  ) throws -> Transfer {
    var transfer = Transfer()
    let finished = try store.experiments().filter { experiment in
      let reason = Self.reasonToKeep(experiment)
      if let reason {
        transfer.leftOut.append("\(experiment.number ?? 0) (\(experiment.name)) \(reason)")
      }
      return reason == nil
    }
    return try store.reading { db in
      let tables = try SharedTables(db)
      return try connection.transaction {
        try lock(wait)
        if try !hasTables() {
          for definition in tables.definitions(version: ResultStore.version) {
            try connection.execute(definition)
          }
        }
        return try push(
          finished.compactMap(\.number), transfer,
          Sender(tables: tables, db: db, progress: progress))
      }
    }
  }

  /// The reason why an experiment is not shared, and takes no runs of others; nil if there is none.
  static func reasonToKeep(_ experiment: Experiment) -> String? {
    if experiment.partition?.missing.isEmpty == false {
      return "lacks parts of other machines: 'rehearse merge' puts them together"
    }
    return experiment.completedAt == nil
      ? "is not finished: 'rehearse resume' measures the rest" : nil
  }

  /// The source of rows.
  private struct Sender {
    let tables: SharedTables
    let db: Database
    let progress: Progress
  }

  private struct Candidate {
    let id: Int64
    let uuid: String
    let experiment: Int64
  }

  private func push(
    _ numbers: [Int64], _ start: Transfer, _ sender: Sender
  ) throws -> Transfer {
    var transfer = start
    let numbers = Set(numbers)
    let candidates = try Row.fetchAll(
      sender.db, sql: "SELECT id, uuid, experimentNumber FROM run ORDER BY id"
    ).map { Candidate(id: $0[0], uuid: $0[1], experiment: $0[2]) }
      .filter { numbers.contains($0.experiment) }
    var places = try experiments(of: candidates)
    let known = try knownRuns()
    let new = candidates.filter { !known.contains($0.uuid) }
    transfer.known = candidates.count - new.count
    transfer.runs = new.count
    let theirs = try unmeasured(sender.tables.origin)
    var sent = Set(new.map(\.experiment))
    for (number, origin) in try Self.unmeasured(sender.tables.origin, sender.db)
    where numbers.contains(number) {
      places[number] = theirs[origin]
      if places[number] == nil { sent.insert(number) }
    }
    transfer.experiments = sent.count

    let unknown = sent.filter { places[$0] == nil }.sorted()
    for number in unknown {
      let place = try connection.execute("SELECT nextval('rehearse.experiment_number')")
      places[number] = place.first?.first
    }
    let experiment = sender.tables.experiment
    try connection.copy(
      into: experiment.sharedName, columns: ["number"] + experiment.sharedNames
    ) { send in
      try Self.rows(of: experiment, where: "number", are: unknown, sender.db) { number, row in
        try send([places[number] ?? nil] + row)
      }
    }
    try send(new, to: places, sender)
    try pushStates(of: places, sender.tables.regression, sender.db, &transfer)
    return transfer
  }

  /// The team's numbers of experiments, by the store's.
  private func experiments(of candidates: [Candidate]) throws -> [Int64: String] {
    try connection.execute(
      "CREATE TEMPORARY TABLE candidate (uuid uuid, experiment bigint) ON COMMIT DROP")
    try connection.copy(into: "candidate", columns: ["uuid", "experiment"]) { send in
      for candidate in candidates { try send([candidate.uuid, "\(candidate.experiment)"]) }
    }
    var numbers: [Int64: String] = [:]
    try connection.copy(
      from: """
        SELECT candidate.experiment, min(run.experiment) FROM candidate
        JOIN rehearse.run USING (uuid) GROUP BY candidate.experiment
        """
    ) { row in
      if let own = row.first.flatMap({ $0 }).flatMap({ Int64($0) }) {
        numbers[own] = row.last ?? nil
      }
    }
    return numbers
  }

  /// The candidates that the team has, in a store's notation.
  private func knownRuns() throws -> Set<String> {
    var known: Set<String> = []
    try connection.copy(from: "SELECT uuid FROM candidate JOIN rehearse.run USING (uuid)") { row in
      if let uuid = row.first ?? nil { known.insert(uuid.uppercased()) }
    }
    return known
  }

  private func send(_ runs: [Candidate], to places: [Int64: String], _ sender: Sender) throws {
    let run = sender.tables.run
    let ids = runs.map(\.id)
    let byID = Dictionary(uniqueKeysWithValues: runs.map { ($0.id, $0) })
    let all = Double(max(1, ids.count * (sender.tables.parts.count + 1)))
    var done = 0
    func count() {
      done += 1
      if done % 64 == 0 { sender.progress(Double(done) / all) }
    }
    try connection.copy(
      into: run.sharedName, columns: ["uuid", "experiment"] + run.sharedNames
    ) { send in
      try Self.rows(of: run, where: "id", are: ids, sender.db, after: count) { id, row in
        let candidate = byID[id]
        try send([candidate?.uuid, candidate.flatMap { places[$0.experiment] }] + row)
      }
    }
    for part in sender.tables.parts {
      try connection.copy(into: part.sharedName, columns: ["run"] + part.sharedNames) { send in
        try Self.rows(of: part, where: "runId", are: ids, sender.db, after: count) { id, row in
          try send([byID[id]?.uuid] + row)
        }
      }
    }
  }

  private static func rows(
    of table: SharedTable, where key: String, are values: [Int64], _ db: Database,
    after: () -> Void = {}, _ body: (Int64, CopyText.Fields) throws -> Void
  ) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT \(table.names) FROM \"\(table.name)\" WHERE \(key) = ?")
    for value in values {
      let rows = try Row.fetchCursor(statement, arguments: [value])
      while let row = try rows.next() { try body(value, row.databaseValues.map(text)) }
      after()
    }
  }

  static func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .null: nil
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    }
  }
}
