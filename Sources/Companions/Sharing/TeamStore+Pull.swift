import GRDB
import Recording
import Store

extension TeamStore {
  /// Adds what the store does not have yet, in one transaction: everything or nothing.
  /// - Throws: ``SharingError``, `StoreError`.
  public func pull(
    into store: ResultStore, progress: @escaping Progress = { _ in }
  ) throws -> Transfer {
    try connection.transaction("ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      guard try hasTables() else {
        throw SharingError.empty(address: "\(connection.address)")
      }
      let open = try store.experiments().reduce(into: [Int64: String]()) { open, experiment in
        if let number = experiment.number { open[number] = Self.reasonToKeep(experiment) }
      }
      return try store.writing { db in
        try pull(
          Receiver(
            tables: try SharedTables(db), store: store, db: db, open: open, progress: progress))
      }
    }
  }

  /// The destination of rows.
  private struct Receiver {
    let tables: SharedTables
    let store: ResultStore
    let db: Database
    /// The reasons why experiments of the store take no runs of others, by their numbers.
    let open: [Int64: String]
    let progress: Progress
  }

  private func pull(_ receiver: Receiver) throws -> Transfer {
    var transfer = Transfer()
    // The store's numbers of experiments, by the team's.
    var numbers: [String: Int64] = [:]
    // The numbers of runs that the store lacks, by the team's experiments.
    var lacking: [String: Int] = [:]
    let before = try Int64.fetchOne(receiver.db, sql: "SELECT max(number) FROM experiment") ?? 0
    let lookUp = try receiver.db.makeStatement(
      sql: "SELECT experimentNumber FROM run WHERE uuid = ?")
    try connection.copy(from: "SELECT uuid, experiment FROM rehearse.run ORDER BY place") { row in
      let (uuid, experiment) = try Self.keys(row)
      if let number = try Int64.fetchOne(lookUp, arguments: [uuid.uppercased()]) {
        numbers[experiment] = min(number, numbers[experiment] ?? number)
        transfer.known += 1
      } else {
        lacking[experiment, default: 0] += 1
      }
    }
    let own = Dictionary(
      try Self.unmeasured(receiver.tables.origin, receiver.db).map { ($0.origin, $0.number) },
      uniquingKeysWith: min)
    for (origin, experiment) in try unmeasured(receiver.tables.origin) {
      if let number = own[origin] {
        numbers[experiment] = number
      } else {
        lacking[experiment] = 0
      }
    }
    // They would have the runs of the whole, and still lack it by what is stored of its parts.
    for (experiment, number) in numbers.sorted(by: { $0.value < $1.value }) {
      guard let reason = receiver.open[number], lacking.removeValue(forKey: experiment) != nil
      else { continue }
      transfer.leftOut.append(
        "\(experiment) of the team is left out, because experiment \(number) here \(reason)")
    }
    transfer.experiments = lacking.count
    transfer.runs = lacking.values.reduce(0, +)
    let needed = Set(lacking.keys)
    if !needed.isEmpty {
      let runs = try pull(needed, into: &numbers, receiver)
      try leaveOutUnreadable(runs, of: needed, among: &numbers, since: before, receiver, &transfer)
    }
    try pullStates(into: numbers, receiver.tables.regression, receiver.db, &transfer)
    return transfer
  }

  /// Adds experiments that the store lacks, or whose runs it lacks, and returns the store's numbers of new
  /// runs, by their UUIDs as the team writes them. `numbers` has the store's numbers of experiments, by the
  /// team's.
  private func pull(
    _ needed: Set<String>, into numbers: inout [String: Int64], _ receiver: Receiver
  ) throws -> [String: Int64] {
    let list = try needed.map { number -> Int64 in
      guard let number = Int64(number) else {
        throw SharingError.notUnderstood(what: "'\(number)' as an experiment's number")
      }
      return number
    }.sorted().map(String.init).joined(separator: ", ")

    let experiment = receiver.tables.experiment
    let addition = try experiment.insertion([], receiver.db)
    try connection.copy(
      from: """
        SELECT number, \(experiment.queries) FROM \(experiment.sharedName)
        WHERE number IN (\(list)) ORDER BY number
        """
    ) { row in
      guard let number = row.first ?? nil, numbers[number] == nil else { return }
      try addition.execute(arguments: StatementArguments(experiment.values(row, from: 1)))
      numbers[number] = receiver.db.lastInsertedRowID
    }
    let runs = try pullRuns(of: list, into: numbers, receiver)
    try pullParts(of: runs, in: list, receiver)
    return runs
  }

  /// Removes unreadable or impossible data. Anyone who may push can write anything, and one such row would
  /// prevent showing many experiments. `runs` are the added ones; `before` is the greatest number of an
  /// experiment before that.
  private func leaveOutUnreadable(
    _ runs: [String: Int64], of needed: Set<String>, among numbers: inout [String: Int64],
    since before: Int64, _ receiver: Receiver, _ transfer: inout Transfer
  ) throws {
    let new = Set(runs.values)
    for (experiment, number) in numbers.sorted(by: { $0.value < $1.value })
    where needed.contains(experiment) {
      guard let reason = try receiver.store.reasonNotToRead(number, receiver.db) else { continue }
      let own = try Int64.fetchAll(
        receiver.db, sql: "SELECT id FROM run WHERE experimentNumber = ?", arguments: [number])
      let added = own.filter(new.contains)
      // Earlier runs stay; only new ones are removed.
      for id in added {
        try receiver.db.execute(sql: "DELETE FROM run WHERE id = ?", arguments: [id])
      }
      if number > before {
        try receiver.db.execute(sql: "DELETE FROM experiment WHERE number = ?", arguments: [number])
        numbers[experiment] = nil
      }
      transfer.experiments -= 1
      transfer.runs -= added.count
      transfer.leftOut.append("\(experiment) of the team is left out: it holds \(reason)")
    }
  }

  /// - Returns: the store's numbers of new runs, by their UUIDs as the team writes them.
  private func pullRuns(
    of list: String, into numbers: [String: Int64], _ receiver: Receiver
  ) throws -> [String: Int64] {
    let run = receiver.tables.run
    let addition = try run.insertion(["uuid", "experimentNumber"], receiver.db)
    let lookUp = try receiver.db.makeStatement(sql: "SELECT 1 FROM run WHERE uuid = ?")
    var ids: [String: Int64] = [:]
    try connection.copy(
      from: """
        SELECT uuid, experiment, \(run.queries) FROM \(run.sharedName)
        WHERE experiment IN (\(list)) ORDER BY place
        """
    ) { row in
      let (uuid, experiment) = try Self.keys(row)
      guard try Bool.fetchOne(lookUp, arguments: [uuid.uppercased()]) != true else { return }
      guard let number = numbers[experiment] else {
        throw SharingError.notUnderstood(what: "a run of no experiment")
      }
      let keys = [uuid.uppercased().databaseValue, number.databaseValue]
      try addition.execute(arguments: StatementArguments(keys + run.values(row, from: 2)))
      ids[uuid] = receiver.db.lastInsertedRowID
    }
    return ids
  }

  private func pullParts(
    of runs: [String: Int64], in list: String, _ receiver: Receiver
  ) throws {
    for (index, part) in receiver.tables.parts.enumerated() {
      receiver.progress(Double(index + 1) / Double(receiver.tables.parts.count + 1))
      let addition = try part.insertion(["runId"], receiver.db)
      try connection.copy(
        from: """
          SELECT run, \(part.queries) FROM \(part.sharedName)
          WHERE run IN (SELECT uuid FROM rehearse.run WHERE experiment IN (\(list)))
          """
      ) { row in
        guard let uuid = row.first ?? nil, let id = runs[uuid] else { return }
        try addition.execute(
          arguments: StatementArguments([id.databaseValue] + part.values(row, from: 1)))
      }
    }
  }

  private static func keys(_ row: CopyText.Fields) throws(SharingError) -> (String, String) {
    guard row.count >= 2, let uuid = row[0], let experiment = row[1] else {
      throw .notUnderstood(what: "a run without keys")
    }
    return (uuid, experiment)
  }
}
