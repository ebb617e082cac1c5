import Foundation
import Recording
import Sampling
import Synchronization
import SystemPackage

/// Makes two duets at once, of different stories and each on a CPU of its own, which halves their time.
///
/// What a pair takes from the other's caches and from the memory's bandwidth, it takes from both of its sides alike,
/// in the same fine slices. Rehearse works on other CPUs; if there are none, on both, and needs little of them while
/// steps run. Docs/benchmarks/beside.md has figures.
public struct DuetsAtOnce {
  private let first: (executor: DuetExecutor, stage: DuetStage)
  private let second: (executor: DuetExecutor, stage: DuetStage)
  private let stories: Set<String>
  private let beside: RunsBeside?
  private let peaks: PeaksOfPairs

  /// Prepares for a scenario's duets on two stages, which are to be closed after the last pair. Pairs of these
  /// `stories` leave nothing that another pair could find. The runs `beside` pairs come first. `limit` is the memory
  /// that this process and all that it starts may use, in bytes; nil if it is the machine's.
  public init(
    _ setup: ReplaySetup, of stories: Set<String>, on first: DuetStage, and second: DuetStage,
    after beside: RunsBeside? = nil, within limit: Int64? = nil
  ) {
    self.first = (DuetExecutor(setup, on: .duet(first)), first)
    self.second = (DuetExecutor(setup, on: .duet(second)), second)
    self.stories = stories
    self.beside = beside
    peaks = PeaksOfPairs(in: setup.machineMemory, within: limit)
  }

  /// Takes note of a pair that was made alone.
  func note(_ pair: Pair<Run>) { peaks.note(pair) }

  /// Makes the first two pairs of a batch at once; nil if they are not to be.
  func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>]? {
    let two = Array(batch.prefix(2))
    let names = two.map(\.story)
    guard Set(names).count == 2, names.allSatisfy(mayBeAtOnce),
      peaks.leaveRoom(for: names + names), first.stage.isFree(second.stage)
    else { return nil }
    let made = try? first.stage.leavingCPU(and: second.stage) { makeBoth(two[0], two[1]) }
    made?.forEach(peaks.note)
    return made
  }

  private func mayBeAtOnce(_ story: String) -> Bool {
    stories.contains(story) && beside?.next(of: story) == nil
  }

  /// Nil if the system refuses a thread.
  private func makeBoth(_ one: PlannedPair, _ two: PlannedPair) -> [Pair<Run>]? {
    let other = Mutex<Pair<Run>?>(nil)
    let finished = DispatchSemaphore(value: 0)
    // Nobody else uses it until the thread has finished.
    nonisolated(unsafe) let second = second
    do {
      try SystemThread.start("rehearse-pair", stack: RunBeside.stackSize) {
        let pair = second.executor.execute(two, amongPairs: 2, sharing: second.stage.shared)
        other.withLock { $0 = pair }
        finished.signal()
      }
    } catch {
      return nil
    }
    let pair = first.executor.execute(one, amongPairs: 2, sharing: first.stage.shared)
    finished.wait()
    return [pair] + [other.withLock { $0 }].compactMap(\.self)
  }
}
