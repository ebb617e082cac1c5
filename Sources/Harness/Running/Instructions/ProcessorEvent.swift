import CProcessorCounter

/// What the kernel can count of a process.
public struct ProcessorEvent: Sendable, Equatable {
  /// The kind of source: `PERF_TYPE_…`.
  let type: UInt32
  /// Which event of that source.
  let number: UInt64

  /// Instructions in user mode, by the processor.
  public static let instructions = ProcessorEvent(processor_event_instructions())
  /// Page faults in user mode, which the kernel counts on any machine.
  static let pageFaults = ProcessorEvent(processor_event_page_faults())

  init(type: UInt32, number: UInt64) { (self.type, self.number) = (type, number) }

  private init(_ event: processor_event) { self.init(type: event.type, number: event.number) }
}
