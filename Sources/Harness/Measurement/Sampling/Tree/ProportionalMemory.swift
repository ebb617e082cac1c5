import DriverProtocol

/// Adds up the proportional memory (PSS) of a tree's processes, in which each has its part of shared
/// memory. Swapped memory counts as well, so that a tree that is swapped out does not look smaller.
///
/// The kernel walks all pages of a process for it, some 2 ms for 100 MB, during which the process
/// can't map memory. So it is only read when it may exceed the previous maximum, often while memory
/// grows, seldom otherwise; and at the ends of steps, if these are rare enough.
struct ProportionalMemory {
  /// The share of one CPU for this while memory is at a new maximum, and another for ends of steps.
  static let shareOfGrowth = 0.05
  /// The growth that counts as more, because pages come and go.
  static let growth = 1.02

  /// When it was last read, and what that cost, ns.
  private typealias Reading = (time: Int64, spent: Int64)

  private var last: (reading: Reading, resident: Int64, swapped: Int64)?
  private var lastAtEnd: Reading?
  /// False once the memory of one could not be read, such as another user's process.
  private(set) var isReadable = true

  /// Reads that of the living processes, unless it was read too recently, or can't be above the greatest value that is
  /// known: by the sum of their `resident` memory, and by the swap space that the whole machine uses, bytes. `spent`
  /// is increased by the CPU time of this, ns.
  /// - Returns: nil if it was not read.
  mutating func read(
    _ members: [TreeMember], resident: Int64, swapped: Int64, known: Bytes?, spent: inout Int64
  ) -> Bytes? {
    // The sum of resident memory counts shared pages several times, and the machine's swap space
    // includes the tree's, so they are never less.
    guard members.count > 1, Bytes(resident) + Bytes(swapped) > known ?? .zero,
      isDue(resident, swapped), let (sum, reading) = total(of: members)
    else { return nil }
    spent += reading.spent
    last = (reading, resident, swapped)
    return sum
  }

  /// Reads it at the end of a step, unless such ends are too frequent.
  /// - Returns: nil if it was not read.
  mutating func readAtEnd(of members: [TreeMember]) -> Bytes? {
    if let lastAtEnd, !isDue(lastAtEnd, Self.shareOfGrowth) { return nil }
    guard let (sum, reading) = total(of: members) else { return nil }
    lastAtEnd = reading
    return sum
  }

  private mutating func total(of members: [TreeMember]) -> (Bytes, Reading)? {
    guard isReadable else { return nil }
    let start = OwnClock.now
    var sum = Bytes.zero
    for member in members {
      guard let bytes = member.proportionalMemory else {
        isReadable = false
        return nil
      }
      sum = sum + bytes
    }
    return (sum, (time: MonotonicClock.now, spent: OwnClock.now - start))
  }

  private func isDue(_ resident: Int64, _ swapped: Int64) -> Bool {
    guard let last else { return true }
    // Swap space that others give back hides no growth.
    let now = Double(resident) + max(0, Double(swapped) - Double(last.swapped))
    let grows = now > Self.growth * Double(last.resident)
    return isDue(last.reading, grows ? Self.shareOfGrowth : ScanInterval.share)
  }

  /// Returns whether another reading keeps to a share of one CPU.
  private func isDue(_ reading: Reading, _ share: Double) -> Bool {
    Double(MonotonicClock.now - reading.time) >= Double(reading.spent) / share
  }
}
