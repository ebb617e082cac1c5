import Glibc
import ProcFS
import Recording
import SystemPackage

/// Finds the processes below others, and sees to it that looking for them stays cheap.
///
/// It looks only when the kernel has given a pid since it last looked, and keeps to a ``ScanInterval``.
struct MemberFinder {
  let means: TreeSource
  private let group: ControlGroup?
  private let root: ProcRoot
  private let lastPID: ProcFile?
  private var lastNumber: Int64 = -1
  /// The number of remaining scans. A process gets its pid before it can be seen, so once more after
  /// the first time.
  private var looksLeft = 2
  private var scanInterval = ScanInterval()
  private let began = MonotonicClock.now
  private(set) var scans = 0

  init(group: ControlGroup?, root: ProcRoot) {
    self.group = group?.hasMembers == true ? group : nil
    self.root = root
    lastPID = try? root.file("loadavg", capacity: 128)
    means = self.group != nil ? .controlGroup : root.hasChildren ? .children : .scan
  }

  /// Returns whether a process may have been started that was not looked for yet.
  mutating func mayHaveMore() throws(ProcFSError) -> Bool {
    guard let lastPID else { return true }
    let number = try lastPID.read { text throws(ProcFSError) in try LastPID(text).number }
    if number != lastNumber { looksLeft = 2 }
    lastNumber = number
    return looksLeft > 0
  }

  /// Looks for processes, unless it is too early to look again.
  /// - Parameters:
  ///   - known: the pids of the tree so far.
  ///   - isUrgent: whether to look even so.
  /// - Returns: pids of the tree, known ones among them.
  mutating func look(from known: [Int32], isUrgent: Bool) -> [Int32] {
    guard isUrgent || scanInterval.isDue else { return [] }
    looksLeft -= 1
    scans += 1
    let start = OwnClock.now
    defer { scanInterval.spent(since: start) }
    return switch means {
    case .controlGroup: group?.members ?? []
    case .children: below(known) { (try? root.children(of: $0)) ?? [] }
    case .scan: byScan(from: known)
    }
  }

  /// The mean distance of scans, ns; nil where one was enough.
  var meanDistance: Int64? {
    scans > 1 ? (MonotonicClock.now - began) / Int64(scans - 1) : nil
  }

  private func byScan(from known: [Int32]) -> [Int32] {
    var children: [Int32: [Int32]] = [:]
    for pid in (try? root.processes()) ?? [] {
      // What ends while it is looked at has no children any more.
      guard let file = try? root.file("stat", of: pid),
        let stat = try? file.read({ text throws(ProcFSError) in try ProcessStat(text) })
      else { continue }
      children[stat.parent, default: []].append(pid)
    }
    return below(known) { children[$0] ?? [] }
  }

  /// All that can be reached through children.
  private func below(
    _ known: [Int32], _ children: (Int32) -> [Int32]
  ) -> [Int32] {
    var found = known
    var seen = Set(known)
    var next = 0
    while next < found.count {
      for child in children(found[next]) where seen.insert(child).inserted { found.append(child) }
      next += 1
    }
    return found
  }
}
