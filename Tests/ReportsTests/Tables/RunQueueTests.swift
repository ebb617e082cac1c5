import Metrics
import Recording
import Tables
import TestSupport
import Testing

@testable import Analysis
@testable import Reports

/// The time for which threads were ready to run, but had no CPU, in tables and pictures.
struct RunQueueTests {
  /// Twenty pairs that wait 20 ms for a lock, and for a CPU so many µs on both sides, by the number of the pair and a
  /// swing of 10 and -10 in turns.
  private func queued(
    _ reason: WaitReason, _ sides: (Int, Int) -> (baseline: Int, candidate: Int)
  ) throws -> Explanation {
    let take = ProfiledFunction(name: "take_lock", module: "program", kind: .app)
    func profile(_ samples: Int) throws -> Profile {
      var builder = ProfileBuilder()
      builder.add([take, .waiting(for: .lock)], samples: 20_000, waits: 1)
      builder.add([take, .waiting(for: reason)], samples: samples, waits: 1)
      return try builder.profile(in: .offCPUTime, samplePeriod: 1000)
    }
    let profiles = try (0..<20).map { pair in
      let (baseline, candidate) = sides(pair, pair % 2 == 0 ? 10 : -10)
      return Pair(baseline: try profile(baseline), candidate: try profile(candidate))
    }
    return try Explanation(
      story: "list", metric: .offCPUTime, baseline: "a", candidate: "b", profiles: profiles)
  }

  private func note(_ explanation: Explanation) throws -> String? {
    try Table.explanation(explanation).notes.first { $0.hasPrefix("Run queue: ") }
  }

  @Test(arguments: [
    (
      WaitReason.preempted,
      " Threads that were woken count as waiting until they have a CPU: perf does not see wake-ups here."
    ), (.runQueue, ""),
  ])
  func `a note has the time in the run queue, and whether it includes threads that were woken`(
    _ reason: WaitReason, _ end: String
  ) throws {
    let explanation = try queued(reason) { (1_000 + $1, 3_000 - $1) }
    // Student's t of 15 degrees of freedom is 2.1314.
    #expect(
      try note(explanation)
        == "Run queue: threads were ready to run, but had no CPU, for 1 ms a run on a; in pairs, b differs by "
        + "+2.0000 ms (+1.9878 to +2.0122). No other time includes that.\(end)")
    // The picture is as wide as both together, and says so above it and below it.
    let markup = FlameGraph(explanation, of: .candidate, number: 1).piece.markup
    let amount = "20 ms a run in the mean, and 3 ms in the run queue. "
    #expect(
      markup.contains("b waits, \(amount)The table above") && markup.contains(">b, \(amount)Below"),
      "\(markup)")
  }

  @Test func `a single run in the run queue does not set the difference against its values`() throws
  {
    // The means are 5 and 5.202 ms, though 19 pairs of 20 differ by -0.03 or -0.07 ms.
    let explanation = try queued(.runQueue) { pair, swing in
      (5_000 + swing, pair == 19 ? 10_000 : 4_950 - swing)
    }
    #expect(
      try note(explanation)
        == "Run queue: threads were ready to run, but had no CPU, for 5 ms a run on a; in pairs, b differs by "
        + "-0.0500 ms (-0.0622 to -0.0378). No other time includes that.")
  }
}
