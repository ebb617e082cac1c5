import Metrics
import Recording
import Running
import TestSupport

/// Makes pairs without processes: measurements, failures and the time that each takes are given.
final class ScriptedPairs: PairExecutor {
  /// The clock, which only pairs move.
  private(set) var now = ContinuousClock.now
  /// How many pairs were made.
  private(set) var made = 0
  /// The value of the candidate where the baseline's is 1e8.
  var factor: (PlannedPair) -> Double = { _ in 1 }
  /// Why the candidate fails, or nil.
  var failure: (PlannedPair) -> RunFailure.Reason? = { _ in nil }
  /// How long a pair takes.
  var time: (PlannedPair) -> Duration = { _ in .seconds(1) }

  func execute(_ planned: PlannedPair) -> Pair<Run> {
    made += 1
    now += time(planned)
    let failure = failure(planned)
    return Pair(
      baseline: run(planned, .baseline, 1e8, failed: failure == nil ? nil : .twinFailed),
      candidate: run(planned, .candidate, 1e8 * factor(planned), failed: failure))
  }

  private func run(
    _ planned: PlannedPair, _ side: PairSide, _ value: Double, failed: RunFailure.Reason?
  ) -> Run {
    let observed = Int64(time(planned) / .nanoseconds(1))
    let planned = planned.run(of: side, kind: .duet)
    var run = Replay.run(
      planned.story, on: planned.build, kind: .duet, round: planned.round, [.cpuTime: value],
      failed: failed)
    run.position = planned.position
    run.arrangement = .duet(Arrangement.SharedCPU(cpu: 0, slice: nil, tick: 0))
    run.interference = Interference(observed: observed, processors: 2, harness: 0)
    return run
  }
}
