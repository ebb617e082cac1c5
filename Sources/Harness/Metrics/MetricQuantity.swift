/// What a metric measures, in the order of tables.
public enum MetricQuantity: Int, Sendable, CaseIterable {
  /// Greatest resident memory of the story's steps.
  case peakMemory
  /// Greatest memory of the story's steps that is not backed by a file.
  case peakAnonymousMemory
  /// Least resident memory sampled during the story's steps.
  case lowestMemory
  /// Memory in use by everything else.
  case otherMemory
  /// Greatest CPU use of the story's steps.
  case peakCPU
  /// CPU use of a whole command.
  case meanCPU
  /// Least CPU use of the story's steps.
  case lowestCPU
  /// CPU use of everything else.
  case otherCPU
  /// CPU time of the core calls.
  case cpuTime
  /// CPU time in user mode.
  case userTime
  /// CPU time in the kernel.
  case systemTime
  /// Elapsed time of the core calls.
  case wallTime
  /// Page faults without storage access.
  case minorFaults
  /// Page faults with storage access.
  case majorFaults
  /// Waits.
  case voluntarySwitches
  /// Preemptions.
  case involuntarySwitches
  /// Bytes fetched from storage.
  case storageRead
  /// Bytes sent to storage.
  case storageWritten
  /// Processes that a driver or a command left behind.
  case outlivingProcesses
  /// Greatest resident memory of the driver and all that it started.
  case treePeakMemory
  /// Greatest memory charged to the driver and all that it started.
  case treePeakCgroupMemory
  /// Greatest proportional memory of the driver and all that it started.
  case treePeakProportionalMemory
  /// CPU time of the core calls and all that they started.
  case treeCPUTime
  /// Processes of the driver's tree.
  case treeProcesses
  /// CPU time of a whole run, outside of steps.
  case outsideCPUTime
  /// CPU time of a whole run.
  case wholeCPUTime
  /// Greatest resident memory of a run, outside of steps.
  case outsidePeakMemory
  /// Greatest resident memory of a whole run.
  case wholePeakMemory
  /// Instructions of the core calls, by callgrind.
  case instructions
  /// Instructions of the core calls, by the processor.
  case hardwareInstructions
  /// Blocks of memory that were allocated.
  case allocations
  /// The sizes of the blocks that were allocated.
  case allocatedBytes
  /// Greatest sum of the sizes of the blocks that were held.
  case peakLiveBytes
  /// Blocks that were held at the end.
  case liveBlocks
  /// The sizes of the blocks that were held at the end.
  case liveBytes
  /// Allocated blocks at the peak of resident memory.
  case peakHeap
  /// What the allocator needed or kept at that peak.
  case peakSlack
  /// Mapped files at that peak.
  case peakFiles
  /// Stacks at that peak.
  case peakStacks
  /// Bytes that a cycle retains.
  case retainedBytes
  /// Allocations that a cycle retains.
  case retainedBlocks
}
