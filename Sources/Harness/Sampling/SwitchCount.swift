import ProcFS
import SystemPackage

/// Counts how often the threads of processes leave their CPUs.
///
/// The kernel shows it of single threads that live, so what a thread did after it was last looked
/// at is not in it.
public struct SwitchCount {
  private struct Thread: Hashable {
    let pid: Int32
    let thread: Int32
  }

  private let root: ProcRoot
  private var last: [Thread: ThreadSwitches] = [:]
  private var voluntaryOfEnded: Int64 = 0
  private var involuntaryOfEnded: Int64 = 0
  private var base: (voluntary: Int64, involuntary: Int64) = (0, 0)
  private var pace = Pace()

  /// Begins to count.
  public init(_ pids: [Int32], root: ProcRoot = ProcRoot()) {
    self.root = root
    last = Self.switches(of: pids, root)
    base = sums
  }

  /// Looks at the threads, unless it is too early to look again.
  public mutating func update(_ pids: [Int32]) {
    guard pace.isDue else { return }
    let start = OwnClock.now
    note(Self.switches(of: pids, root))
    pace.spent(since: start)
  }

  /// How often threads waited, since the start.
  public var voluntary: Int64 { sums.voluntary &- base.voluntary }
  /// How often the scheduler took a CPU away from one, since the start.
  public var involuntary: Int64 { sums.involuntary &- base.involuntary }

  private var sums: (voluntary: Int64, involuntary: Int64) {
    last.values.reduce((voluntaryOfEnded, involuntaryOfEnded)) {
      ($0.0 &+ $1.voluntary, $0.1 &+ $1.involuntary)
    }
  }

  private static func switches(of pids: [Int32], _ root: ProcRoot) -> [Thread: ThreadSwitches] {
    var switches: [Thread: ThreadSwitches] = [:]
    for pid in pids {
      // What ends meanwhile keeps its last figures.
      for thread in (try? root.threads(of: pid)) ?? [] {
        let path = root.folder(of: thread, in: pid).appending("status")
        switches[Thread(pid: pid, thread: thread)] = try? WholeFile.read(path) {
          text throws(ProcFSError) in try ThreadSwitches(text)
        }
      }
    }
    return switches
  }

  private mutating func note(_ now: [Thread: ThreadSwitches]) {
    for (thread, before) in last {
      // A count that fell is that of another thread with the same number.
      if let after = now[thread], after.voluntary >= before.voluntary { continue }
      voluntaryOfEnded &+= before.voluntary
      involuntaryOfEnded &+= before.involuntary
    }
    last = now
  }
}
