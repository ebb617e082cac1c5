import DriverProtocol
import Metrics
import Recording
import Running
import Testing

/// Runs that no process made.
enum RunMaking {
  static func run(
    _ planned: PlannedRun, digests: [String?] = ["1f"], ending: Run.Ending = .passed
  ) -> Run {
    Run(
      build: planned.build, story: planned.story, round: planned.round, layout: planned.layout,
      position: planned.position, pid: nil, startedAt: nil, ending: ending,
      steps: digests.map { step(planned.story, digest: $0) }, timeline: .empty,
      measurements: [.cpuTime: 1])
  }

  static func step(_ story: String, digest: String?) -> StepRecord {
    StepRecord(
      story: story, label: "list filter=all", repetitions: 1, start: 0, end: 1,
      inside: Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1)),
      outside: Cost(
        cpu: .nanoseconds(1), minorFaults: 0, majorFaults: 0,
        peakMemory: 1),
      outcome: [:], digest: digest)
  }

  static func plan(rounds: Int = 3) -> RunPlan {
    RunPlan(stories: ["list"], builds: ["a", "b"], rounds: rounds, seed: 1)
  }
}

extension Pair where Side == Run {
  /// Whether both did.
  var havePassed: Bool { baseline.passed && candidate.passed }
}

extension Run {
  /// Returns it, and requires that it passed.
  func passing(at place: SourceLocation = #_sourceLocation) throws -> Run {
    try #require(passed, "\(ending)", sourceLocation: place)
    return self
  }
}
