// What programs allocate, counted in runs of their own.
extension MetricDefinition {
  private static let source = "rehearse-allocations, loaded before all other libraries"

  private static let limits = """
    Counted in runs of their own ('--allocations') by a library that is loaded before all others. Only \
    what the C library's functions allocate is counted: neither blocks of a program's own \
    allocators, nor what it maps itself.
    """

  static let allocations = MetricDefinition(
    id: "allocations", title: "Allocations", unit: .count, polarity: .lowerIsBetter,
    story: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        Blocks of memory that the driver and all that it started allocated in the story's steps: calls \
        of malloc, calloc, aligned_alloc and their like, by C++'s new and for Swift's objects too; \
        realloc counts as one more. It includes what the driver needs to read a request and to answer it. \
        \(limits)
        """),
    command: .init(
      meaning: """
        Blocks of memory that the command and all that it started allocated: calls of malloc, calloc, \
        aligned_alloc and their like, by C++'s new and for Swift's objects too; realloc counts as one more. \
        \(limits)
        """),
    service: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        blocks of memory that its process and all that it started allocated between the ends of the \
        story's steps, as for the driver. \(limits)
        """))

  static let allocatedBytes = MetricDefinition(
    id: "allocated-bytes", title: "Allocated memory", unit: .bytes, polarity: .lowerIsBetter,
    story: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        The sizes of all blocks that allocations counts, as they were asked for, whether they were given \
        back or not. \(limits)
        """),
    service: .init(
      origin: .init(source, .exact(1)),
      meaning: "the sizes of all blocks that allocations counts, as for the driver. \(limits)"))

  static let peakLiveBytes = MetricDefinition(
    id: "peak-live-bytes", title: "Peak live memory", unit: .bytes, polarity: .lowerIsBetter,
    story: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        The most that any one process, the driver or one that it started, held at any moment of the \
        story's steps: the sizes of blocks, as they were asked for, that were allocated at any time and \
        not given back yet. What the allocator needs besides, and pages that it keeps for later, are in \
        peak-anonymous-memory alone. \(limits)
        """),
    command: .init(
      meaning: """
        The most that any one process, the command or one that it started, held at any moment: the sizes of \
        blocks, as they were asked for, that were not given back yet. \(limits)
        """),
    service: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        the most that its process, or one that it started, held at any moment of the story's steps, as for \
        the driver. \(limits)
        """))

  static let liveBlocks = MetricDefinition(
    id: "live-blocks", title: "Live blocks", unit: .count, polarity: .lowerIsBetter,
    story: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        Blocks that the driver's own process held at the end of the story, whenever it had allocated \
        them. \(limits)
        """),
    service: .init(
      origin: .init(source, .exact(1)),
      meaning:
        "blocks that its own process held at the end of the story, as for the driver. \(limits)"))

  static let liveBytes = MetricDefinition(
    id: "live-bytes", title: "Live memory", unit: .bytes, polarity: .lowerIsBetter,
    story: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        The sizes, as they were asked for, of the blocks that the driver's own process held at the end of \
        the story, whenever it had allocated them. \(limits)
        """),
    service: .init(
      origin: .init(source, .exact(1)),
      meaning: """
        the sizes of the blocks that its own process held at the end of the story, as for the driver. \
        \(limits)
        """))
}

extension Metric {
  /// Blocks of memory that were allocated.
  public static let allocations = Metric(.allocations)
  /// The sizes of the blocks that were allocated.
  public static let allocatedBytes = Metric(.allocatedBytes)
  /// Greatest sum of the sizes of the blocks that were held.
  public static let peakLiveBytes = Metric(.peakLiveBytes)
  /// Blocks that were held at the end.
  public static let liveBlocks = Metric(.liveBlocks)
  /// The sizes of the blocks that were held at the end.
  public static let liveBytes = Metric(.liveBytes)
}
