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
  private var notBefore: Int64 = 0

  /// Begins to count.
  public init(_ pids: [Int32], root: ProcRoot = ProcRoot()) {
    self.root = root
    look(at: pids)
    base = sums
  }

  /// Looks at the threads, unless that would take more of a CPU than ``MemberFinder/share``.
  public mutating func update(_ pids: [Int32]) {
    let start = MonotonicClock.now
    guard start >= notBefore else { return }
    look(at: pids)
    let end = MonotonicClock.now
    notBefore = end + Int64(Double(end - start) / MemberFinder.share)
  }

  /// How often threads waited, since the start.
  public var voluntary: Int64 { sums.voluntary - base.voluntary }
  /// How often the scheduler took a CPU away from one, since the start.
  public var involuntary: Int64 { sums.involuntary - base.involuntary }

  private var sums: (voluntary: Int64, involuntary: Int64) {
    last.values.reduce((voluntaryOfEnded, involuntaryOfEnded)) {
      ($0.0 + $1.voluntary, $0.1 + $1.involuntary)
    }
  }

  private mutating func look(at pids: [Int32]) {
    var now: [Thread: ThreadSwitches] = [:]
    for pid in pids {
      // What ends meanwhile keeps its last figures.
      for thread in (try? root.threads(of: pid)) ?? [] {
        let path = root.folder(of: thread, in: pid).appending("status")
        now[Thread(pid: pid, thread: thread)] = try? WholeFile.read(path) {
          text throws(ProcFSError) in try ThreadSwitches(text)
        }
      }
    }
    for (thread, before) in last {
      // A count that fell is that of another thread with the same number.
      if let after = now[thread], after.voluntary >= before.voluntary { continue }
      voluntaryOfEnded += before.voluntary
      involuntaryOfEnded += before.involuntary
    }
    last = now
  }
}
