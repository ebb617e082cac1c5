import DriverProtocol
import Foundation
import Metrics
import Recording

/// Experiments made by hand: three rounds, round measurements.
enum SampleRuns {
  static let date = Date(timeIntervalSince1970: 1_763_700_000)

  static func experiment(
    stories: [String], builds: [String], environment: Environment? = machine
  ) -> Experiment {
    Experiment(
      number: 1, name: "sample", title: "A sample", source: .replay,
      scenario: "scenario: sample\n", startedAt: date, completedAt: date, seed: 7, rounds: 3,
      stories: stories.map { .init(name: $0, title: "Story \($0)") },
      builds: builds.map { BuildRecord(name: $0, recipe: "./\($0)", sha256: "00ff", size: 1000) },
      environment: environment, version: "0.1.0")
  }

  static let machine = Environment(
    kernel: "Linux 6.18", system: "Debian", architecture: "x86_64", processor: "CPU",
    processors: 2, memory: 1 << 30, load: 0)

  static func runs(
    stories: [String], builds: [String],
    metrics: [Metric] = [.peakMemory, .peakCPU, .cpuTime]
  ) -> [Run] {
    var runs: [Run] = []
    for round in 1...3 {
      for story in stories {
        for (index, build) in builds.enumerated() {
          let measurements = metrics.map { ($0, Double(round + index) * 1e6) }
          runs.append(
            Run(
              build: build, story: story, round: round, position: runs.count + 1, pid: 7,
              startedAt: date, ending: .passed, steps: [step(story)], timeline: timeline,
              measurements: Dictionary(uniqueKeysWithValues: measurements)))
        }
      }
    }
    return runs
  }

  private static func step(_ story: String) -> StepRecord {
    StepRecord(
      story: story, label: "list", repetitions: 1, start: 0, end: 200_000_000,
      inside: Cost(wall: .nanoseconds(1), cpu: .nanoseconds(1)),
      outside: Cost(
        cpu: .nanoseconds(1), minorFaults: 0, majorFaults: 0,
        peakMemory: 1),
      outcome: [:], digest: nil)
  }

  private static let timeline = Timeline(
    samples: (0...20).map {
      Sample(
        time: $0 * 10_000_000, resident: 10_000_000 + $0, anonymous: 1_000_000,
        cpu: $0 * 5_000_000, machineBusy: $0 * 10_000_000, machineAvailable: 1 << 29)
    }, interval: 10_000_000)
}
