import DriverProtocol
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Analysis

/// Latencies of two servers on one CPU, where the one that works more delays the other.
struct WaitsForOtherTests {
  private let cpu: Metric
  private let gates: [Gate]

  init() throws {
    cpu = try #require(Metric.cpuTime.of(service: "server"))
    gates = [Gate(metric: cpu), Gate(metric: .latencyP90)]
  }

  /// Pairs of 1000 requests each, which cost 1 ms on the baseline and take 2 ms there.
  private func judgement(
    work: Double, latency: Double, _ arrangement: Arrangement = .load(cpu: 1, crowding: nil)
  ) throws -> Judgement {
    var judging = Judging("many", cpu, factor: work, value: 1e9)
    let costs = judging.runs
    judging.runs = []
    judging.add("many", .latencyP90, factor: latency, value: 2e6)
    var step = Replay.step(of: "many")
    step.latencies = StepLatencies(
      Array(repeating: 2_000_000, count: 1000), of: ["one: GET /"],
      at: Array(repeating: 0, count: 1000))
    for (index, run) in costs.enumerated() {
      judging.runs[index].arrangement = arrangement
      judging.runs[index].steps = [step]
      judging.runs[index].measurements[cpu] = run.measurements[cpu]
    }
    return try judging.judgement(gates)
  }

  // Half a millisecond less work a request may save the others up to 5 ms.
  @Test(arguments: [
    (0.5, 1.2, Verdict.inconclusive), (0.5, 3.2, .inconclusive), (0.5, 4.5, .regressed),
    (1.5, 0.8, .inconclusive), (0.5, 0.8, .improved), (1.5, 1.2, .regressed),
    (1.0, 1.2, .regressed),
  ])
  func `a latency that moves against the work has no verdict if waits may account for it`(
    _ work: Double, _ latency: Double, _ verdict: Verdict
  ) throws {
    let judgement = try judgement(work: work, latency: latency)
    #expect(judgement.verdicts[1] == verdict)
    let waits = judgement.gated.compactMap { $0.outcome.result?.moved }
    #expect(waits.map(\.way) == (verdict == .inconclusive ? [.intoWaits] : []))
    if let found = waits.first {
      // The baseline's values are 5 % above the first on average.
      #expect(abs(found.before / 1.05e6 - 1) < 0.001)
      #expect(abs(found.after / (1.05e6 * work) - 1) < 0.001)
    }
    #expect(judgement.reservations == waits.map(Reservation.moved))
  }

  @Test func `servers that are alone delay no other`() throws {
    let judgement = try judgement(work: 0.5, latency: 1.2, .backToBack(.scenario))
    #expect(judgement.verdicts == [.improved, .regressed])
    #expect(judgement.reservations.isEmpty)
  }
}
