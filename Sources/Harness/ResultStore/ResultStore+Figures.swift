import Foundation
import GRDB
import MetricCatalog
import Recording

extension ResultStore {
  /// An experiment's runs in the order in which they were made, with their figures but without
  /// steps and samples: those of ``details(of:)``.
  /// - Throws: ``StoreError``.
  public func runs(of experiment: Int64) throws(StoreError) -> [Run] {
    try read { db in
      let figures = try figures(of: experiment, db)
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(RunColumn.list) FROM run WHERE experimentNumber = ? ORDER BY position, id
          """, arguments: [experiment])
      let contaminations: [Contamination?] = try decodedAll(
        rows.map { try $0.value(.contamination) })
      // Runs of one experiment mostly say the same.
      var circumstances = DecodedTexts<RunCircumstances>()
      var arrangements = DecodedTexts<Arrangement>()
      return try zip(rows, contaminations).map { row, contamination in
        var run = try run(row)
        run.measurements = figures[try row.value(.id)] ?? [:]
        run.contamination = contamination
        run.arrangement = try arrangements.value(of: row.value(.arrangement))
        run.circumstances =
          try circumstances.value(of: row.value(.circumstances)) ?? RunCircumstances()
        return run
      }
    }
  }

  /// The figures of each run, by its row's number.
  private func figures(
    of experiment: Int64, _ db: Database
  ) throws -> [Int64: [Metric: Double]] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT runId, metric, value FROM measurement JOIN run ON run.id = runId
        WHERE experimentNumber = ? ORDER BY runId
        """, arguments: [experiment])
    var figures: [Int64: [Metric: Double]] = [:]
    var current: (run: Int64, figures: [Metric: Double]) = (0, [:])
    while let row = try rows.next() {
      let run: Int64 = row[0]
      if run != current.run {
        figures[current.run] = current.figures
        current = (run, [:])
      }
      let name: String = row[1]
      guard let metric = Metric.named(name) else {
        throw StoreError.damaged(what: "the metric '\(name)'")
      }
      current.figures[metric] = try figure(row[2])
    }
    figures[current.run] = current.figures
    return figures
  }

  /// A number; a cursor's own decoding would make one of whatever a column holds.
  private func figure(_ value: DatabaseValue) throws -> Double {
    switch value.storage {
    case .double(let number): number
    case .int64(let number): Double(number)
    case .null, .string, .blob: throw StoreError.damaged(value, in: "value")
    }
  }

  private func run(_ row: Row) throws -> Run {
    let name: String = try row.value(.uuid)
    guard let id = UUID(uuidString: name) else {
      throw StoreError.damaged(what: "the run name '\(name)'")
    }
    let kindName: String = try row.value(.kind)
    guard let kind = RunKind(rawValue: kindName) else {
      throw StoreError.damaged(what: "the kind of run '\(kindName)'")
    }
    let reason: String? = try row.value(.failure)
    return Run(
      id: id, kind: kind, build: try row.value(.build), story: try row.value(.story),
      round: try row.value(.round), layout: try row.value(.layout),
      position: try row.value(.position), attempt: try row.value(.attempt),
      pid: try row.value(.pid), startedAt: try row.value(.startedAt),
      ending: try reason.map { .failed(try failure($0, row)) } ?? .passed,
      steps: [], timeline: Timeline(samples: [], interval: try row.value(.samplingInterval)),
      peaksAreOfSteps: try row.value(.peaksAreOfSteps), measurements: [:])
  }

  private func failure(_ reason: String, _ row: Row) throws -> RunFailure {
    guard let reason = RunFailure.Reason(rawValue: reason) else {
      throw StoreError.damaged(what: "a run that failed by '\(reason)'")
    }
    return RunFailure(
      reason: reason, message: try row.value(.message) ?? "", step: try row.value(.failedStep),
      signal: try row.value(.signal), exitCode: try row.value(.exitCode),
      standardError: try row.value(.standardError) ?? "")
  }
}
