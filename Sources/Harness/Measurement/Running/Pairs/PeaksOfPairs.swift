import Metrics
import Recording
import Synchronization

/// The most memory that a run of each story's pairs has used so far. More runs are made at once only if there is room
/// for them, so not before a story's first pair.
final class PeaksOfPairs: Sendable {
  /// The part of the memory that runs may use at once: others need some, too.
  private static let part = 3.0 / 8

  private let peaks = Mutex<[String: Double]>([:])
  private let memory: Double

  /// Nothing is known yet. `memory` is what the machine has, and `limit` what this process and all that it starts may
  /// use, in bytes; nil if that is the same.
  init(in memory: Int64, within limit: Int64?) { self.memory = Double(min(memory, limit ?? .max)) }

  /// Takes note of a pair's peaks.
  func note(_ pair: Pair<Run>) {
    let both = pair.inOrder.map { side in
      side.measurements[.treePeakMemory] ?? side.measurements[.peakMemory] ?? .infinity
    }
    peaks.withLock { peaks in
      let before = peaks[pair.baseline.story] ?? 0
      peaks[pair.baseline.story] = max(before, both.max() ?? .infinity)
    }
  }

  /// Returns whether there is room for one run of each of these stories at once; one named twice has two.
  func leaveRoom(for stories: [String]) -> Bool {
    let needed = peaks.withLock { peaks in stories.map { peaks[$0] ?? .infinity }.reduce(0, +) }
    return needed <= memory * Self.part
  }
}
