/// The fields of `/proc/PID/stat` that are for the whole process.
public struct ProcessStat: Equatable, Sendable {
  /// The state of the main thread: R runs, S and D wait, T is stopped, Z has ended but was not yet waited for.
  public let state: Unicode.Scalar
  /// The process that started this one, or that adopted it.
  public let parent: Int32
  /// The process group; a shell gives each job one.
  public let group: Int32
  /// A Boolean value indicating whether it is a kernel thread, which has no memory of its own.
  public let isKernelThread: Bool
  /// Page faults without storage access, all threads.
  public let minorFaults: Int64
  /// Page faults with storage access, all threads.
  public let majorFaults: Int64
  /// Page faults without storage access of descendants that were waited for.
  public let reapedMinorFaults: Int64
  /// Page faults with storage access of descendants that were waited for.
  public let reapedMajorFaults: Int64
  /// CPU time of descendants that were waited for, user and system, in clock ticks; each is
  /// truncated to whole ticks.
  public let reapedTicks: Int64
  /// The number of threads.
  public let threads: Int64
  /// When it started, in clock ticks since boot. With the pid it identifies the process for good,
  /// because pids are reused.
  public let startTicks: Int64
  /// Resident pages as the kernel's batched counters show them, which may be too low. Nil if the
  /// line ends earlier.
  public let residentPages: Int64?

  /// A Boolean value indicating whether the main thread is on a CPU, or wants to be (state R).
  public var isRunning: Bool { state == "R" }
  /// A Boolean value indicating whether it has ended and was not yet waited for.
  public var isZombie: Bool { firstThreadHasEnded && threads < 2 }
  /// A Boolean value indicating whether its first thread has ended, though others may still run.
  /// Then the process's files show no memory, but those of the other threads do.
  public var firstThreadHasEnded: Bool { state == "Z" || state == "X" }
  /// A Boolean value indicating whether a signal or a debugger has stopped it.
  public var isStopped: Bool { state == "T" || state == "t" }

  /// Parses the file. The name before the last `)` may itself contain blanks and parentheses.
  public init(_ text: ProcText) throws(SamplingError) {
    guard let name = text.offset(afterLast: ")") else {
      throw .malformed(path: text.path, missing: "comm")
    }
    // After the name: a blank, the state's letter, then numbers from field 4 (ppid) on.
    guard let numbers: InlineArray<19, Int64> = text.numbers(from: name + 2) else {
      throw .malformed(path: text.path, missing: "starttime")
    }
    state = Unicode.Scalar(text.bytes[name + 1])
    parent = Int32(truncatingIfNeeded: numbers[0])
    group = Int32(truncatingIfNeeded: numbers[1])
    isKernelThread = numbers[5] & Self.kernelThreadFlag != 0
    minorFaults = numbers[6]
    reapedMinorFaults = numbers[7]
    majorFaults = numbers[8]
    reapedMajorFaults = numbers[9]
    reapedTicks = numbers[12] &+ numbers[13]
    threads = numbers[16]
    startTicks = numbers[18]
    let upToResident: InlineArray<21, Int64>? = text.numbers(from: name + 2)
    residentPages = upToResident?[20]
  }

  /// PF_KTHREAD in the kernel's include/linux/sched.h.
  private static let kernelThreadFlag: Int64 = 0x0020_0000
}
