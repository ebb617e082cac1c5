import Store
import Synchronization

/// Results derived from experiments, kept until these change.
///
/// Two simultaneous requests for the same may both compute it: nobody waits meanwhile.
final class ResultCache<Value: Sendable>: Sendable {
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
  func known(of number: Int64, in state: ExperimentState) -> Value? {
    contents.withLock { contents in
      guard contents.kept[number]?.state == state else { return nil }
      contents.uses += 1
      contents.kept[number]?.used = contents.uses
      return contents.kept[number]?.value
    }
  }

  /// Returns the kept result for an experiment's current state, or computes it.
  func value(
    of number: Int64, in state: ExperimentState, make: () throws -> Value
  ) throws -> Value {
    if let found = known(of: number, in: state) { return found }
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

/// A result derived from all experiments of a store, kept until one of them changes.
final class StoreResultCache<Value: Sendable>: Sendable {
  private struct Kept {
    let states: [Int64: ExperimentState]
    let value: Value
  }

  private let kept = Mutex<Kept?>(nil)

  /// Returns the kept result for the current states of all experiments; nil if there is none.
  func known(in states: [Int64: ExperimentState]) -> Value? {
    kept.withLock { $0?.states == states ? $0?.value : nil }
  }

  /// Keeps a result in place of an earlier one.
  func keep(_ value: Value, in states: [Int64: ExperimentState]) {
    kept.withLock { $0 = Kept(states: states, value: value) }
  }
}

/// A flag that many may try to raise, but only one holds at a time.
final class SharedFlag: Sendable {
  private let flag = Atomic(false)

  /// Raises it.
  /// - Returns: whether it was not raised before.
  func raise() -> Bool { !flag.exchange(true, ordering: .relaxed) }

  func takeDown() { flag.store(false, ordering: .relaxed) }
}
