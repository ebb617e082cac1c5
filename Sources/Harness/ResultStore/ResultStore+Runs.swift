import Foundation
import GRDB
import MetricCatalog
import Recording

extension ResultStore {
  /// Stores a run with its steps, samples and figures, in one transaction.
  /// - Parameter experiment: the experiment's number.
  /// - Throws: ``StoreError``.
  public func add(_ run: Run, to experiment: Int64) throws(StoreError) {
    try write { db in
      try insert(run, into: experiment, db)
      let id = db.lastInsertedRowID
      try insert(run.steps, of: id, db)
      try insert(run.timeline.samples, of: id, db)
      let figure = try db.cachedStatement(sql: "INSERT INTO measurement VALUES (?, ?, ?)")
      for (metric, value) in run.measurements {
        try figure.execute(arguments: [id, metric.id, value])
      }
    }
  }

  private func insert(_ run: Run, into experiment: Int64, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO run (uuid, experimentNumber, build, story, round, position, pid, startedAt,
          samplingInterval, failure, message, failedStep, signal, exitCode, standardError)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let failure = run.failure
    try statement.execute(
      arguments: [
        run.id.uuidString, experiment, run.build, run.story, run.round, run.position, run.pid,
        run.startedAt, run.timeline.interval, failure?.reason.rawValue, failure?.message,
        failure?.step, failure?.signal, failure?.exitCode, failure?.standardError,
      ])
  }

  private func insert(_ steps: [StepRecord], of run: Int64, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO step VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (ordinal, step) in steps.enumerated() {
      try statement.execute(
        arguments: [
          run, ordinal, step.story, step.label, step.repetitions, step.start, step.end,
          try json(step.inside), step.outside.cpu, step.outside.minorFaults,
          step.outside.majorFaults, step.outside.storageRead, step.outside.storageWritten,
          step.outside.peakMemory, step.outside.peakIsOfStep, try json(step.outcome),
          step.digest, step.refusal,
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

  /// How many runs of an experiment are stored, and how many of them failed.
  /// - Throws: ``StoreError``.
  public func runCounts(of experiment: Int64) throws(StoreError) -> (all: Int, failed: Int) {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT count(*), count(failure) FROM run WHERE experimentNumber = ?",
        arguments: [experiment])
      return (row?[0] ?? 0, row?[1] ?? 0)
    }
  }

  /// An experiment's runs in the order in which they were made, with their figures but without
  /// steps and samples: those of ``details(of:)``.
  /// - Throws: ``StoreError``.
  public func runs(of experiment: Int64) throws(StoreError) -> [Run] {
    try read { db in
      var figures: [Int64: [Metric: Double]] = [:]
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT runId, metric, value FROM measurement JOIN run ON run.id = runId
          WHERE experimentNumber = ?
          """, arguments: [experiment])
      while let row = try cursor.next() {
        guard let metric = Metric.named(row[1]) else {
          throw StoreError.damaged(what: "the metric '\(row[1] as String)'")
        }
        figures[row[0], default: [:]][metric] = row[2]
      }
      return try Row.fetchAll(
        db, sql: "SELECT * FROM run WHERE experimentNumber = ? ORDER BY position, id",
        arguments: [experiment]
      ).map { try run($0, figures: figures[$0["id"]] ?? [:]) }
    }
  }

  /// The same run with its steps and samples.
  /// - Throws: ``StoreError``.
  public func details(of run: Run) throws(StoreError) -> Run {
    try read { db in
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
      run.timeline = Timeline(
        samples: samples.map(sample), interval: samples.first?["samplingInterval"] ?? 0)
      return run
    }
  }

  private func run(_ row: Row, figures: [Metric: Double]) throws -> Run {
    guard let id = UUID(uuidString: row["uuid"]) else {
      throw StoreError.damaged(what: "the run name '\(row["uuid"] as String)'")
    }
    return Run(
      id: id, build: row["build"], story: row["story"], round: row["round"],
      position: row["position"], pid: row["pid"], startedAt: row["startedAt"],
      ending: try (row["failure"] as String?).map { .failed(try failure($0, row)) } ?? .passed,
      steps: [], timeline: .empty, measurements: figures)
  }

  private func failure(_ reason: String, _ row: Row) throws -> RunFailure {
    guard let reason = RunFailure.Reason(rawValue: reason) else {
      throw StoreError.damaged(what: "a run that failed by '\(reason)'")
    }
    return RunFailure(
      reason: reason, message: row["message"] ?? "", step: row["failedStep"],
      signal: row["signal"], exitCode: row["exitCode"],
      standardError: row["standardError"] ?? "")
  }

  private func step(_ row: Row) throws -> StepRecord {
    StepRecord(
      story: row["story"], label: row["label"], repetitions: row["repetitions"],
      start: row["start"], end: row["end"], inside: try decoded(row["inside"]),
      outside: ProcessCost(
        cpu: row["cpu"], minorFaults: row["minorFaults"], majorFaults: row["majorFaults"],
        storageRead: row["storageRead"], storageWritten: row["storageWritten"],
        peakMemory: row["peakMemory"], peakIsOfStep: row["peakIsOfStep"]),
      outcome: try decoded(row["outcome"]), digest: row["digest"], refusal: row["refusal"])
  }

  private func sample(_ row: Row) -> Sample {
    Sample(
      time: row["time"], resident: row["resident"], anonymous: row["anonymous"],
      cpu: row["cpu"], machineBusy: row["machineBusy"], machineAvailable: row["machineAvailable"])
  }
}
