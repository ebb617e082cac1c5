/// What a process's resident memory consisted of near its peak.
public struct PeakParts: Sendable, Hashable, Codable {
  /// Blocks that were allocated and not given back, as far as they were resident.
  public var heap: Bytes
  /// The rest of the memory that no file backs: what the allocator needs besides, and what it keeps.
  public var slack: Bytes
  /// Mapped files: code, libraries, data, shared memory.
  public var files: Bytes
  /// The stacks of all threads.
  public var stacks: Bytes

  /// The parts.
  public init(heap: Bytes, slack: Bytes, files: Bytes, stacks: Bytes) {
    self.heap = heap
    self.slack = slack
    self.files = files
    self.stacks = stacks
  }

  /// All of them together.
  public var resident: Bytes { heap + slack + files + stacks }
}
