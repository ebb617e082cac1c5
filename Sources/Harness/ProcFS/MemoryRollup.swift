import Costs

/// `/proc/PID/smaps_rollup`: the memory of a process, added up over its mappings.
public struct MemoryRollup: Equatable, Sendable {
  /// Resident memory.
  public let resident: Bytes
  /// Resident memory that no other process shares (USS).
  public let unshared: Bytes

  /// Resident memory with of each page that several share the process's part of it (PSS).
  public let proportional: Bytes

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    resident = Bytes(kilobytes: try text.number(after: "Rss:"))
    proportional = Bytes(kilobytes: try text.number(after: "Pss:"))
    unshared = Bytes(
      kilobytes: try text.number(after: "Private_Clean:") &+ text.number(after: "Private_Dirty:"))
  }
}
