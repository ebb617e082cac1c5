import DriverProtocol
import Foundation
import Recording
import Testing

struct RunTests {
  private func run(_ ending: Run.Ending) -> Run {
    Run(
      build: "b", story: "s", round: 1, position: 1, pid: nil, startedAt: nil, ending: ending,
      steps: [], timeline: .empty, measurements: [:])
  }

  @Test func `a run either passed or has a failure`() {
    #expect(run(.passed).passed)
    #expect(run(.passed).failure == nil)
    let failure = RunFailure(reason: .timedOut, message: "It took too long.")
    #expect(!run(.failed(failure)).passed)
    #expect(run(.failed(failure)).failure == failure)
  }

  @Test func `reasons of failures have stable names, since stores contain them`() {
    #expect(
      RunFailure.Reason.allCases.map(\.rawValue) == [
        "not-started", "protocol-broken", "not-prepared", "exited", "crashed", "unknown-verb",
        "timed-out", "wrong-outcome", "wrong-refusal", "not-repeated", "outcomes-differ",
        "not-measured", "interrupted", "twin-failed",
      ])
  }

  @Test(
    arguments: [
      (StepName("list filter=all", of: "US-1.a"), "US-1.a: list filter=all"),
      (StepName("echo a: b", of: "list"), "list: echo a: b"), (StepName("bye", of: nil), "bye"),
    ])
  func `a failure's step is read from its text, since stores contain it`(
    _ step: StepName, _ text: String
  ) {
    #expect(step.description == text)
    #expect(StepName(text) == step)
  }

  @Test func `two runs have different identifiers`() {
    #expect(run(.passed).id != run(.passed).id)
  }

  @Test func `the driver's share of CPU time is what the measured calls did not take`() {
    let step = StepRecord(
      story: "s", label: "l", repetitions: 1, start: 0, end: 1,
      inside: Cost(wall: .nanoseconds(50), cpu: .nanoseconds(40)),
      outside: Cost(
        cpu: .nanoseconds(100), minorFaults: 0, majorFaults: 0,
        peakMemory: 0),
      outcome: [:], digest: nil)
    #expect(step.driverShare == .nanoseconds(60))
  }

  @Test func `an experiment plans every story on every build in every round`() {
    let experiment = Experiment(
      name: "e", title: "e", source: .replay, scenario: "",
      startedAt: Date(timeIntervalSince1970: 0),
      seed: 1, rounds: 10, stories: ["a", "b", "c"].map { .init(name: $0, title: $0) },
      builds: ["x", "y"].map { BuildRecord(name: $0, recipe: "") }, environment: nil, version: "1")
    #expect(experiment.plannedRuns == 60)
  }
}
