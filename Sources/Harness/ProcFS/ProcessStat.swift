/// `/proc/PID/stat`, the fields that count for the whole process.
public struct ProcessStat: Equatable, Sendable {
  /// The state of the main thread: R runs, S and D wait, T is stopped, Z has ended but was not yet
  /// waited for.
  public let state: Unicode.Scalar
  /// The process that started this one, or the one that took it over when that ended.
  public let parent: Int32
  /// The process group; a shell gives each job one.
  public let group: Int32
  /// A Boolean value indicating whether it is one of the kernel's own threads, which have no memory
  /// of their own.
  public let isKernelThread: Bool
  /// Page faults without storage access, all threads.
  public let minorFaults: Int64
  /// Page faults with storage access, all threads.
  public let majorFaults: Int64
  /// Page faults without storage access of descendants that were waited for.
  public let reapedMinorFaults: Int64
  /// Page faults with storage access of descendants that were waited for.
  public let reapedMajorFaults: Int64
  /// CPU time of descendants that were waited for, user and system, in clock ticks; each of the
  /// two is cut to whole ticks.
  public let reapedTicks: Int64
  /// Threads.
  public let threads: Int64
  /// When it started, in clock ticks since boot: together with the pid it names the process for
  /// good, since pids are given again.
  public let startTicks: Int64
  /// Resident pages, as far as the kernel has added them up: by its batches too few. Nil where the
  /// line ends before.
  public let residentPages: Int64?

  /// A Boolean value indicating whether the main thread is on a CPU, or wants to be (state R).
  public var isRunning: Bool { state == "R" }
  /// A Boolean value indicating whether it has ended and waits only for its parent to notice.
  public var isZombie: Bool { firstThreadHasEnded && threads < 2 }
  /// A Boolean value indicating whether its first thread has ended, though others may go on: the files of the
  /// process show no memory then, but those of the others do.
  public var firstThreadHasEnded: Bool { state == "Z" || state == "X" }
  /// A Boolean value indicating whether a signal or a debugger has stopped it.
  public var isStopped: Bool { state == "T" || state == "t" }

  /// Parses the file. The name before the last `)` may itself hold blanks and parentheses.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let name = text.offset(afterLast: ")") else {
      throw .malformed(path: text.path, missing: "comm")
    }
    // After the name: blank, the state's letter, then numbers from field 4 (ppid) on.
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

  /// PF_KTHREAD of the kernel's include/linux/sched.h.
  private static let kernelThreadFlag: Int64 = 0x0020_0000
}

/// The name in `/proc/PID/stat`: the executable's, cut to 15 bytes, unless the process changed it.
public struct ProcessName: Equatable, Sendable {
  /// The name as it is; it may hold anything.
  public let text: String

  /// Parses the file. The name stands between the first `(` and the last `)`.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let start = text.bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = text.bytes.lastIndex(of: UInt8(ascii: ")")), start < end
    else { throw .malformed(path: text.path, missing: "comm") }
    self.text = String(decoding: text.bytes[(start + 1)..<end], as: UTF8.self)
  }
}
