import CKernel
import DriverProtocol
import Glibc
import Recording
import Sampling
import SystemPackage

/// Lets both sides of a gang run in turns on all CPUs: while one runs, the other's processes are held by `SIGSTOP`.
///
/// A side's own time is that of its turns. When one has ended, the side runs on for some 0.05 ms until the signal
/// reaches it, which is missing: 1 % of a turn, on both sides alike.
///
/// Before each turn both are held for ``pause``, in which the rest of the machine runs: the kernel would otherwise take
/// 50 ms of each second from the real-time class, all of it from the side whose turn it is, and in the usual class the
/// rest would run within a side's turn.
///
/// A side that has finished its step stays held, and the other's turns follow each other: if turns passed unused, the
/// CPUs would be idle, and perhaps faster afterwards. What is asleep goes on sleeping while it is held. So a gang is
/// not for stories that wait.
///
/// The kernel has one thread stop its process, mostly the first, even if that sleeps. If the others keep all CPUs busy
/// in the real-time class, it gets none before one of them waits, some milliseconds too late. So each thread gets a
/// signal of its own.
///
/// Signals, because the freezer of control groups needs groups that Rehearse may write, which few users and containers
/// have.
///
/// Whatever dies, nothing stays held: launchers kill what they started when this process has gone.
final class GangTurns: PairPacing {
  /// The length of a turn. Measured at load 7: wall times of equal pairs differed by 2.0 % with 2 ms, and by 1.2 %
  /// with 5 ms; on a quiet machine by 1.4 to 2.0 % with 2 to 20 ms.
  static let turn = Duration.milliseconds(5)
  /// The time between turns: with it, the class gets 91 % of a CPU, and it may have 95 %.
  static let pause = Duration.microseconds(500)

  private struct TurnTaker {
    let families: [ProcessFamily]
    /// Processes that left their family's group, as found when it was last held.
    var strays: [pid_t] = []
    /// All threads by their processes, found then, too.
    var threads: [pid_t: Set<pid_t>] = [:]
    /// The time of its turns, ns.
    var own: Int64 = 0
    /// When its turn began; nil while it is held.
    var since: Int64?
    var isDone = false
  }

  private enum Phase {
    case turn(Int)
    /// The turn of this side is next.
    case pause(before: Int)
  }

  private let root = ProcRoot()
  private var sides: [TurnTaker] = []
  private var phase = Phase.pause(before: 0)
  private(set) var nextChange: Int64?

  /// Holds both sides. The first turn begins with the next call of ``proceed()``.
  func begin(_ sides: [[ProcessFamily]]) throws(RunFailure) {
    self.sides = sides.map { TurnTaker(families: $0) }
    for side in sides.indices {
      try send(SIGSTOP, to: side)
      try holdOthers(of: side)
    }
    change(to: .pause(before: 0), for: .zero)
  }

  func proceed() throws(RunFailure) {
    guard let nextChange, MonotonicClock.now >= nextChange else { return }
    switch phase {
    case .turn(let side):
      try hold(side, endedAt: nil)
      change(to: .pause(before: sides[1 - side].isDone ? side : 1 - side), for: Self.pause)
    case .pause(let next):
      // It may have answered at the very end of its last turn.
      let side = sides[next].isDone ? 1 - next : next
      change(to: .turn(side), for: Self.turn)
      guard !sides[side].isDone else { return }
      sides[side].since = MonotonicClock.now
      try resume(side)
    }
  }

  func noteEnd(of side: Int, at moment: Int64, isOtherPending: Bool) throws(RunFailure) {
    try hold(side, endedAt: moment)
    sides[side].isDone = true
    if case .turn(side) = phase { change(to: .pause(before: 1 - side), for: Self.pause) }
  }

  func end() throws(RunFailure) {
    nextChange = nil
    for side in sides.indices { try resume(side) }
  }

  func ownTime(of side: Int) -> Duration? {
    sides.indices.contains(side) ? .nanoseconds(sides[side].own) : nil
  }

  private func change(to phase: Phase, for time: Duration) {
    self.phase = phase
    nextChange = MonotonicClock.now + time.nanoseconds
  }

  /// Ends a side's turn, if it is its turn; it counts until `moment`, or if that is nil, until the side is held.
  private func hold(_ side: Int, endedAt moment: Int64?) throws(RunFailure) {
    guard let since = sides[side].since else { return }
    try send(SIGSTOP, to: side)
    for (process, threads) in sides[side].threads { try stop(threads, of: process) }
    sides[side].own += (moment ?? MonotonicClock.now) - since
    sides[side].since = nil
    try holdOthers(of: side)
  }

  private func resume(_ side: Int) throws(RunFailure) {
    try send(SIGCONT, to: side)
    for pid in sides[side].strays { try signal(pid, SIGCONT) }
  }

  private func send(_ signal: Int32, to side: Int) throws(RunFailure) {
    for family in sides[side].families { try self.signal(-family.leader, signal) }
  }

  /// Holds threads that are new, and what left its family's group, as `setsid` and `timeout` do. These run on for some
  /// 0.1 ms, until they are found here.
  private func holdOthers(of side: Int) throws(RunFailure) {
    let leaders = Set(sides[side].families.map(\.leader))
    let known = sides[side].threads
    let launchers = sides[side].families.map(\.launcher)
    var processes = launchers
    sides[side].strays = []
    sides[side].threads = [:]
    while let process = processes.popLast() {
      // What has ended meanwhile has neither threads nor children.
      let threads = (try? root.threads(of: process)) ?? []
      if !launchers.contains(process) {
        sides[side].threads[process] = Set(threads)
        try stop(Set(threads).subtracting(known[process] ?? []), of: process)
      }
      for child in (try? root.children(of: threads, in: process)) ?? [] {
        processes.append(child)
        let group = getpgid(child)
        guard group > 0, !leaders.contains(group) else { continue }
        sides[side].strays.append(child)
        try signal(child, SIGSTOP)
      }
    }
  }

  private func stop(_ threads: Set<pid_t>, of process: pid_t) throws(RunFailure) {
    for thread in threads {
      let error = thread_signal(process, thread, SIGSTOP)
      if error != 0, error != ESRCH { throw .notHeld(Errno(rawValue: error)) }
    }
  }

  private func signal(_ pid: pid_t, _ number: Int32) throws(RunFailure) {
    // What has ended is found by its closed pipes.
    if kill(pid, number) != 0, errno != ESRCH { throw .notHeld(Errno(rawValue: errno)) }
  }
}
