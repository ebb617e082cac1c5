// What resident memory consists of at its peak, read in runs that count allocations.
extension MetricDefinition {
  private static let origin = MetricReading.Origin(
    "/proc/PID/smaps and rehearse-allocations, near the peak",
    BoundRule { _ in .sampled(perSecond: 1000) })

  private static let limits = """
    Read in runs of their own ('--allocations'), of the driver's own process, in the step whose peak-memory is \
    greatest: all mappings are read when its resident memory, looked at a thousand times a second, has grown by \
    3 %, and at the step's end. So the parts add up to the peak less 3 % and what came and went within a \
    millisecond; if more than a tenth of it is missing there is no value. It tells what a changed peak \
    consists of, and is not a measurement to gate.
    """

  static let peakHeap = MetricDefinition(
    id: "peak-heap", title: "Live heap at the peak", unit: .bytes, polarity: .context,
    story: .init(
      origin: origin,
      meaning: """
        The sizes of the blocks that were allocated and not given back when resident memory was greatest; never \
        more than the resident memory that no file backs, because untouched memory is not resident. \(limits)
        """))

  static let peakSlack = MetricDefinition(
    id: "peak-slack", title: "Allocator's slack at the peak", unit: .bytes, polarity: .context,
    story: .init(
      origin: origin,
      meaning: """
        All other resident memory that no file backs, when that was greatest: what the allocator needs besides, \
        what it keeps of blocks that were given back, and what programs map themselves. In these runs each \
        block is 16 bytes longer, which is included. \(limits)
        """))

  static let peakFiles = MetricDefinition(
    id: "peak-files", title: "Mapped files at the peak", unit: .bytes, polarity: .context,
    story: .init(
      origin: origin,
      meaning: """
        Resident pages of files when resident memory was greatest: code, libraries with their data, mapped files, \
        shared memory; without those of the counter. How many pages the kernel maps around a fault differs from \
        copy to copy of a program. \(limits)
        """))

  static let peakStacks = MetricDefinition(
    id: "peak-stacks", title: "Stacks at the peak", unit: .bytes, polarity: .context,
    story: .init(
      origin: origin,
      meaning: """
        The stacks of the process's threads when resident memory was greatest. Before Linux 6.7, stacks \
        of threads other than the first are known by their guard pages, so stacks that a program makes \
        itself without guards count as slack. \(limits)
        """))
}

extension Metric {
  /// Allocated blocks at the peak of resident memory.
  public static let peakHeap = Metric(.peakHeap)
  /// The memory that the allocator needed or kept at that peak.
  public static let peakSlack = Metric(.peakSlack)
  /// Mapped files at that peak.
  public static let peakFiles = Metric(.peakFiles)
  /// Stacks at that peak.
  public static let peakStacks = Metric(.peakStacks)
}
