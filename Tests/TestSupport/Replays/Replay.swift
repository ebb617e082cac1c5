import DriverProtocol
import Foundation
import Metrics
import Recording

/// Runs and experiments as if they had been replayed, for tests of everything above processes.
public enum Replay {
  /// A run that passed, or failed if a reason is given.
  public static func run(
    _ story: String, on build: String, kind: RunKind = .solo, round: Int = 1, layout: Int = 1,
    _ measurements: [Metric: Double] = [:],
    failed reason: RunFailure.Reason? = nil, steps: [StepRecord] = []
  ) -> Run {
    Run(
      kind: kind, build: build, story: story, round: round, layout: layout, position: 1, pid: 4711,
      startedAt: nil,
      ending: reason.map { .failed(RunFailure(reason: $0, message: "It failed.")) } ?? .passed,
      steps: steps, timeline: .empty, measurements: measurements)
  }

  /// An experiment with these stories and builds.
  public static func experiment(
    stories: [String] = ["list"], builds: [BuildRecord] = builds("checked", "unchecked"),
    rounds: Int = 1, countedRounds: Int = 0,
    allocationRounds: Int = 0, layouts: Int = 1, source: Experiment.Source = .replay
  ) -> Experiment {
    Experiment(
      name: "e", title: "e", source: source, scenario: "",
      startedAt: Date(timeIntervalSince1970: 0), seed: 1, rounds: rounds,
      countedRounds: countedRounds, allocationRounds: allocationRounds, layouts: layouts,
      stories: stories.map { .init(name: $0, title: $0) }, builds: builds, environment: nil,
      version: "1")
  }

  /// Builds without hashes.
  public static func builds(_ names: String...) -> [BuildRecord] {
    names.map { BuildRecord(name: $0, recipe: "made as \($0)") }
  }

  /// A step of a story that cost nothing, or only CPU time.
  public static func step(
    of story: String, peakIsOfStep: Bool = true, cpu: Duration = .zero
  ) -> StepRecord {
    StepRecord(
      story: story, label: "list", repetitions: 1, start: 0, end: 1,
      inside: Cost(wall: .zero, cpu: cpu),
      outside: Cost(
        cpu: .zero, minorFaults: 0, majorFaults: 0,
        peakMemory: 0),
      peakIsOfStep: peakIsOfStep,
      outcome: [:], digest: nil)
  }
}
