import Costs
import Glibc
import ProcFS
import SystemPackage

/// A control group of a run's own, below the one that Rehearse is in. Processes and their descendants
/// cannot leave the group, so all are counted and killed.
///
/// Linux has two versions, often both at once; what is used here is in either: memory charged with
/// its peak, CPU time, members. Each part may be refused on its own, mostly because another user
/// owns the groups.
///
/// Memory is charged to the group in which it is first touched, and stays with it: what a process
/// had before it joined, and files that others have read before, are not in its measurements.
public final class ControlGroup: Sendable {
  /// Part of the measurements that a group may give.
  public enum Controller: String, Sendable, CaseIterable {
    /// Memory charged, and its peak.
    case memory
    /// CPU time.
    case cpu
  }

  /// Why a part could not be had.
  public struct Refusal: Sendable, Equatable, CustomStringConvertible {
    /// The part.
    public let part: Controller
    /// The obstacle.
    public let reason: String

    /// As in `no control group for memory: …`.
    public var description: String { "no control group for \(part.rawValue): \(reason)" }
  }

  /// The parts that were refused.
  public let refusals: [Refusal]
  let memory: MemoryGroup?
  let cpu: CPUGroup?

  /// Makes a group wherever the kernel and our rights allow one.
  /// - Parameter root: the proc file system that says where groups are.
  public init(root: ProcRoot = ProcRoot()) {
    let name = GroupFolder.freshName
    let groups = Result { () throws(GroupRefused) in try Self.groups(root) }
    var refusals: [Refusal] = []
    func make<Group>(
      _ part: Controller, _ body: (ControlGroups) throws(GroupRefused) -> Group
    ) -> Group? {
      do throws(GroupRefused) {
        return try body(try groups.get())
      } catch {
        refusals.append(Refusal(part: part, reason: error.reason))
        return nil
      }
    }
    let memory = make(.memory) { groups throws(GroupRefused) in
      try MemoryGroup(named: name, in: groups)
    }
    cpu = make(.cpu) { groups throws(GroupRefused) in
      try CPUGroup(named: name, in: groups, beside: memory?.folder)
    }
    self.memory = memory
    self.refusals = refusals
  }

  private static func groups(_ root: ProcRoot) throws(GroupRefused) -> ControlGroups {
    do {
      let own = root.path.appending("self")
      let mounts = try WholeFile.read(own.appending("mountinfo")) { text throws(ProcFSError) in
        try Mount.all(text)
      }
      return try WholeFile.read(own.appending("cgroup")) { text throws(ProcFSError) in
        try ControlGroups(text, mounts: mounts)
      }
    } catch {
      throw GroupRefused(reason: "\(error)")
    }
  }

  /// The folder of the group that Rehearse's own memory is charged to; nil if it can't be seen.
  public static func groupOfRehearse(_ root: ProcRoot) -> FilePath? {
    (try? groups(root))?.group(of: Controller.memory.rawValue).map { FilePath($0.folder) }
  }

  private var folders: [GroupFolder] { [memory?.folder, cpu?.folder].compactMap(\.self).unique }

  /// A Boolean value indicating whether it knows its members.
  public var hasMembers: Bool { !folders.isEmpty }

  /// The files into which a process of a single thread writes 0 to join: a process that joins before
  /// it executes a program has all of that program's memory charged here.
  public var joiningFiles: [FilePath] { folders.map(\.joiningFile) }

  /// Puts a process in; what it starts from now on is in too.
  ///
  /// Memory that it has touched already stays charged where it is, and children that it has
  /// already are left where they are: add a process before it does its work.
  /// - Throws: `Errno`.
  public func add(_ pid: Int32) throws {
    for folder in folders { try folder.write("\(pid)", to: "cgroup.procs") }
  }

  /// The processes in it, those that have ended but were not waited for not among them.
  public var members: [Int32] { folders.first?.members ?? [] }

  /// Ends all processes in it, those included that are started meanwhile.
  public func endAll() {
    // Version 2 has it in one stroke. Where it has not, whoever forks faster than this loop ends
    // processes can't win: what is started is in the group, and every turn ends all it finds.
    for folder in folders where (try? folder.write("1", to: "cgroup.kill")) != nil { return }
    var turns = 1000
    while case let members = members, !members.isEmpty, turns > 0 {
      members.forEach { kill($0, SIGKILL) }
      turns -= 1
      sched_yield()
    }
  }

  /// Removes the group, which has to be empty; the kernel may take a moment to see it so.
  public func remove() { folders.forEach { $0.remove() } }
}

/// Why a group could not be made.
struct GroupRefused: Error {
  let reason: String
}

extension [GroupFolder] {
  fileprivate var unique: [GroupFolder] {
    reduce(into: []) { folders, folder in
      if !folders.contains(where: { $0.path == folder.path }) { folders.append(folder) }
    }
  }
}

extension ControlGroup {
  /// Sets the peak of what is charged back to what is charged now.
  /// - Returns: whether the kernel took it; without, ``peakCgroupMemory(seen:)`` is not of this span.
  public func beginCgroupPeak() -> Bool { memory?.resetPeak() ?? false }

  /// The greatest memory that was charged since ``beginCgroupPeak()``; nil without a group for
  /// memory. See ``CgroupMemorySpan/greatest(seen:)``.
  /// - Parameter seen: what was read meanwhile.
  public func peakCgroupMemory(seen: TreePeaks) -> Bytes? {
    guard let memory, let peak = memory.peak, let now = memory.cgroupMemory else { return nil }
    return CgroupMemorySpan(peak: peak, end: now).greatest(seen: seen)
  }

  /// The folder that holds the measurements of memory; nil without a group for memory.
  public var memoryFolder: FilePath? { memory?.folder.path }
}

/// The cgroup memory over a span of time, bytes.
public struct CgroupMemorySpan: Sendable, Equatable {
  /// The most of everything.
  let peak: Bytes
  /// At the end.
  let end: CgroupMemory

  init(peak: Bytes, end: CgroupMemory) {
    self.peak = peak
    self.end = end
  }

  /// Of a peak that was read elsewhere.
  /// - Parameters:
  ///   - peak: the most of everything.
  ///   - usage: of everything at the end.
  ///   - filePages: how much of that is pages of files.
  public init(peak: Bytes, usage: Bytes, filePages: Bytes) {
    self.init(peak: peak, end: CgroupMemory(usage: usage, filePages: filePages))
  }

  /// The most without pages of files.
  ///
  /// The kernel keeps one peak, of everything. Pages of files are no memory of the processes: the
  /// kernel takes them back when memory is wanted, and those that another has read before, mostly
  /// of libraries, are charged to that one. So the most of them that was seen is taken off. Where
  /// they come or go meanwhile, the two greatest may not fall together, and what is left is too
  /// small, though no less than what was seen at a time; those that come and go between two scans
  /// are not known, and it is too great by them.
  /// - Parameter seen: what was read meanwhile; nil where nothing was.
  public func greatest(seen: TreePeaks?) -> Bytes {
    let filePages = max(end.filePages, seen?.filePages ?? .zero)
    return max(peak - filePages, end.held, seen?.cgroupMemory ?? .zero)
  }
}
