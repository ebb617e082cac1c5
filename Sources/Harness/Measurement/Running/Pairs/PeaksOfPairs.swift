import DriverProtocol
import Metrics
import Recording
import Synchronization

/// The most memory that a run of each story's pairs has used so far. More runs are made at once only if there is room
/// for them.
final class PeaksOfPairs: Sendable {
  /// The part of the memory that runs may use at once: others need some, too.
  private static let part = 3.0 / 8

  /// A run alone counts so often until there is a pair: it may have been the candidate's, and the baseline take more.
  /// Even if that takes nine times as much, four runs fit into the machine.
  private static let reserve = 2.0

  private let peaks = Mutex<[String: Double]>([:])
  private let alone: [String: Double]
  private let memory: Double

  /// Prepares for pairs of stories. `memory` is what the machine has, `limit` what this process and all that it starts
  /// may use, nil if that is the same, and `alone` what runs alone took before, all in bytes. Without that, a story's
  /// first pair is made alone.
  init(in memory: Int64, within limit: Int64?, alone: [String: Double]) {
    (self.memory, self.alone) = (Double(min(memory, limit ?? .max)), alone)
  }

  /// Takes note of a pair's peaks. A pair is not sampled, so the run alone may have seen more of what it started.
  func note(_ pair: Pair<Run>) {
    let both = pair.inOrder.map { $0.peakOfAll ?? .infinity }
    peaks.withLock { peaks in
      let story = pair.baseline.story
      let before = peaks[story] ?? alone[story] ?? 0
      peaks[story] = max(before, both.max() ?? .infinity)
    }
  }

  /// Returns whether there is room for one run of each of these stories at once; one named twice has two.
  func leaveRoom(for stories: [String]) -> Bool {
    let needed = peaks.withLock { peaks in
      stories.map { peaks[$0] ?? alone[$0].map { $0 * Self.reserve } ?? .infinity }.reduce(0, +)
    }
    return needed <= memory * Self.part
  }
}

extension Run {
  /// The most memory of its driver with what was seen of the processes that it started, in no matter which step; nil if
  /// it was not measured.
  public var peakOfAll: Double? {
    guard passed else { return nil }
    let outside = measurements[.outsidePeakMemory]
    let inSteps = steps.compactMap { ($0.tree?.cost ?? $0.outside).peakMemory }
    return (inSteps.map { Double($0.count) } + [outside].compactMap(\.self)).max()
  }
}
