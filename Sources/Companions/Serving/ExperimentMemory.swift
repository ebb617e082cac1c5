import Foundation
import Recording
import Store
import Synchronization

/// The state that results derived from an experiment depend on. A finished experiment changes only if runs
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

/// Results derived from experiments, kept until these change.
///
/// Two simultaneous requests for the same may both compute it: nobody waits meanwhile.
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

  /// - Parameter most: the number kept; the least recently used ones are dropped.
  init(most: Int) { self.most = most }

  /// Returns the kept result for an experiment's current state; nil if there is none.
  func known(of experiment: Experiment, in state: ExperimentState?) -> Value? {
    guard let number = experiment.number, let state else { return nil }
    return contents.withLock { contents in
      guard contents.kept[number]?.state == state else { return nil }
      contents.uses += 1
      contents.kept[number]?.used = contents.uses
      return contents.kept[number]?.value
    }
  }

  /// Returns the kept result for an experiment's current state, or computes it.
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

/// A flag that many may try to raise, but only one holds at a time.
final class SharedFlag: Sendable {
  private let flag = Atomic(false)

  /// Raises it.
  /// - Returns: whether it was not raised before.
  func raise() -> Bool { !flag.exchange(true, ordering: .relaxed) }

  /// Lowers it.
  func takeDown() { flag.store(false, ordering: .relaxed) }
}
