/// The parts of a process's resident memory near its peak.
public struct PeakParts: Sendable, Hashable, Codable {
  /// Allocated blocks that were not freed, as far as they were resident.
  public var heap: Bytes
  /// Other memory that no file backs: the allocator's overhead, and memory that it keeps.
  public var slack: Bytes
  /// Mapped files: code, libraries, data, shared memory.
  public var files: Bytes
  /// The stacks of all threads.
  public var stacks: Bytes

  /// Creates a value from its parts.
  public init(heap: Bytes, slack: Bytes, files: Bytes, stacks: Bytes) {
    self.heap = heap
    self.slack = slack
    self.files = files
    self.stacks = stacks
  }

  /// The sum of all parts.
  public var resident: Bytes { heap + slack + files + stacks }
}
