import Glibc
import Recording
import SystemPackage

/// Finds the descendants of processes, and keeps the search cheap.
///
/// It searches only if the kernel has assigned a pid since the last search, and keeps to a ``ScanInterval``.
struct MemberFinder {
  let means: TreeSource
  private let group: ControlGroup?
  private let root: ProcRoot
  private let lastPID: ProcFile?
  private var lastNumber: Int64 = -1
  /// The number of remaining scans. A process gets its pid before it is visible, so there is one
  /// more after the first.
  private var scansLeft = 2
  private var scanInterval = ScanInterval()
  private let began = MonotonicClock.now
  private(set) var scans = 0

  init(group: ControlGroup?, root: ProcRoot) {
    self.group = group?.hasMembers == true ? group : nil
    self.root = root
    lastPID = try? root.file("loadavg", capacity: 128)
    means = self.group != nil ? .controlGroup : root.hasChildren ? .children : .scan
  }

  /// Returns whether there may be a new process that was not searched for yet.
  mutating func mayHaveMore() throws(SamplingError) -> Bool {
    guard let lastPID else { return true }
    let number = try lastPID.read(ProcText.lastPID)
    if number != lastNumber { scansLeft = 2 }
    lastNumber = number
    return scansLeft > 0
  }

  /// Searches for processes of the tree beside the known ones, unless it is too early and not urgent.
  /// - Returns: pids of the tree, including known ones.
  mutating func search(from known: [Int32], isUrgent: Bool) -> [Int32] {
    guard isUrgent || scanInterval.isDue else { return [] }
    scansLeft -= 1
    scans += 1
    let start = OwnClock.now
    defer { scanInterval.spent(since: start) }
    return switch means {
    case .controlGroup: group?.members ?? []
    case .children, .scan: root.family(of: known)
    }
  }

  /// The mean interval of scans, ns; nil if one was enough.
  var meanDistance: Int64? { scans > 1 ? (MonotonicClock.now - began) / Int64(scans - 1) : nil }
}
