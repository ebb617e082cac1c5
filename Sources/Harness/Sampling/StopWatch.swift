import ProcFS

/// For how long processes were stopped by a signal.
struct StopWatch {
  private(set) var isStopped = false
  /// ns.
  private(set) var total: Int64 = 0
  private var lastTime: Int64 = 0
  private var lastCPU: Int64 = -1

  /// Notes a reading.
  /// - Parameters:
  ///   - roots: the processes at the top.
  ///   - areFresh: whether their states were just read. Else they are read here, and only where no
  ///     time was used, because what is stopped uses none.
  mutating func note(_ roots: [TreeMember], at time: Int64, areFresh: Bool) throws(ProcFSError) {
    let cpu = roots.reduce(0) { $0 + $1.cpu }
    let mayBeStopped = areFresh || cpu == lastCPU
    if mayBeStopped, !areFresh {
      for root in roots { _ = try root.readStat() }
    }
    let alive = roots.filter { !$0.stat.isZombie }
    let areStopped = mayBeStopped && !alive.isEmpty && alive.allSatisfy(\.stat.isStopped)
    if isStopped, areStopped { total += time - lastTime }
    isStopped = areStopped
    lastTime = time
    lastCPU = cpu
  }
}
