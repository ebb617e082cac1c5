import Foundation
import Recording
import Store
import SystemPackage

/// One call of a measuring command: a new one, or one being resumed.
///
/// A resumed call runs like a new one. Only when it would begin an experiment, the earlier one is used with
/// its runs.
public struct SessionCall: Sendable {
  private let id: UUID
  private let arguments: [String]
  private let folder: String
  /// Its experiments, by their place in it.
  let experiments: [Int: Experiment]

  /// A new call.
  /// - Parameters:
  ///   - arguments: the command line, without the program's name.
  ///   - folder: the folder for relative paths of the command line; absolute.
  public init(
    _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    in folder: String = FileManager.default.currentDirectoryPath
  ) {
    id = UUID()
    self.arguments = arguments
    self.folder = folder
    experiments = [:]
  }

  /// The call that made an experiment; `known` are all experiments of the store.
  public init(of invocation: Invocation, among known: [Experiment]) {
    id = invocation.id
    arguments = invocation.arguments
    folder = invocation.folder
    let own = known.compactMap { experiment in
      experiment.invocation.flatMap { $0.id == invocation.id ? ($0.part, experiment) : nil }
    }
    experiments = Dictionary(own, uniquingKeysWith: { first, _ in first })
  }

  /// The experiment at a place, from 1; nil if it was not started.
  public func experiment(at part: Int = 1) -> Experiment? { experiments[part] }

  /// Returns whether everything in it was measured.
  public func isFinished(of parts: Int) -> Bool {
    (1...max(1, parts)).allSatisfy { experiments[$0]?.completedAt != nil }
  }

  /// Begins an experiment as planned now, or resumes the one at its place in the call, from 1.
  /// - Throws: `StoreError`, or ``Refusal`` if it is not what was measured before, or has too many runs.
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
    // Another process may have continued it until just now.
    return ExperimentRecorder(
      try store.experiment("\(number)"),
      after: try store.runs(of: number).map(store.details), in: store, claim: claim)
  }
}
