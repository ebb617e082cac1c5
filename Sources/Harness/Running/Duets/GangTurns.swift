import Costs
import Glibc
import Recording
import Sampling
import SystemPackage

/// Lets both sides of a gang run in turns on all CPUs: while one runs, the other's processes are held by `SIGSTOP`.
///
/// A side's own time is that of its turns. Changing turns costs it some 20 µs, each time, on both sides alike.
/// Before each turn both are held for ``pause``, because the kernel would otherwise take 50 ms of each second from
/// the real-time class, all of it from the side whose turn it is; meanwhile the rest of the machine runs.
///
/// A side that has finished its step stays held, and its turns pass unused, so the other goes on as before.
/// What is asleep goes on sleeping while it is held. So a gang is not for stories that wait.
///
/// Whatever dies, nothing stays held: launchers kill what they started when this process has gone.
final class GangTurns: PairPacing {
  /// The length of a turn. Measured at load 7: wall times of equal pairs differed by 2.0 % with 2 ms, and by 1.2 %
  /// with 5 ms.
  static let turn = Duration.milliseconds(5)
  /// The time between turns: with it, the class gets 91 % of a CPU, and it may have 95 %.
  static let pause = Duration.microseconds(500)

  private struct TurnTaker {
    let groups: [pid_t]
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

  private var sides: [TurnTaker] = []
  private var phase = Phase.pause(before: 0)
  private(set) var nextChange: Int64?

  /// Holds both sides. The first turn begins with the next call of ``proceed()``.
  func begin(_ groups: [[pid_t]]) throws(RunFailure) {
    sides = groups.map { TurnTaker(groups: $0) }
    for side in sides.indices { try send(SIGSTOP, to: side) }
    change(to: .pause(before: 0), for: .zero)
  }

  func proceed() throws(RunFailure) {
    guard let nextChange, MonotonicClock.now >= nextChange else { return }
    switch phase {
    case .turn(let side):
      try hold(side)
      change(to: .pause(before: 1 - side), for: Self.pause)
    case .pause(let side):
      change(to: .turn(side), for: Self.turn)
      guard !sides[side].isDone else { return }
      sides[side].since = MonotonicClock.now
      try send(SIGCONT, to: side)
    }
  }

  func noteEnd(of side: Int, isOtherPending: Bool) throws(RunFailure) {
    try hold(side)
    sides[side].isDone = true
    if case .turn(side) = phase { change(to: .pause(before: 1 - side), for: Self.pause) }
  }

  func end() throws(RunFailure) {
    nextChange = nil
    for side in sides.indices { try send(SIGCONT, to: side) }
  }

  func ownTime(of side: Int) -> Duration? {
    sides.indices.contains(side) ? .nanoseconds(sides[side].own) : nil
  }

  private func change(to phase: Phase, for time: Duration) {
    self.phase = phase
    nextChange = MonotonicClock.now + time.nanoseconds
  }

  /// Ends a side's turn, if it is its turn.
  private func hold(_ side: Int) throws(RunFailure) {
    guard let since = sides[side].since else { return }
    try send(SIGSTOP, to: side)
    sides[side].own += MonotonicClock.now - since
    sides[side].since = nil
  }

  private func send(_ signal: Int32, to side: Int) throws(RunFailure) {
    for group in sides[side].groups where kill(-group, signal) != 0 {
      // What has ended is found by its closed pipes.
      guard errno == ESRCH else { throw .notHeld(Errno(rawValue: errno)) }
    }
  }
}
