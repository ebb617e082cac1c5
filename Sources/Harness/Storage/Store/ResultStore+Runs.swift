import DriverProtocol
import Foundation
import GRDB
import Metrics
import Recording

extension ResultStore {
  /// Stores runs that belong together, such as a pair, with their steps, samples and measurements,
  /// in one transaction: all of them or none.
  /// - Throws: ``StoreError``.
  public func add(_ runs: [Run], to experiment: Int64) throws(StoreError) {
    try write { db in
      for run in runs { try insert(whole: run, into: experiment, db) }
    }
  }

  func insert(whole run: Run, into experiment: Int64, _ db: Database) throws {
    try insert(run, into: experiment, db)
    let id = db.lastInsertedRowID
    try insert(run.steps, of: id, db)
    try insert(run.timeline.samples, of: id, db)
    let measurement = try db.cachedStatement(sql: "INSERT INTO measurement VALUES (?, ?, ?)")
    for (metric, value) in run.measurements {
      try measurement.execute(arguments: [id, metric.id, value])
    }
    if run.profile != nil || run.work != nil {
      try db.insert(
        into: "profile",
        ["runId": id, "profile": try run.profile.map(json), "work": try run.work.map(json)])
    }
  }

  private func insert(_ run: Run, into experiment: Int64, _ db: Database) throws {
    let failure = run.failure
    let interference = run.interference
    // The whole text: building it for each run would take a tenth of the time between two runs.
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO run (uuid, experimentNumber, kind, arrangement, build, story, round, layout,
          position, attempt, pid, startedAt, samplingInterval, peaksAreOfSteps, peakIsBatched,
          failure, message, failedStep, signal, exitCode, standardError, circumstances, cycles,
          observed, processors, harnessTime, runTime, busyTime, stolenTime, processorWaiting,
          memoryWaiting, storageWaiting, swappedPages)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
          ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
        run.id.uuidString, experiment, run.kind.rawValue, try run.arrangement.map(json), run.build,
        run.story, run.round, run.layout, run.position, run.attempt, run.pid, run.startedAt?.stored,
        run.timeline.interval, run.peaksAreOfSteps, run.peakIsBatched, failure?.reason.rawValue,
        failure?.message.withoutNulls, failure?.step?.description.withoutNulls, failure?.signal,
        failure?.exitCode, failure?.standardError.withoutNulls,
        // Runs without watching, such as imports, have none.
        run.circumstances == RunCircumstances() ? nil : try json(run.circumstances),
        try run.cycles.map(json), interference?.observed, interference?.processors,
        interference?.harness, interference?.run, interference?.busy, interference?.stolen,
        interference?.processorWaiting, interference?.memoryWaiting, interference?.storageWaiting,
        interference?.swappedPages,
      ])
  }

  private func insert(_ steps: [StepRecord], of run: Int64, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO step (runId, ordinal, story, label, repetitions, start, end, inside, cpu,
          minorFaults, majorFaults, storageRead, storageWritten, peakMemory, peakIsOfStep, outcome,
          digest, refusal, tree, instructions, peakAnonymous, peakAnonymousIsBatched,
          allocations, services)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for (ordinal, step) in steps.enumerated() {
      try statement.execute(
        arguments: [
          run, ordinal, step.story, step.label.withoutNulls, step.repetitions, step.start, step.end,
          try json(DriverReadings(of: step)), step.outside.cpu.nanoseconds,
          step.outside.minorFaults, step.outside.majorFaults, step.outside.storageRead?.count,
          step.outside.storageWritten?.count, step.outside.peakMemory?.count, step.peakIsOfStep,
          try json(step.outcome), step.digest, step.refusal, try step.tree.map(json),
          step.instructions, step.peakAnonymous?.bytes.count, step.peakAnonymous?.isBatched,
          try step.allocations.map(json),
          step.services.isEmpty ? nil : try json(step.services),
        ])
    }
  }

  private func insert(_ samples: [Sample], of run: Int64, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    for (ordinal, sample) in samples.enumerated() {
      try statement.execute(
        arguments: [
          run, ordinal, sample.time, sample.resident, sample.anonymous, sample.cpu,
          sample.machineBusy, sample.machineAvailable,
        ])
    }
  }

  /// Returns how many runs of an experiment are stored, counting repeated ones once, and how many
  /// of all failed by themselves. Not counted as failures are runs that the user stopped, runs
  /// ended because their twin failed, and counts of instructions or allocations, which may fail
  /// because of the counter. A control's runs are left out.
  /// - Throws: ``StoreError``.
  public func runCounts(of experiment: Int64) throws(StoreError) -> (all: Int, failed: Int) {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT count(*) FILTER (WHERE attempt = 1 AND kind <> 'control'),
            count(
              iif(failure IN ('interrupted', 'twin-failed') OR kind IN ('counted', 'allocations', 'control'), NULL, failure))
          FROM run WHERE experimentNumber = ?
          """,
        arguments: [experiment])
      return (row?[0] ?? 0, row?[1] ?? 0)
    }
  }

  /// The same run with its steps and samples.
  /// - Throws: ``StoreError``.
  public func details(of run: Run) throws(StoreError) -> Run {
    try read { db in try details(of: run, db) }
  }

  private func details(of run: Run, _ db: Database) throws -> Run {
    var run = run
    let id = run.id.uuidString
    run.steps = try Row.fetchAll(
      db,
      sql: """
        SELECT step.* FROM step JOIN run ON run.id = runId WHERE uuid = ? ORDER BY ordinal
        """, arguments: [id]
    ).map(step)
    let samples = try Row.fetchAll(
      db,
      sql: """
        SELECT sample.*, samplingInterval FROM sample JOIN run ON run.id = runId
        WHERE uuid = ? ORDER BY ordinal
        """, arguments: [id])
    run.timeline = try Timeline(
      samples: samples.map(sample), interval: samples.first?.value("samplingInterval") ?? 0)
    return run
  }

  /// Runs from ``runs(of:)`` with their steps, but without samples, which are most of the data.
  /// - Throws: ``StoreError``.
  public func withSteps(_ runs: [Run], of experiment: Int64) throws(StoreError) -> [Run] {
    try read { db in try withSteps(runs, of: experiment, db) }
  }

  private func withSteps(_ runs: [Run], of experiment: Int64, _ db: Database) throws -> [Run] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT run.uuid, step.* FROM step JOIN run ON run.id = runId
        WHERE experimentNumber = ? ORDER BY run.id, ordinal
        """, arguments: [experiment])
    var steps: [String: [StepRecord]] = [:]
    while let row = try rows.next() {
      steps[try row.value("uuid"), default: []].append(try step(row))
    }
    return runs.map { run in
      var run = run
      run.steps = steps[run.id.uuidString] ?? []
      return run
    }
  }

  private func step(_ row: Row) throws -> StepRecord {
    func bytes(_ column: String) throws -> Bytes? {
      let count: Int64? = try row.value(column)
      return count.map { Bytes($0) }
    }
    let readings: DriverReadings = try decoded(row.value("inside"))
    var record = StepRecord(
      story: try row.value("story"), label: try row.value("label"),
      repetitions: try row.value("repetitions"), start: try row.value("start"),
      end: try row.value("end"), inside: readings.cost,
      outside: Cost(
        cpu: .nanoseconds(try row.value("cpu")), minorFaults: try row.value("minorFaults"),
        majorFaults: try row.value("majorFaults"), storageRead: try bytes("storageRead"),
        storageWritten: try bytes("storageWritten"), peakMemory: try bytes("peakMemory")),
      peakIsOfStep: try row.value("peakIsOfStep"), peakAnonymous: try anonymousPeak(row),
      tree: try row.decodedIfAny("tree"),
      outcome: try decodedAsItIs(row.value("outcome")), digest: try row.value("digest"),
      refusal: try row.value("refusal"), instructions: try row.value("instructions"),
      allocations: try row.decodedIfAny("allocations"),
      services: try row.decodedIfAny("services") ?? [:])
    record.latencies = readings.latencies
    record.items = readings.items
    record.firstThread = readings.firstThread
    guard record.isPossible else {
      throw StoreError.damaged(what: "a step '\(record.label)' with a cost below 0")
    }
    return record
  }

  private func anonymousPeak(_ row: Row) throws -> AnonymousPeak? {
    guard let bytes: Int64 = try row.value("peakAnonymous") else { return nil }
    return AnonymousPeak(
      bytes: Bytes(bytes), isBatched: try row.value("peakAnonymousIsBatched") ?? false)
  }

  private func sample(_ row: Row) throws -> Sample {
    // A column by name, which must not be negative.
    func value(_ column: String) throws -> Int64 {
      let value: Int64 = try row.value(column)
      guard value >= 0 else { throw StoreError.damaged(row[column], in: column) }
      return value
    }
    return Sample(
      time: try row.value("time"), resident: try value("resident"),
      anonymous: try value("anonymous"), cpu: try value("cpu"),
      machineBusy: try value("machineBusy"), machineAvailable: try value("machineAvailable"))
  }
}

/// A driver's readings of a step as one column, and what they are of. All but the cost came later, so stores from
/// before and their readers need no other tables.
private struct DriverReadings: Codable {
  let cost: Cost
  let latencies: StepLatencies?
  let items: Int?
  let firstThread: ThreadTime?

  private enum CodingKeys: CodingKey { case latencies, items, firstThread }

  init(of step: StepRecord) {
    (cost, latencies, items) = (step.inside, step.latencies, step.items)
    firstThread = step.firstThread
  }

  init(from decoder: any Decoder) throws {
    cost = try decoder.singleValueContainer().decode(Cost.self)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    latencies = try container.decodeIfPresent(StepLatencies.self, forKey: .latencies)
    items = try container.decodeIfPresent(Int.self, forKey: .items)
    firstThread = try container.decodeIfPresent(ThreadTime.self, forKey: .firstThread)
  }

  func encode(to encoder: any Encoder) throws {
    try encode(cost, to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(latencies, forKey: .latencies)
    try container.encodeIfPresent(items, forKey: .items)
    try container.encodeIfPresent(firstThread, forKey: .firstThread)
  }

  private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

extension StepRecord {
  /// A Boolean value indicating whether none of its costs is negative.
  fileprivate var isPossible: Bool {
    [inside, outside, tree?.cost ?? Cost(cpu: .zero)].allSatisfy(\.isPossible)
      && (instructions ?? 0) >= 0 && (peakAnonymous?.bytes ?? .zero) >= .zero && repetitions >= 0
      && (items ?? 1) > 0 && firstThread?.isPossible != false
  }
}

extension ThreadTime {
  fileprivate var isPossible: Bool { ran >= 0 && waited >= 0 }
}

extension Cost {
  fileprivate var isPossible: Bool {
    cpu >= .zero && (wall ?? .zero) >= .zero && (user ?? .zero) >= .zero
      && (system ?? .zero) >= .zero && (minorFaults ?? 0) >= 0 && (majorFaults ?? 0) >= 0
      && (voluntarySwitches ?? 0) >= 0 && (involuntarySwitches ?? 0) >= 0
      && (storageRead ?? .zero) >= .zero && (storageWritten ?? .zero) >= .zero
      && (peakMemory ?? .zero) >= .zero
  }
}

extension String {
  /// The text without null characters, at which SQLite would stop reading.
  fileprivate var withoutNulls: String { replacing("\0", with: "\u{FFFD}") }
}

extension ResultStore {
  /// An experiment's runs in the order of making, with measurements but without steps and samples,
  /// which ``details(of:)`` reads.
  /// - Throws: ``StoreError``.
  public func runs(of experiment: Int64) throws(StoreError) -> [Run] {
    try read { db in try runs(of: experiment, db) }
  }

  /// The metrics in any run of these experiments, in the order of tables.
  /// - Throws: ``StoreError``.
  public func metrics(of experiments: [Int64]) throws(StoreError) -> [Metric] {
    try read { db in
      var names: Set<String> = []
      for experiment in experiments {
        names.formUnion(
          try String.fetchAll(
            db,
            sql: """
              SELECT DISTINCT metric FROM run JOIN measurement ON runId = run.id WHERE experimentNumber = ?
              """, arguments: [experiment]))
      }
      return names.compactMap(Metric.named).sorted()
    }
  }

  private func runs(of experiment: Int64, _ db: Database) throws -> [Run] {
    // In the order of the index that finds them, which is mostly the order of making; if SQLite
    // sorted them, it would write all of them to disk.
    let rows = try StoredRow.Cursor(
      db, sql: "SELECT \(RunColumn.list) FROM run WHERE experimentNumber = ? ORDER BY id",
      arguments: [experiment])
    var reader = RunReader()
    var measurements = try MeasurementReader(db, experiment: experiment)
    var runs: [Run] = []
    runs.reserveCapacity(
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM run WHERE experimentNumber = ?", arguments: [experiment])
        ?? 0)
    while let row = try rows.next() {
      var run = try reader.run(row)
      run.measurements = try measurements.measurements(of: row.value(.id))
      runs.append(run)
    }
    runs.sort { $0.position < $1.position }
    return runs
  }

  /// Reads everything stored of an experiment, as is done to show it.
  /// - Returns: what can't be read; nil if everything can.
  /// - Throws: errors of SQLite.
  package func reasonNotToRead(_ number: Int64, _ db: Database) throws -> String? {
    do {
      let row = try Row.fetchOne(
        db, sql: "SELECT * FROM experiment WHERE number = ?", arguments: [number])
      _ = try row.map(experiment)
      _ = try profiles(of: number, db)
      for run in try runs(of: number, db) { _ = try details(of: run, db) }
      return nil
    } catch StoreError.damaged(let what) {
      return what
    }
  }
}
