/// Parsers of files of which one value is needed.
extension ProcText {
  /// The children of a thread that live or were not yet waited for, from `/proc/PID/task/TID/children`: pids, each
  /// followed by a blank. Kernels built without CONFIG_PROC_CHILDREN lack the file.
  ///
  /// While children end, a read may miss others (proc(5)).
  public static func children(_ text: ProcText) throws(SamplingError) -> [Int32] {
    var pids: [Int32] = []
    for word in text.lines.first?.split(separator: " ") ?? [] {
      guard let pid = Int32(word) else { throw .malformed(path: text.path, missing: "pid") }
      pids.append(pid)
    }
    return pids
  }

  /// The last pid assigned to a process or thread, from `/proc/loadavg`: `0.20 0.18 0.12 1/80 11206`. While it stays
  /// the same, no process was started.
  public static func lastPID(_ text: ProcText) throws(SamplingError) -> Int64 {
    guard let start = text.offset(afterLast: " "),
      let numbers: InlineArray<1, Int64> = text.numbers(from: start)
    else { throw .malformed(path: text.path, missing: "last pid") }
    return numbers[0]
  }

  /// The process that a thread belongs to, from `/proc/PID/status`; for its first thread this is the thread's own
  /// number.
  public static func threadGroup(_ text: ProcText) throws(SamplingError) -> Int32 {
    Int32(truncatingIfNeeded: try text.number(after: "Tgid:"))
  }

  /// The name in `/proc/PID/stat`, between the first `(` and the last `)`: the executable's, truncated to 15 bytes,
  /// unless the process changed it. It may contain anything.
  public static func processName(_ text: ProcText) throws(SamplingError) -> String {
    guard let start = text.bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = text.bytes.lastIndex(of: UInt8(ascii: ")")), start < end
    else { throw .malformed(path: text.path, missing: "comm") }
    return String(decoding: text.bytes[(start + 1)..<end], as: UTF8.self)
  }

  /// The number of CPUs that are online, from `/proc/stat`, which has a line for each.
  public static func onlineProcessors(_ text: ProcText) throws(SamplingError) -> Int {
    let count = text.lines.count { $0.hasPrefix("cpu") && $0.dropFirst(3).first?.isNumber == true }
    guard count > 0 else { throw .malformed(path: text.path, missing: "cpu0") }
    return count
  }

  /// The average number of tasks that ran or waited over the last minute, from `/proc/loadavg`.
  public static func load(_ text: ProcText) throws(SamplingError) -> Double {
    guard let load = text.decimalIfPresent(after: "") else {
      throw .malformed(path: text.path, missing: "load")
    }
    return load
  }

  /// The share of the last ten seconds during which at least one task waited for a resource, percent, from a file in
  /// `/proc/pressure`.
  public static func pressure(_ text: ProcText) throws(SamplingError) -> Double {
    guard let share = text.decimalIfPresent(after: "some avg10=") else {
      throw .malformed(path: text.path, missing: "some avg10")
    }
    return share
  }

  /// The time since boot during which at least one task waited for a resource, µs, from a file in `/proc/pressure`.
  /// It is exact: the kernel updates it at every read.
  public static func stallTime(_ text: ProcText) throws(SamplingError) -> Int64 {
    guard let total = text.numberIfPresent(behind: "total=") else {
      throw .malformed(path: text.path, missing: "some total")
    }
    return total
  }

  /// The pages that the whole machine has read from swap space or written to it since boot, from `/proc/vmstat`.
  public static func swappedPages(_ text: ProcText) throws(SamplingError) -> Int64 {
    try text.number(after: "pswpin ") &+ text.number(after: "pswpout ")
  }

  /// The TCP ports on which processes listen, from `/proc/net/tcp` or `/proc/net/tcp6`.
  ///
  /// Lines are `sl local_address rem_address st …`; addresses and ports are hexadecimal. State 0A
  /// means listening (include/net/tcp_states.h).
  public static func listeningPorts(_ text: ProcText) throws(SamplingError) -> Set<UInt16> {
    let lines = text.bytes.split(separator: UInt8(ascii: "\n"))
    guard let heading = lines.first, heading.contains(UInt8(ascii: "_")) else {
      throw .malformed(path: text.path, missing: "local_address")
    }
    var ports: Set<UInt16> = []
    for line in lines.dropFirst() {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 4)
      guard fields.count >= 4 else { throw .malformed(path: text.path, missing: "st") }
      guard fields[3].elementsEqual("0A".utf8) else { continue }
      let address = String(decoding: fields[1], as: UTF8.self)
      guard let port = address.split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }) else {
        throw .malformed(path: text.path, missing: "local_address")
      }
      ports.insert(port)
    }
    return ports
  }
}
