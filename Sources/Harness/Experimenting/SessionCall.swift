import Foundation
import Recording
import Store
import SystemPackage

/// One call of a command that measures: of now, or the one that is to be finished.
///
/// A call that is finished goes the way of a new one. Only where that would begin an experiment, the
/// one of before is taken with its runs.
public struct SessionCall: Sendable {
  private let id: UUID
  private let arguments: [String]
  private let folder: String
  /// The experiments that it has made, by their place in it.
  private let experiments: [Int: Experiment]

  /// A new call.
  /// - Parameters:
  ///   - arguments: the command line, without the program's name.
  ///   - folder: where relative paths of the command line start; absolute.
  public init(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    in folder: String = FileManager.default.currentDirectoryPath
  ) {
    id = UUID()
    self.arguments = arguments
    self.folder = folder
    experiments = [:]
  }

  /// The call that made an experiment.
  /// - Parameter known: all experiments of the store.
  public init(of invocation: Invocation, among known: [Experiment]) {
    id = invocation.id
    arguments = invocation.arguments
    folder = invocation.folder
    let own = known.compactMap { experiment in
      experiment.invocation.flatMap { $0.id == invocation.id ? ($0.part, experiment) : nil }
    }
    experiments = Dictionary(own, uniquingKeysWith: { first, _ in first })
  }

  /// The experiment at a place, from 1; nil where it was not begun before.
  public func experiment(at part: Int = 1) -> Experiment? { experiments[part] }

  /// Returns whether all that it is to measure was measured.
  public func isFinished(of parts: Int) -> Bool {
    (1...max(1, parts)).allSatisfy { experiments[$0]?.completedAt != nil }
  }

  /// Begins an experiment, or takes up the one that was begun in its place.
  /// - Parameters:
  ///   - planned: what is to be measured, as it is now.
  ///   - part: its place in the call, from 1.
  ///   - parts: how many experiments the call makes.
  /// - Throws: `StoreError`, ``TooManyRuns``, or ``Refusal`` where it is not what was measured before.
  func begin(
    _ planned: Experiment, of file: ScenarioFile, part: Int = 1, of parts: Int = 1,
    in store: ResultStore
  ) throws -> ExperimentRecorder {
    guard let begun = experiments[part], let number = begun.number else {
      var planned = planned
      planned.invocation = Invocation(
        id: id, arguments: arguments, folder: folder,
        scenario: FilePath(folder).pushing(file.path).lexicallyNormalized().string, part: part,
        parts: parts)
      return try ExperimentRecorder(beginning: planned, in: store)
    }
    let claim = try store.claim(number)
    try Resumption.require(begun.changes(to: planned), of: begun)
    // Another process may have gone on with it until just now.
    return ExperimentRecorder(
      try store.experiment("\(number)"),
      after: try store.runs(of: number).map(store.details), in: store, claim: claim)
  }
}
