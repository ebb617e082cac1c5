import ArgumentParser
import Foundation
import Recording
import Store
import Running
import SystemPackage

/// A command that measures, and stores so much that what interrupts it can be made good.
protocol MeasuringCommand: AsyncParsableCommand {
  var storeOptions: StoreOptions { get set }

  /// Measures what is not measured yet, and ends as the command does.
  func measure(_ call: MeasuringCall) async throws
}

extension MeasuringCommand {
  func run() async throws { try await measure(MeasuringCall()) }
}

/// One call of a command that measures: of now, or the one that is to be finished.
///
/// A call that is finished goes the way of a new one. Only where that would begin an experiment, the
/// one of before is taken with its runs.
struct MeasuringCall {
  let id: UUID
  let arguments: [String]
  let folder: String
  /// The experiments that it has made, by their place in it.
  private let experiments: [Int: Experiment]

  /// A new call: the one that started this program.
  init() {
    id = UUID()
    arguments = Array(CommandLine.arguments.dropFirst())
    folder = FileManager.default.currentDirectoryPath
    experiments = [:]
  }

  /// The call that made an experiment.
  /// - Parameter known: all experiments of the store.
  init(of invocation: Invocation, among known: [Experiment]) {
    id = invocation.id
    arguments = invocation.arguments
    folder = invocation.folder
    let own = known.compactMap { experiment in
      experiment.invocation.flatMap { $0.id == invocation.id ? ($0.part, experiment) : nil }
    }
    experiments = Dictionary(own, uniquingKeysWith: { first, _ in first })
  }

  /// The experiment at a place, from 1; nil where it was not begun before.
  func experiment(at part: Int = 1) -> Experiment? { experiments[part] }

  /// Whether all that it is to measure was measured.
  func isFinished(of parts: Int) -> Bool {
    (1...max(1, parts)).allSatisfy { experiments[$0]?.completedAt != nil }
  }

  /// Begins an experiment, or takes up the one that was begun in its place.
  /// - Parameters:
  ///   - planned: what is to be measured, as it is now.
  ///   - part: its place in the call, from 1.
  ///   - parts: how many experiments the call makes.
  /// - Throws: `StoreError`, or the exit status where it is not what was measured before.
  func begin(
    _ planned: Experiment, of file: ScenarioFile, part: Int = 1, of parts: Int = 1,
    in store: ResultStore
  ) throws -> OpenExperiment {
    guard let begun = experiments[part], let number = begun.number else {
      var planned = try planned.withinLimits()
      planned.invocation = Invocation(
        id: id, arguments: arguments, folder: folder,
        scenario: FilePath(folder).pushing(file.path).lexicallyNormalized().string, part: part,
        parts: parts)
      let (experiment, claim) = try store.begin(planned)
      return OpenExperiment(experiment, runs: [], in: store, claim: claim)
    }
    let claim = try store.claim(number)
    try Resumption.require(begun.changes(to: planned), of: begun)
    // Another process may have gone on with it until just now.
    return OpenExperiment(
      try store.experiment("\(number)"),
      runs: try store.runs(of: number).map(store.details), in: store, claim: claim)
  }
}

/// An experiment that this process is measuring, with the runs that it had before.
final class OpenExperiment {
  let experiment: Experiment
  let number: Int64
  /// The runs that it had before; none where it begins.
  let earlier: EarlierRuns
  private let stored: Set<UUID>
  private let store: ResultStore
  private let claim: ExperimentClaim

  init(_ experiment: Experiment, runs: [Run], in store: ResultStore, claim: ExperimentClaim) {
    self.experiment = experiment
    number = experiment.number ?? 0
    earlier = EarlierRuns(runs)
    stored = Set(runs.map(\.id))
    self.store = store
    self.claim = claim
  }

  /// Stores runs that belong together, unless they are stored already.
  func keep(_ runs: Run...) throws { try keep(runs) }

  /// Stores runs that belong together, unless they are stored already.
  func keep(_ runs: [Run]) throws {
    let new = runs.filter { !stored.contains($0.id) }
    if !new.isEmpty { try write { try store.add(new, to: number) } }
  }

  /// Stores by which numbers it is judged.
  func declare(_ experiment: Experiment) throws {
    guard let decision = experiment.decision else { return }
    try write { try store.decide(number, by: decision, rounds: experiment.rounds) }
  }

  /// Stores that all of its runs are made.
  /// - Returns: when they were.
  func complete() throws -> Date {
    try earlier.requireExhaustion()
    if let date = experiment.completedAt { return date }
    let date = Date()
    try write { try store.complete(number, at: date) }
    return date
  }

  private func write(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      throw NotStored(number: number, underlying: error)
    }
  }
}

/// A result that could not be stored, as on a full disk.
private struct NotStored: Error, CustomStringConvertible {
  let number: Int64
  let underlying: any Error

  var description: String {
    "\(underlying) What was stored before is kept; once the store can be written again, "
      + "'rehearse resume \(number)' measures the rest."
  }
}
