import DriverProtocol
import Glibc
import SystemPackage

/// A run's own control group, below the group of Rehearse. Processes and their descendants cannot
/// leave it, so all are counted and killed.
///
/// Linux has two versions, often both at once. Only features of both are used: charged memory and its peak,
/// CPU time, members. Each may be refused separately, mostly because another user owns the groups.
///
/// Memory is charged to the group that first touches it, and stays there. So a process's memory
/// from before it joined, and files that others read before, are not measured.
public final class ControlGroup: Sendable {
  /// The reasons why measurements are not available, such as `no control group for memory: …`.
  public let refusals: [String]
  let memory: MemoryGroup?
  let cpu: CPUGroup?

  /// Makes a group wherever the kernel and our permissions allow.
  /// - Parameter root: the proc file system that shows where groups are.
  public init(root: ProcRoot = ProcRoot()) {
    let name = GroupFolder.freshName
    let groups = Result { () throws(SamplingError) in try Self.groups(root) }
    var refusals: [String] = []
    func make<Group>(
      _ part: String, _ body: (ControlGroups) throws(SamplingError) -> Group
    ) -> Group? {
      do throws(SamplingError) {
        return try body(try groups.get())
      } catch {
        refusals.append("no control group for \(part): \(error)")
        return nil
      }
    }
    let memory = make("memory") { groups throws(SamplingError) in
      try MemoryGroup(named: name, in: groups)
    }
    cpu = make("cpu") { groups throws(SamplingError) in
      try CPUGroup(named: name, in: groups, beside: memory?.folder)
    }
    self.memory = memory
    self.refusals = refusals
  }

  private static func groups(_ root: ProcRoot) throws(SamplingError) -> ControlGroups {
    let own = root.path.appending("self")
    let mounts = try WholeFile.read(own.appending("mountinfo"), Mount.all)
    return try WholeFile.read(own.appending("cgroup")) { text throws(SamplingError) in
      try ControlGroups(text, mounts: mounts)
    }
  }

  /// The folder of the group that Rehearse's own memory is charged to; nil if it can't be seen.
  public static func groupOfRehearse(_ root: ProcRoot) -> FilePath? {
    (try? groups(root))?.group(of: "memory").map { FilePath($0.folder) }
  }

  /// Both may be in the same folder.
  private var folders: [GroupFolder] {
    let others = cpu?.folder.path == memory?.folder.path ? nil : cpu?.folder
    return [memory?.folder, others].compactMap(\.self)
  }

  /// A Boolean value indicating whether its members can be listed.
  public var hasMembers: Bool { !folders.isEmpty }

  /// The files into which a single-threaded process writes 0 to join. A process that joins before
  /// it executes a program has all of that program's memory charged here.
  public var joiningFiles: [FilePath] { folders.map(\.joiningFile) }

  /// Adds a process; its future children belong to the group too.
  ///
  /// Memory that it has already touched stays charged elsewhere, and existing children stay where
  /// they are. So add a process before it works.
  /// - Throws: `Errno`.
  public func add(_ pid: Int32) throws {
    for folder in folders { try folder.write("\(pid)", to: "cgroup.procs") }
  }

  /// The processes in it, without zombies.
  public var members: [Int32] { folders.first?.members ?? [] }

  /// Kills all processes in it, including those started meanwhile.
  public func endAll() {
    // Version 2 does it at once. Otherwise even a fast-forking process can't escape this loop: its
    // children are in the group, and each turn kills all that it finds.
    for folder in folders where (try? folder.write("1", to: "cgroup.kill")) != nil { return }
    var turns = 1000
    while case let members = members, !members.isEmpty, turns > 0 {
      members.forEach { kill($0, SIGKILL) }
      turns -= 1
      sched_yield()
    }
  }

  /// Removes the group, which must be empty; the kernel may take a moment to notice that.
  public func remove() { folders.forEach { $0.remove() } }

  /// Resets the peak of charged memory to the current value.
  /// - Returns: whether the kernel did; if not, ``peakCgroupMemory(seen:)`` is not for this span.
  public func beginCgroupPeak() -> Bool { memory?.resetPeak() ?? false }

  /// The greatest memory charged since ``beginCgroupPeak()``; nil without a memory group. See
  /// ``CgroupMemorySpan/greatest(seen:)``.
  public func peakCgroupMemory(seen: TreePeaks) -> Bytes? {
    guard let memory, let peak = memory.peak, let now = memory.cgroupMemory else { return nil }
    return CgroupMemorySpan(peak: peak, end: now).greatest(seen: seen)
  }

  /// The folder of the memory measurements; nil without a memory group.
  public var memoryFolder: FilePath? { memory?.folder.path }
}

/// The cgroup memory over a time span, bytes.
public struct CgroupMemorySpan: Sendable, Equatable {
  let peak: Bytes
  let end: CgroupMemory
}

extension CgroupMemorySpan {
  /// Creates a span from a peak that was read elsewhere, and all that was charged at the end, with the page cache in
  /// it.
  public init(peak: Bytes, usage: Bytes, filePages: Bytes) {
    self.init(peak: peak, end: CgroupMemory(usage: usage, filePages: filePages))
  }

  /// The peak without page cache, also according to what was read meanwhile, if anything was.
  ///
  /// The kernel keeps a single peak of everything. Page cache is not the processes' memory: the kernel
  /// reclaims it when needed, and pages already read by another process, mostly of libraries, are charged to
  /// that one. So the greatest page cache seen is subtracted.
  /// - Returns: a peak not below any value seen. It is too small if page cache came or went meanwhile, so
  ///   that the two maxima are at different times, and too large if page cache came and went unseen between
  ///   two readings.
  public func greatest(seen: TreePeaks?) -> Bytes {
    let filePages = max(end.filePages, seen?.filePages ?? .zero)
    return max(peak - filePages, end.held, seen?.cgroupMemory ?? .zero)
  }
}
