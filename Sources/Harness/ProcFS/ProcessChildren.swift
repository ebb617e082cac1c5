/// `/proc/PID/task/TID/children`: the processes that one thread started and that have not yet been
/// waited for. Kernels built without CONFIG_PROC_CHILDREN lack the file.
///
/// While children end, the kernel may leave others out of one reading (proc(5)).
public struct ProcessChildren: Equatable, Sendable {
  /// Their pids.
  public let pids: [Int32]

  /// Parses the file: pids, a blank after each.
  public init(_ text: ProcText) throws(ProcFSError) {
    var pids: [Int32] = []
    for word in text.lines.first?.split(separator: " ") ?? [] {
      guard let pid = Int32(word) else { throw .malformed(path: text.path, missing: "pid") }
      pids.append(pid)
    }
    self.pids = pids
  }
}

/// The last number of `/proc/loadavg`: the pid that was given last, to a process or a thread.
/// While it stays the same, no process was started.
public struct LastPID: Equatable, Sendable {
  /// The pid.
  public let number: Int64

  /// Parses the file: `0.20 0.18 0.12 1/80 11206`.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let start = text.offset(afterLast: " "),
      let numbers: InlineArray<1, Int64> = text.numbers(from: start)
    else { throw .malformed(path: text.path, missing: "last pid") }
    number = numbers[0]
  }
}

/// `/proc/PID/status` of one thread: how often it left its CPU.
public struct ThreadSwitches: Equatable, Sendable {
  /// To wait.
  public let voluntary: Int64
  /// Because the scheduler took the CPU away.
  public let involuntary: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    voluntary = try text.number(after: "voluntary_ctxt_switches:")
    involuntary = try text.number(after: "nonvoluntary_ctxt_switches:")
  }
}

/// `/proc/PID/status`: the process that a thread belongs to.
public struct ThreadGroup: Equatable, Sendable {
  /// The process; its own number for a process's first thread.
  public let process: Int32

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    process = Int32(truncatingIfNeeded: try text.number(after: "Tgid:"))
  }
}
