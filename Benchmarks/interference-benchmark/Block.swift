/// What a target did in one stretch of work.
struct Block {
  let units: Int64
  /// How long it took, ns.
  let elapsed: Int64
  /// The target's CPU time meanwhile, ns.
  let cpu: Int64

  /// Units a second.
  var speed: Double { Double(units) * 1e9 / Double(elapsed) }
  /// Units a second of CPU time, which waiting for a CPU leaves alone.
  var speedOnCPU: Double { Double(units) * 1e9 / Double(cpu) }
}
