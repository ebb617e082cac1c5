import Costs
import ProcFS

/// Adds up the proportional memory (PSS) of a tree's processes: of what several share, each has its part.
///
/// The kernel walks all pages of a process for it, some 2 ms for 100 MB, in which the process can't map memory. So it
/// is read where it may be greater than before alone: often while memory grows, seldom otherwise.
struct ProportionalMemory {
  /// The share of one CPU that may be spent while there is more memory than ever.
  static let shareOfGrowth = 0.05
  /// How much more it has to be, for pages come and go.
  static let growth = 1.02

  private var last: (time: Int64, spent: Int64, resident: Int64)?
  /// False once the memory of one of them could not be read, as of another user's process.
  private var isReadable = true

  /// Reads it, unless it was read too short a time ago.
  /// - Parameters:
  ///   - members: those that live.
  ///   - resident: the sum of their resident memory, bytes.
  ///   - known: the greatest that was read.
  ///   - spent: is increased by the CPU time that it took, ns.
  /// - Returns: nil where it was not read.
  mutating func read(
    _ members: [TreeMember], resident: Int64, known: Bytes?, spent: inout Int64
  ) -> Bytes? {
    // What is shared is in the sum of resident memory more than once, so that is never less.
    guard isReadable, members.count > 1, Bytes(resident) > known ?? .zero, isDue(resident) else {
      return nil
    }
    let start = OwnClock.now
    var sum = Bytes.zero
    for member in members {
      guard case .success(let bytes) = member.proportionalMemory else {
        isReadable = false
        return nil
      }
      sum = sum + bytes
    }
    let time = OwnClock.now - start
    spent += time
    last = (MonotonicClock.now, time, resident)
    return sum
  }

  private func isDue(_ resident: Int64) -> Bool {
    guard let last else { return true }
    let grows = Double(resident) > Self.growth * Double(last.resident)
    let share = grows ? Self.shareOfGrowth : ScanInterval.share
    return Double(MonotonicClock.now - last.time) >= Double(last.spent) / share
  }
}
