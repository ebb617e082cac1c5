/// The memory that a process held at the end of each of a story's cycles. It was in the same state each time,
/// so any increase was retained.
public struct CycleSeries: Sendable, Hashable, Codable {
  /// Bytes that were allocated but not freed, exact.
  public var liveBytes: [Int64] = []
  /// Allocations that were not freed, exact.
  public var liveBlocks: [Int64] = []
  /// Resident memory, bytes.
  public var resident: [Int64] = []
  /// Resident memory that no other process shares (USS), bytes; empty if the kernel does not report it.
  public var unshared: [Int64] = []

  /// Open file descriptors; nil if they could not be counted.
  public var descriptors: [Int64]?
  /// Resident memory of each service, bytes; empty for one that could not be read after each cycle; nil if there is
  /// none.
  public var services: [String: [Int64]]?

  /// The number of cycles at the beginning that are not judged.
  public var warmUp: Int

  /// No cycle yet.
  public init(warmUp: Int) { self.warmUp = warmUp }

  /// The number of cycles, including warm-up.
  public var count: Int { liveBytes.count }

  /// The number of warm-up cycles before this many judged ones: a quarter as many, rounded up. What an app
  /// creates once, such as a table of type names, is created there.
  public static func warmUp(before judged: Int) -> Int { (judged + 3) / 4 }
}
