import Foundation
import GRDB
import Metrics
import Recording
import Scenarios

extension ResultStore {
  /// Stores a new experiment that only this process is going to measure.
  /// - Returns: the experiment with its number, and the right to measure it.
  /// - Throws: ``StoreError``.
  public func begin(
    _ experiment: Experiment
  ) throws(StoreError) -> (experiment: Experiment, claim: ExperimentClaim) {
    try write { db in
      let stored = try insert(experiment, db)
      // Before anyone can see it.
      return (stored, try ExperimentClaim(of: stored.number ?? 0, in: path))
    }
  }

  /// Takes the right to resume an experiment.
  /// - Throws: ``StoreError/beingMeasured(number:)``.
  public func claim(_ number: Int64) throws(StoreError) -> ExperimentClaim {
    try ExperimentClaim(of: number, in: path)
  }

  /// Returns whether a living process is measuring an experiment.
  public func isBeingMeasured(_ number: Int64) -> Bool {
    ExperimentClaim.isHeld(of: number, in: path)
  }

  func insert(_ experiment: Experiment, _ db: Database) throws -> Experiment {
    try db.insert(
      into: "experiment",
      [
        "name": experiment.name, "title": experiment.title,
        "source": experiment.source.rawValue, "scenario": experiment.scenario,
        "startedAt": experiment.startedAt.stored, "completedAt": experiment.completedAt?.stored,
        "seed": Int64(bitPattern: experiment.seed), "rounds": experiment.rounds,
        "countedRounds": experiment.countedRounds,
        "allocationRounds": experiment.allocationRounds,
        "layouts": experiment.layouts, "stories": try json(experiment.stories),
        "builds": try json(experiment.builds),
        "environment": try experiment.environment.map(json),
        "revision": try experiment.revision.map(json), "version": experiment.version,
        "published": experiment.published.isEmpty ? nil : try json(experiment.published),
        "decision": try experiment.decision.map(json),
        "rerunPolicy": try experiment.rerunPolicy.map(json),
        "invocation": try experiment.invocation.map(json),
        "partition": try experiment.partition.map(json),
      ])
    var stored = experiment
    stored.number = db.lastInsertedRowID
    return stored
  }

  /// Notes that all runs of an experiment have been made.
  /// - Throws: ``StoreError``.
  public func complete(_ number: Int64, at date: Date) throws(StoreError) {
    try write { db in try db.change(number, ["completedAt": date.stored]) }
  }

  /// Stores the number of rounds, if the first runs show how many are needed.
  /// - Throws: ``StoreError``.
  public func plan(_ number: Int64, rounds: Int) throws(StoreError) {
    try write { db in try db.change(number, ["rounds": rounds]) }
  }

  /// Stores the builds, if only measuring shows which are needed.
  /// - Throws: ``StoreError``.
  public func set(_ builds: [BuildRecord], of number: Int64) throws(StoreError) {
    try write { db in try db.change(number, ["builds": try json(builds)]) }
  }

  /// Stores the numbers by which an experiment is judged, if they were chosen only after its first
  /// runs had shown how long they take.
  /// - Throws: ``StoreError``.
  public func decide(_ number: Int64, by decision: Decision, rounds: Int) throws(StoreError) {
    try write { db in
      try db.change(number, ["decision": try json(decision), "rounds": rounds])
    }
  }

  /// All readable experiments, the oldest first. An unreadable row, in a store that others wrote
  /// into, hides no other: it is reported, and left out.
  /// - Throws: ``StoreError``.
  public func experiments() throws(StoreError) -> [Experiment] { try readable(eachExperiment()) }

  private func readable(_ found: [FoundExperiment]) throws(StoreError) -> [Experiment] {
    var experiments: [Experiment] = []
    for found in found {
      do throws(StoreError) {
        experiments.append(try found.get())
      } catch {
        guard case .damaged(let what) = error else { throw error }
        unreadable.tell(found.name, what)
      }
    }
    return experiments
  }

  /// The readable experiments of these numbers, in the same order.
  /// - Throws: ``StoreError``.
  public func experiments(numbered numbers: [Int64]) throws(StoreError) -> [Experiment] {
    let list = "[\(numbers.map { "\($0)" }.joined(separator: ","))]"
    let rows = try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM experiment WHERE number IN (SELECT value FROM json_each(?))",
        arguments: [list]
      ).map(found)
    }
    let known = Dictionary(
      try readable(rows).map { ($0.number ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
    return numbers.compactMap { known[$0] }
  }

  /// An experiment's row, if it could be read.
  public struct FoundExperiment {
    /// Its number, with its name if known.
    public let name: String
    fileprivate let number: Int64?
    fileprivate let reading: Result<Experiment, StoreError>

    /// The experiment.
    /// - Throws: ``StoreError/damaged(what:)``.
    public func get() throws(StoreError) -> Experiment { try reading.get() }
  }

  /// Some of the latest experiments.
  public struct Latest {
    /// The readable ones, the latest first.
    public let experiments: [Experiment]
    /// The number below which there are more; nil if there are none.
    public let older: Int64?
    /// The total number of experiments.
    public let count: Int
  }

  /// The latest experiments, at most `most`, without reading the others; if there is a `number`,
  /// only those with a lower one.
  /// - Throws: ``StoreError``.
  public func latest(_ most: Int, before number: Int64? = nil) throws(StoreError) -> Latest {
    let (rows, count) = try read { db in
      (
        try Row.fetchAll(
          db, sql: "SELECT * FROM experiment WHERE number < ? ORDER BY number DESC LIMIT ?",
          arguments: [number ?? .max, most + 1]
        ).map(found),
        try Int.fetchOne(db, sql: "SELECT count(*) FROM experiment") ?? 0
      )
    }
    return Latest(
      experiments: try readable(Array(rows.prefix(most))),
      older: rows.count > most ? rows[most - 1].number : nil, count: count)
  }

  /// The experiment with this number; nil if there is none.
  /// - Throws: ``StoreError``.
  public func experiment(numbered number: Int64) throws(StoreError) -> Experiment? {
    try read { db in try row(number, db).map(experiment) }
  }

  /// The same experiment; also nil if its row can't be read, which is reported.
  /// - Throws: ``StoreError``.
  public func readable(numbered number: Int64) throws(StoreError) -> Experiment? {
    let rows = try read { db -> [FoundExperiment] in
      guard let row = try row(number, db) else { return [] }
      return [try found(row)]
    }
    return try readable(rows).first
  }

  private func row(_ number: Int64, _ db: Database) throws -> Row? {
    try Row.fetchOne(db, sql: "SELECT * FROM experiment WHERE number = ?", arguments: [number])
  }

  /// All experiments, the oldest first, including unreadable ones.
  /// - Throws: ``StoreError``.
  public func eachExperiment() throws(StoreError) -> [FoundExperiment] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM experiment ORDER BY number").map(found)
    }
  }

  private func found(_ row: Row) throws -> FoundExperiment {
    let value = (row["number"] as DatabaseValue?) ?? .null
    let number = Int64.fromDatabaseValue(value)
    do {
      let experiment = try experiment(row)
      return FoundExperiment(
        name: "\(value) (\(experiment.name))", number: number, reading: .success(experiment))
    } catch let error as StoreError {
      return FoundExperiment(name: "\(value)", number: number, reading: .failure(error))
    }
  }

  /// Reads something of an experiment, of which others are read as well.
  /// - Returns: nil if something of it can't be read, which is reported.
  /// - Throws: what else the body throws.
  public func ifReadable<Value>(
    _ experiment: Experiment, _ body: (Experiment) throws -> Value
  ) throws -> Value? {
    do {
      return try body(experiment)
    } catch StoreError.damaged(let what) {
      unreadable.tell("\(experiment.number ?? 0) (\(experiment.name))", what)
      return nil
    }
  }

  /// Reports, once, that an experiment is left out where others are read as well, in a sentence that says why.
  public func reportLeftOut(_ experiment: Experiment, _ sentence: String) {
    unreadable.tell("\(experiment.number ?? 0) (\(experiment.name))", sentence: sentence)
  }

  /// The experiment that a user names: `latest`, a number, or a name (the latest of that name). A
  /// number that no experiment has may be a name.
  /// - Throws: `StoreError.noExperiment(reference:known:)`.
  public func experiment(_ reference: String) throws(StoreError) -> Experiment {
    try read { db in
      let found =
        reference == "latest"
        ? try Row.fetchOne(db, sql: "SELECT * FROM experiment ORDER BY number DESC")
        : try Row.fetchOne(
          db,
          sql: """
            SELECT * FROM experiment WHERE number = ? OR name = ?
            ORDER BY number = ? DESC, number DESC
            """, arguments: [Int64(reference), reference, Int64(reference)])
      if let found { return try experiment(found) }
      let known = try Row.fetchAll(
        db, sql: "SELECT number, name FROM experiment ORDER BY number DESC LIMIT 5")
      let names = try String.fetchAll(db, sql: "SELECT DISTINCT name FROM experiment ORDER BY name")
      throw StoreError.noExperiment(
        reference: reference,
        known: known.map { "\($0["number"] as Int64) (\($0["name"] as String))" },
        nearest: NearestName.of(reference, among: names))
    }
  }

  func experiment(_ row: Row) throws -> Experiment {
    let source: String = try row.value("source")
    guard let source = Experiment.Source(rawValue: source) else {
      throw StoreError.damaged(what: "an experiment of the source '\(source)'")
    }
    let machine: Environment? = try row.decodedIfAny("environment")
    if let processors = machine?.processors, !(0...1 << 20 ~= processors) {
      throw StoreError.damaged(what: "a machine with \(processors) CPUs")
    }
    return Experiment(
      number: try row.value("number"), name: try row.value("name"),
      title: try row.value("title"), source: source, scenario: try row.value("scenario"),
      startedAt: try row.value("startedAt"), completedAt: try row.value("completedAt"),
      seed: UInt64(bitPattern: try row.anyValue("seed")),
      rounds: try row.count("rounds", upTo: 1 << 24),
      countedRounds: try row.count("countedRounds", upTo: 1 << 24),
      allocationRounds: try row.count("allocationRounds", upTo: 1 << 24),
      layouts: try row.count("layouts", upTo: 1 << 24),
      stories: try decoded(row.value("stories")),
      builds: try decoded(row.value("builds")),
      environment: machine, revision: try row.decodedIfAny("revision"),
      version: try row.value("version"), published: try row.decodedIfAny("published") ?? [],
      decision: try row.decodedIfAny("decision"), rerunPolicy: try row.decodedIfAny("rerunPolicy"),
      invocation: try row.decodedIfAny("invocation"),
      partition: try row.decodedIfAny("partition"))
  }
}
