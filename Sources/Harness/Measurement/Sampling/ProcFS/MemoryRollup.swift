import DriverProtocol

/// The memory of a process, summed over its mappings, from `/proc/PID/smaps_rollup`.
public struct MemoryRollup: Equatable, Sendable {
  /// Resident memory.
  public let resident: Bytes
  /// Resident memory that no other process shares (USS).
  public let unshared: Bytes

  /// Resident memory in which each shared page counts only with the process's share of it (PSS).
  public let proportional: Bytes
  /// Memory in swap space, in which each shared page counts only with the process's share of it
  /// (SwapPss). Shared memory and files of a tmpfs are not in it.
  public let swapped: Bytes

  /// Parses the file.
  public init(_ text: ProcText) throws(SamplingError) {
    resident = Bytes(kilobytes: try text.number(after: "Rss:"))
    proportional = Bytes(kilobytes: try text.number(after: "Pss:"))
    swapped = Bytes(kilobytes: text.numberIfPresent(after: "SwapPss:") ?? 0)
    unshared = Bytes(
      kilobytes: try text.number(after: "Private_Clean:") &+ text.number(after: "Private_Dirty:"))
  }
}
