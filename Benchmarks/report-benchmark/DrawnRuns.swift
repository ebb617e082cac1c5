import DriverProtocol
import Foundation
import Metrics
import Recording
import SeededRandom

/// Runs whose measurements are drawn, with all that real ones are stored with.
struct DrawnRuns {
  private let stories: [String]
  private let builds: [String]
  private let samples: Int
  private var random = SplitMix64(seed: 2015)

  init(stories: Int, builds: Int, samples: Int) {
    self.stories = (1...stories).map { "US\($0)" }
    self.builds = (1...builds).map { "build\($0)" }
    self.samples = samples
  }

  func experiment(runs: Int) -> Experiment {
    Experiment(
      name: "large", title: "A large experiment", source: .replay, scenario: "",
      startedAt: Date(), seed: 2015, rounds: runs / stories.count / builds.count,
      stories: stories.map { .init(name: $0, title: $0) },
      builds: builds.map { BuildRecord(name: $0, recipe: $0) }, environment: nil, version: "0")
  }

  /// The run at a place in the order, from 1: in each round every build has every story once.
  mutating func run(at position: Int) -> Run {
    let index = position - 1
    let steps = (0..<5).map { step($0) }
    let timeline = timeline()
    var interference = Interference(observed: 10_000_000_000, processors: 2, harness: 40_000_000)
    interference.run = 9_000_000_000
    interference.busy = 9_100_000_000 + draw(100) * 1_000_000
    interference.stolen = 0
    return Run(
      build: builds[index % builds.count], story: stories[index / builds.count % stories.count],
      round: index / builds.count / stories.count + 1, position: position,
      pid: Int32(truncatingIfNeeded: position), startedAt: Date(), ending: .passed, steps: steps,
      timeline: timeline, circumstances: RunCircumstances(countsCPUByGroup: true),
      measurements: RunMeasurements(
        steps: steps, timeline: timeline, machineMemory: 24 << 30
      ).values, interference: interference)
  }

  private mutating func step(_ index: Int) -> StepRecord {
    let cpu = 100_000_000 + draw(10_000_000)
    return StepRecord(
      story: "own", label: "step \(index)", repetitions: 1, start: Int64(index) * 200_000_000,
      end: Int64(index + 1) * 200_000_000,
      inside: Cost(
        wall: .nanoseconds(cpu + draw(1_000_000)), cpu: .nanoseconds(cpu),
        user: .microseconds(cpu / 1000), system: .zero, minorFaults: draw(1000),
        majorFaults: 0, voluntarySwitches: draw(50), involuntarySwitches: draw(50)),
      outside: Cost(
        cpu: .nanoseconds(cpu + draw(100_000)), minorFaults: draw(1000), majorFaults: 0,
        storageRead: 0,
        storageWritten: Bytes(draw(100), of: 4096),
        peakMemory: 50_000_000 + Bytes(draw(1000), of: 4096)),
      outcome: ["count": .integer(1)], digest: "0123456789abcdef")
  }

  private mutating func timeline() -> Timeline {
    var cpu: Int64 = 0
    let samples = (0..<samples).map { index in
      cpu += draw(10_000_000)
      let resident = 40_000_000 + draw(1000) * 4096
      return Sample(
        time: Int64(index) * 10_000_000, resident: resident, anonymous: resident / 2, cpu: cpu,
        machineBusy: cpu, machineAvailable: 20 << 30)
    }
    return Timeline(samples: samples, interval: 10_000_000)
  }

  private mutating func draw(_ bound: Int64) -> Int64 { Int64(random.below(Int(bound))) }
}
