import Analysis
import Exporting
import Foundation
import GRDB
import Glibc
import Recording
import Reports
import Store
import Tables

/// A store into which anybody may have written. An input has a line a value:
/// `experiment.stories t [{"name":"a","title":""}]`, which puts text into the column of the first
/// row; `i`, `r`, `x` and `n` put a whole number, a real one, a blob in hexadecimal and NULL there,
/// and a capital letter into all rows.
final class StoreTarget: @unchecked Sendable {
  static let shared = StoreTarget()

  private static let tables = [
    "experiment": "number = 1", "run": "id = 1", "step": "runId = 1 AND ordinal = 0",
    "sample": "runId = 1 AND ordinal = 0", "measurement": "runId = 1 AND metric = 'cpu-time'",
  ]

  private let folder: String
  private let store: ResultStore
  /// Writes what the store reads; `pristine` in it holds what the tables held at first.
  private let writer: DatabaseQueue

  private init() {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    folder = "\(parent)/rehearse-fuzz-store-\(getpid())"
    do {
      store = try ResultStore(path: "\(folder)/s.sqlite")
      try SampleExperiment.add(to: store)
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      configuration.prepareDatabase { db in
        try db.execute(sql: "PRAGMA synchronous = OFF")
        try db.execute(sql: "ATTACH ':memory:' AS pristine")
      }
      writer = try DatabaseQueue(path: "\(folder)/s.sqlite", configuration: configuration)
      try writer.write { db in
        for table in Self.tables.keys {
          try db.execute(sql: "CREATE TABLE pristine.\(table) AS SELECT * FROM main.\(table)")
        }
      }
    } catch {
      fatalError("the store can't be made: \(error)")
    }
    atexit { try? FileManager.default.removeItem(atPath: StoreTarget.shared.folder) }
  }

  func read(_ input: [UInt8]) -> Bool {
    let changes = input.split(separator: UInt8(ascii: "\n")).compactMap(Change.init)
    do {
      try writer.write { db in for change in changes { change.make(in: db) } }
      let isTaken = readAll(
        showing: ExportFormat.allCases[input.count % ExportFormat.allCases.count])
      try writer.write { db in
        for table in Set(changes.map(\.table)) {
          try db.execute(sql: "DELETE FROM main.\(table)")
          try db.execute(sql: "INSERT INTO main.\(table) SELECT * FROM pristine.\(table)")
        }
      }
      return isTaken
    } catch {
      fatalError("the store can't be written: \(error)")
    }
  }

  /// Reads all and shows it in a format, one by chance: to write all of them takes ten times as long
  /// as to read. False where it is refused.
  private func readAll(showing format: ExportFormat) -> Bool {
    do {
      for experiment in try store.experiments() {
        let runs = try store.runs(of: experiment.number ?? 0).map(store.details)
        try show(ExperimentAnalysis(experiment, runs: runs), as: format)
      }
      return true
    } catch let error as StoreError {
      require(!error.description.isEmpty, "refused without words")
      return false
    } catch is TableError {
      // No names of builds at all, for instance: said in words of its own.
      return false
    } catch {
      fatalError("an error that nobody words: \(error)")
    }
  }

  private func show(_ analysis: ExperimentAnalysis, as format: ExportFormat) throws {
    var tables = [try Table.builds(analysis.experiment), try Table.failures(analysis.runs)]
    tables += [try Table.environment(analysis.experiment.environment), try .metrics(analysis)]
    tables += try Comparison.all(of: analysis).map {
      try Table.comparison($0, metrics: analysis.metrics)
    }
    for run in analysis.runs {
      tables.append(try .steps(run, layouts: analysis.experiment.layouts))
      if let interference = run.interference {
        tables.append(try .interference(interference, verdict: analysis.verdict(on: run)))
      }
    }
    for table in tables { _ = TextTableRenderer().rendered(table) }
    _ = analysis.findings.map(\.description)
    do {
      _ = try format.contents(of: [ExportedExperiment(analysis)])
    } catch let error as OutputError {
      require(!error.description.isEmpty, "refused without words")
    }
  }

  /// One line of an input.
  private struct Change {
    let table: String
    private let column: String
    private let value: DatabaseValue
    /// How the value becomes one of the column: text may be no UTF-8.
    private let place: String
    private let isForAll: Bool

    init?(_ line: ArraySlice<UInt8>) {
      let parts = line.split(
        separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count > 1, let kind = parts[1].first, parts[1].count == 1 else { return nil }
      let name = String(decoding: parts[0], as: UTF8.self).split(separator: ".")
      guard name.count == 2, StoreTarget.tables[String(name[0])] != nil,
        name[1].utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A })
      else { return nil }
      let bytes = parts.count > 2 ? Array(parts[2]) : []
      let text = String(decoding: bytes, as: UTF8.self)
      switch kind | 0x20 {
      case UInt8(ascii: "i"):
        guard let number = Int64(text) else { return nil }
        value = number.databaseValue
      case UInt8(ascii: "r"):
        guard let number = Double(text) else { return nil }
        value = number.databaseValue
      case UInt8(ascii: "n"): value = .null
      case UInt8(ascii: "t"), UInt8(ascii: "x"): value = Data(bytes).databaseValue
      default: return nil
      }
      place = kind | 0x20 == UInt8(ascii: "t") ? "CAST(? AS TEXT)" : "?"
      isForAll = kind & 0x20 == 0
      (table, column) = (String(name[0]), String(name[1]))
    }

    /// What the schema refuses can't be in a file either, and is left out.
    func make(in db: Database) {
      let rows = isForAll ? "" : " WHERE \(StoreTarget.tables[table] ?? "")"
      try? db.execute(
        sql: "UPDATE OR IGNORE main.\(table) SET \"\(column)\" = \(place)\(rows)",
        arguments: [value])
    }
  }
}
