/// How long processes were stopped by a signal.
struct StoppedTime {
  private(set) var isStopped = false
  /// In ns.
  private(set) var total: Int64 = 0
  private var lastTime: Int64 = 0
  private var lastCPU: Int64 = -1

  /// Notes a reading of the root processes. If their states are not fresh, they are read here, but only if no
  /// CPU time was used, because stopped processes use none.
  mutating func note(_ roots: [TreeMember], at time: Int64, areFresh: Bool) throws(SamplingError) {
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
