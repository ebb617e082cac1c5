/// What a process held at the end of each of a story's cycles: it was in the same state each time, so
/// what it holds more was retained.
public struct CycleSeries: Sendable, Hashable, Codable {
  /// Bytes that were allocated and not freed, exact.
  public var liveBytes: [Int64] = []
  /// Allocations that were not freed, exact.
  public var liveBlocks: [Int64] = []
  /// Resident memory, bytes.
  public var resident: [Int64] = []
  /// Resident memory that no other process shares (USS), bytes; empty where the kernel doesn't tell.
  public var unshared: [Int64] = []

  /// Open file descriptors; nil in experiments of before.
  public var descriptors: [Int64]?
  /// Resident memory of each service, bytes; nil if there is none.
  public var services: [String: [Int64]]?

  /// The number of cycles at the beginning that are not judged.
  public var warmUp: Int

  /// No cycle yet.
  public init(warmUp: Int) { self.warmUp = warmUp }

  /// The number of cycles, those of warm-up included.
  public var count: Int { liveBytes.count }

  /// The number of cycles that are made before so many that are judged: a quarter as many, rounded up.
  /// What an app makes once, such as a table of a type's names, is made there.
  public static func warmUp(before judged: Int) -> Int { (judged + 3) / 4 }
}
