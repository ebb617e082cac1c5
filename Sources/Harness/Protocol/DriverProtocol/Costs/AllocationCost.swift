/// The allocations of a process and all that it started within a step, and what it held at the end:
/// counts of calls, exact to the byte.
///
/// Sizes are those that the program asked for, without the allocator's overhead.
public struct AllocationCost: Sendable, Equatable, Codable {
  /// Allocated blocks. A resized block (`realloc`) counts once more.
  public var allocations: Int64
  /// Freed blocks, including resized ones.
  public var frees: Int64
  /// The sum of the sizes of allocated blocks.
  public var allocatedBytes: Bytes
  /// The most that any one of the processes held.
  public var peakLiveBytes: Bytes
  /// The memory that the process itself held at the end, whenever it was allocated; nil if it counts nothing,
  /// for example if only its children do.
  public var live: Live?
  /// The numbers of blocks by size, in ascending order; sizes without blocks are missing.
  public var sizes: [Size]
  /// Anonymous memory that the programs mapped themselves (`mmap`), as custom allocators do.
  public var mappedBytes: Bytes
  /// The parts of the process's resident memory at its peak; nil if that was not seen.
  public var peakParts: PeakParts?
  /// The number of threads that have allocated since the processes started.
  public var threads: Int

  /// The memory that a process holds.
  public struct Live: Sendable, Equatable, Codable {
    /// The number of blocks.
    public var blocks: Int64
    /// The sum of their sizes.
    public var bytes: Bytes

    /// Creates a value from its parts.
    public init(blocks: Int64, bytes: Bytes) {
      self.blocks = blocks
      self.bytes = bytes
    }
  }

  /// Blocks of similar size.
  public struct Size: Sendable, Equatable, Codable {
    /// The greatest size in the class: a multiple of 16 up to 1 KiB, then a power of two.
    public var upTo: Bytes
    /// Blocks allocated within the step.
    public var allocations: Int64
    /// Blocks freed within the step.
    public var frees: Int64

    /// Creates a value from its parts.
    public init(upTo: Bytes, allocations: Int64, frees: Int64) {
      self.upTo = upTo
      self.allocations = allocations
      self.frees = frees
    }
  }

  /// Creates a value from its parts.
  public init(
    allocations: Int64, frees: Int64, allocatedBytes: Bytes, peakLiveBytes: Bytes, live: Live?,
    sizes: [Size] = [], mappedBytes: Bytes = 0, threads: Int = 1,
    peakParts: PeakParts? = nil
  ) {
    self.allocations = allocations
    self.frees = frees
    self.allocatedBytes = allocatedBytes
    self.peakLiveBytes = peakLiveBytes
    self.live = live
    self.sizes = sizes
    self.mappedBytes = mappedBytes
    self.threads = threads
    self.peakParts = peakParts
  }
}
