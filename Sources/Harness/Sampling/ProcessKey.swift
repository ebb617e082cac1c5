/// Names a process for good: its pid alone may be given to another once it has ended.
struct ProcessKey: Hashable, Sendable {
  let pid: Int32
  /// When it started, in clock ticks since boot.
  let startTicks: Int64
}
