/// The first line of `/proc/stat`: time of all CPUs since boot.
public struct SystemTime: Equatable, Sendable {
  /// Time in which a CPU did something, in clock ticks, summed over CPUs; time stolen by the
  /// hypervisor is not work of this machine and is left out.
  public let busyTicks: Int64

  /// Parses the file: user nice system idle iowait irq softirq steal …
  public init(_ text: ProcText) throws(ProcFSError) {
    let numbers = text.numbers(from: 3, count: 7)
    guard numbers.count == 7 else { throw .malformed(path: text.path, missing: "cpu softirq") }
    // Wrapping, as ProcText does: a strange file is not to trap.
    busyTicks = [0, 1, 2, 5, 6].reduce(0) { $0 &+ numbers[$1] }
  }
}

/// `/proc/meminfo`: the machine's memory.
public struct SystemMemory: Equatable, Sendable {
  /// All memory, kB.
  public let totalKilobytes: Int64
  /// What a new process could have without swapping, kB.
  public let availableKilobytes: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    totalKilobytes = try text.number(after: "MemTotal:")
    availableKilobytes = try text.number(after: "MemAvailable:")
  }
}
