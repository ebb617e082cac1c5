import Recording
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
  private let peaks: PeaksOfPairs

  /// Prepares for a scenario's duets on this stage and a second one, which is to be closed after the last pair; nil if
  /// there is none, or nothing to make at once. Pairs of these `stories` leave nothing that another pair could find.
  /// `limit` is the memory that this process and all that it starts may use, nil if it is the machine's, and
  /// `peaksAlone` what runs alone took before, in bytes; a story without one has its first pair alone.
  public init?(
    _ setup: ReplaySetup, of stories: Set<String>, beside first: DuetStage,
    within limit: Int64? = nil, peaksAlone: [String: Double] = [:]
  ) {
    guard stories.count > 1,
      let second = try? DuetStage(
        beside: first, launcher: setup.launcher, interruption: setup.interruption)
    else { return nil }
    self.first = (DuetExecutor(setup, on: .duet(first)), first)
    self.second = (DuetExecutor(setup, on: .duet(second)), second)
    self.stories = stories
    peaks = PeaksOfPairs(in: setup.machineMemory, within: limit, alone: peaksAlone)
  }

  /// The stage beside the first.
  public var secondStage: DuetStage { second.stage }

  /// Takes note of a pair that was made alone.
  func note(_ pair: Pair<Run>) { peaks.note(pair) }

  /// Makes the first two pairs of a batch at once; nil if they are not to be.
  func execute(_ batch: ArraySlice<PlannedPair>) -> [Pair<Run>]? {
    let two = Array(batch.prefix(2))
    let names = two.map(\.story)
    guard Set(names).count == 2, stories.isSuperset(of: names),
      peaks.leaveRoom(for: names + names), first.stage.leavesFree(second.stage)
    else { return nil }
    // Looking for other Rehearses takes a moment, in which neither pair has begun.
    let shared = (first.stage.sharedNow, second.stage.sharedNow)
    // Only its thread uses it meanwhile.
    nonisolated(unsafe) let second = second
    let made = try? first.stage.leavingCPU(and: second.stage) {
      BothAtOnce.make {
        first.executor.execute(two[0], sharing: shared.0)
      } _: {
        second.executor.execute(two[1], sharing: shared.1)
      }
    }
    made?.forEach(peaks.note)
    return made
  }
}
