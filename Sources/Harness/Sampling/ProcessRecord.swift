import ProcFS

/// What was seen of one process of a tree.
public struct ProcessRecord: Sendable, Equatable {
  /// The process.
  public let pid: Int32
  /// The process that started it, or that had taken it over when it was found.
  public let parent: Int32
  /// Its name when it was last read.
  public private(set) var name: String
  /// CPU time of its own, from its start to its last sample, ns.
  public private(set) var cpu: Int64 = 0
  /// CPU time that it had used when it was found, ns.
  public private(set) var cpuBefore: Int64?
  /// The greatest resident set at a sample, bytes.
  public private(set) var peakResident: Int64 = 0

  init(_ member: TreeMember) {
    pid = member.key.pid
    parent = member.stat.parent
    name = member.name
  }

  mutating func note(_ memory: ProcessMemory, of member: TreeMember) {
    name = member.name
    cpu = member.cpu
    if cpuBefore == nil { cpuBefore = member.cpu }
    peakResident = max(peakResident, memory.resident &* KernelUnits.pageSize)
  }
}
