import Costs
import ProcFS

/// Adds up the proportional memory (PSS) of a tree's processes, in which each has its part of shared memory.
///
/// The kernel walks all pages of a process for it, some 2 ms for 100 MB, during which the process
/// can't map memory. So it is only read when it may exceed the previous maximum: often while memory
/// grows, seldom otherwise.
struct ProportionalMemory {
  /// The share of one CPU for this while memory is at a new maximum.
  static let shareOfGrowth = 0.05
  /// The growth that counts as more, because pages come and go.
  static let growth = 1.02

  private var last: (time: Int64, spent: Int64, resident: Int64)?
  /// False once the memory of one could not be read, such as another user's process.
  private var isReadable = true

  /// Reads it, unless it was read too recently.
  /// - Parameters:
  ///   - members: the living processes.
  ///   - resident: the sum of their resident memory, bytes.
  ///   - known: the greatest value read so far.
  ///   - spent: is increased by the CPU time of this, ns.
  /// - Returns: nil if it was not read.
  mutating func read(
    _ members: [TreeMember], resident: Int64, known: Bytes?, spent: inout Int64
  ) -> Bytes? {
    // The sum of resident memory counts shared pages several times, so it is never less.
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
