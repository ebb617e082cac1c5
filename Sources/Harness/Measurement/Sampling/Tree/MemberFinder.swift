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
  /// When it last searched; nil once no process was started since.
  private var lastScan: Int64?
  private var distances: (sum: Int64, count: Int64) = (0, 0)

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
    if scansLeft <= 0 { lastScan = nil }
    return scansLeft > 0
  }

  /// Searches for processes of the tree beside the known ones, unless it is too early and not urgent.
  /// - Returns: pids of the tree, including known ones.
  mutating func search(from known: [Int32], isUrgent: Bool) -> [Int32] {
    guard isUrgent || scanInterval.isDue else { return [] }
    scansLeft -= 1
    let now = MonotonicClock.now
    if let lastScan { distances = (distances.sum + now - lastScan, distances.count + 1) }
    lastScan = now
    let start = OwnClock.now
    defer { scanInterval.spent(since: start) }
    return switch means {
    case .controlGroup: group?.members ?? []
    case .children, .scan: root.family(of: known)
    }
  }

  /// The mean interval of scans while processes were started, ns; nil if one scan was enough.
  var meanDistance: Int64? { distances.count > 0 ? distances.sum / distances.count : nil }
}
