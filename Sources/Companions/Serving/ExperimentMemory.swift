import Foundation
import Recording
import Store
import Synchronization

/// What all that is made of an experiment depends on: an experiment that is finished changes only where runs
/// are merged or pulled into it.
struct ExperimentState: Equatable, Sendable {
  let runs: Int
  let completedAt: Date?

  /// The states of experiments, by their numbers.
  static func all(
    of experiments: [Experiment], in store: ResultStore
  ) throws -> [Int64: ExperimentState] {
    let counts = try store.runTotals(of: experiments.compactMap(\.number))
    var states: [Int64: ExperimentState] = [:]
    for experiment in experiments {
      guard let number = experiment.number else { continue }
      states[number] = ExperimentState(
        runs: counts[number] ?? 0, completedAt: experiment.completedAt)
    }
    return states
  }
}

/// What was made of experiments, kept until they change.
///
/// Two that ask for the same at once may both make it: nobody waits while it is made.
final class ExperimentMemory<Value: Sendable>: Sendable {
  private struct Kept {
    let state: ExperimentState
    let value: Value
    var used: Int
  }

  private struct Contents {
    var kept: [Int64: Kept] = [:]
    var uses = 0
  }

  private let contents = Mutex(Contents())
  private let most: Int

  /// - Parameter most: how many are kept; those that nobody asked for the longest are let go.
  init(most: Int) { self.most = most }

  /// Returns what is kept of an experiment as it is now; nil if nothing is.
  func known(of experiment: Experiment, in state: ExperimentState?) -> Value? {
    guard let number = experiment.number, let state else { return nil }
    return contents.withLock { contents in
      guard contents.kept[number]?.state == state else { return nil }
      contents.uses += 1
      contents.kept[number]?.used = contents.uses
      return contents.kept[number]?.value
    }
  }

  /// Returns what is kept of an experiment as it is now, or else makes it.
  func value(
    of experiment: Experiment, in state: ExperimentState?, make: () throws -> Value
  ) throws -> Value {
    guard let number = experiment.number, let state else { return try make() }
    if let found = known(of: experiment, in: state) { return found }
    let value = try make()
    contents.withLock { contents in
      contents.uses += 1
      contents.kept[number] = Kept(state: state, value: value, used: contents.uses)
      if contents.kept.count > most,
        let oldest = contents.kept.min(by: { $0.value.used < $1.value.used })
      {
        contents.kept[oldest.key] = nil
      }
    }
    return value
  }
}

/// A flag that many may raise, and one at a time has raised.
final class SharedFlag: Sendable {
  private let flag = Atomic(false)

  /// Raises it.
  /// - Returns: whether it was not raised before.
  func raise() -> Bool { !flag.exchange(true, ordering: .relaxed) }

  /// Takes it down.
  func takeDown() { flag.store(false, ordering: .relaxed) }
}
