/// What a process and all that it started allocated within a step, and what it held at its end: counts of
/// calls, exact to the byte.
///
/// Sizes are those that the program asked for; what the allocator needs besides is not in them.
public struct AllocationCost: Sendable, Equatable, Codable {
  /// Blocks that were allocated. One that was made longer or shorter (`realloc`) counts once more.
  public var allocations: Int64
  /// Blocks that were given back, those that were made longer or shorter among them.
  public var frees: Int64
  /// The sum of the sizes of the blocks that were allocated.
  public var allocatedBytes: Bytes
  /// What any one of the processes held at most.
  public var peakLiveBytes: Bytes
  /// What the process itself held at the end, whenever it was allocated; nil where it counts nothing, as
  /// where its children alone do.
  public var live: Live?
  /// The numbers of blocks by their sizes, in ascending order; none of sizes of which there were no.
  public var sizes: [Size]
  /// Anonymous memory that the programs mapped themselves (`mmap`), as allocators of their own do.
  public var mappedBytes: Bytes
  /// What the process itself consisted of when its resident memory was greatest; nil where that was not seen.
  public var peakParts: PeakParts?
  /// The number of threads that have allocated since the processes started.
  public var threads: Int

  /// What a process holds.
  public struct Live: Sendable, Equatable, Codable {
    /// Blocks.
    public var blocks: Int64
    /// The sum of their sizes.
    public var bytes: Bytes

    /// What it holds.
    public init(blocks: Int64, bytes: Bytes) {
      self.blocks = blocks
      self.bytes = bytes
    }
  }

  /// Blocks of about one size.
  public struct Size: Sendable, Equatable, Codable {
    /// The greatest size of the class: a multiple of 16 up to 1 KiB, then a power of two.
    public var upTo: Bytes
    /// Blocks that were allocated within the step.
    public var allocations: Int64
    /// Blocks that were given back within the step.
    public var frees: Int64

    /// The number of blocks of a size.
    public init(upTo: Bytes, allocations: Int64, frees: Int64) {
      self.upTo = upTo
      self.allocations = allocations
      self.frees = frees
    }
  }

  /// What was allocated.
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
