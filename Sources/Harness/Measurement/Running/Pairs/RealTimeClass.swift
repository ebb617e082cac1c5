import CKernel
import Glibc
import SystemPackage

/// The kernel's real-time class, for pairs whose runs don't share one CPU.
///
/// Processes of the usual class get no CPU that a run in this class wants, so what else the machine does hardly
/// changes its wall time: Docs/benchmarks/parallel.md has figures.
///
/// The kernel still leaves the usual class 5 % of each second, so a run that never ends does not take the
/// machine away. Such a run ends as all do: this process is above the runs meanwhile. The launchers take turns with
/// them, and end what they started when this process has gone.
public struct RealTimeClass: Sendable {
  /// The priority of runs and their services, by `SCHED_RR`: equal threads take turns.
  static let priorityOfRuns = 10
  /// The priority of what sends many users' requests beside services on the same CPUs: it must not wait for them.
  static let priorityOfSenders = 11

  /// The class; nil if this process may not enter it, as most containers' may not.
  public init?() {
    guard kernel_probe_real_time() == 0 else { return nil }
  }

  /// Moves all threads of this process above the runs during `body`; the launchers that it starts inherit that.
  func above<Result>(_ body: () -> Result) throws(Errno) -> Result {
    var before = sched_param()
    let policy = sched_getscheduler(0)
    guard policy >= 0, sched_getparam(0, &before) == 0 else { throw Errno(rawValue: errno) }
    // Undone even after a partial failure: everyone may leave the class.
    defer { try? Self.move(to: policy, before) }
    try Self.move(to: SCHED_RR, sched_param(sched_priority: REAL_TIME_PRIORITY))
    return body()
  }

  private static func move(to policy: Int32, _ parameters: sched_param) throws(Errno) {
    try OwnThreads.each { thread throws(Errno) in
      var parameters = parameters
      guard sched_setscheduler(thread, policy, &parameters) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
  }
}
