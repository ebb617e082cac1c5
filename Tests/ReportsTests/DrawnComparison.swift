import Analysis
import DriverProtocol
import Foundation
import Metrics
import Recording
import Scenarios
import SeededRandom
import TestSupport

/// Recorded runs of a comparison of `a` and `b`, drawn from a seed, whose stories meet all that the rule
/// has to say: each is named after what its candidate does.
struct DrawnComparison {
  private static let effects: KeyValuePairs<String, (change: Double, noise: Double)> = [
    "same": (0, 0.004), "slow": (0.03, 0.005), "fast": (-0.04, 0.005), "little": (0.012, 0.002),
    "minimum": (0.003, 0.0005), "noisy": (0.01, 0.09), "moved": (0.015, 0.003),
    "broken": (0, 0.004),
  ]

  static let gates = [
    Gate(metric: .cpuTime), Gate(metric: .cpuTime, stories: ["same", "slow"], steps: true),
    Gate(metric: .cpuTime, stories: ["little"], limit: .change(0.05)),
    Gate(metric: .cpuTime, stories: ["same"], limit: .budget(1.2e8)),
    Gate(metric: .cpuTime, stories: ["slow"], limit: .budget(1.01e8)),
    Gate(metric: .peakMemory), Gate(metric: .instructions),
    Gate(metric: .wallTime, stories: ["fast"]),
    Gate(metric: .minorFaults),
  ]

  private var random: SplitMix64
  private let rounds: Int
  private let layouts: Int
  private let hasWholes: Bool
  private(set) var runs: [Run] = []
  private var control: Decision.Control?

  /// Draws the runs. With `wholes`, CPU time and peak of whole runs were measured: they hold what `fast` saves,
  /// and `same` takes more of both.
  init(seed: UInt64, rounds: Int, layouts: Int = 1, wholes: Bool = false) {
    hasWholes = wholes
    random = SplitMix64(seed: seed)
    self.rounds = rounds
    self.layouts = layouts
    for (story, effect) in Self.effects {
      guard rounds > 0 else { break }
      for round in 1...rounds { addPair(story, effect, round) }
      for round in 1...3 { addRepeats(story, effect, round) }
    }
  }

  /// Normal, by Box and Muller.
  private mutating func normal() -> Double {
    func unit() -> Double { Double(random.next() >> 11) + 0.5 }
    let (u, v) = (unit() / 0x1p53, unit() / 0x1p53)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }

  private mutating func addPair(
    _ story: String, _ effect: (change: Double, noise: Double), _ round: Int
  ) {
    // What disturbs one side disturbs the other.
    let machine = 1 + 0.05 * abs(normal())
    for build in ["a", "b"] {
      let change = build == "b" ? 1 + effect.change : 1
      let mean = 5e7 * machine * change
      let times: [Double] = [
        mean * exp(effect.noise * normal()), mean * exp(effect.noise * normal()),
      ]
      let isSmall = hasWholes && story == "fast"
      let growth: Double = build == "a" ? 1 : story == "slow" ? 1.02 : isSmall ? 0.9 : 1
      let pages: Double = (5000 + 40 * normal()) * growth
      let steps = times.enumerated().map { index, time in
        var step = Replay.step(of: story)
        step.label = "step \(index + 1), once"
        step.inside.cpu = .nanoseconds(Int64(time))
        step.inside.minorFaults = 40 + (build == "b" && story == "fast" ? 2 : 0)
        step.outside.peakMemory = Bytes(Int64(pages), of: 4096)
        return step
      }
      let sum = steps.reduce(0) { $0 + $1.inside.cpu.nanoseconds }
      let moved: [String: Double] = ["fast": 4e6, "same": 1e7]
      let extra: Double = build == "b" ? moved[story] ?? 0 : 0
      let outside: Double = hasWholes ? 2e7 * machine * exp(0.01 * normal()) + extra : 0
      let peaks: [String: Double] = ["fast": 5200, "same": 5600]
      let peak = (build == "b" ? peaks[story] ?? 4000 : 4000) + 20 * (hasWholes ? normal() : 0)
      let isBroken = story == "broken" && build == "b" && round == 2
      var run = Replay.run(
        story, on: build, kind: .duet, round: round, layout: (round - 1) % layouts + 1,
        failed: isBroken ? .crashed : nil, steps: steps)
      run.measurements =
        RunMeasurements(
          kind: .duet, steps: steps, timeline: .empty, machineMemory: 1 << 30,
          whole: hasWholes
            ? WholeUse(
              cpuTime: .nanoseconds(sum + Int64(outside)),
              outsidePeak: Bytes(Int64(peak), of: 4096)) : WholeUse()
        ).values
      runs.append(run)
    }
  }

  private mutating func addRepeats(
    _ story: String, _ effect: (change: Double, noise: Double), _ round: Int
  ) {
    for build in ["a", "b"] {
      let isMore = build == "b" && story != "moved"
      let change: Double = isMore ? effect.change : 0
      let noise: Double = story == "noisy" ? 1e4 * normal() : 0
      let count: Double = 1e7 * (1 + change) + noise
      var step = Replay.step(of: story)
      step.instructions = Int64(count)
      runs.append(
        Replay.run(
          story, on: build, kind: .counted, round: round, [.instructions: Double(Int64(count))],
          steps: [step]))
      let more = isMore && effect.change > 0 ? 10 : 0
      let pages = 5000 + more + (story == "noisy" ? 9 * round : 0)
      runs.append(
        Replay.run(
          story, on: build, kind: .fixedAddresses, round: round,
          [.peakMemory: Double(pages) * 4096]))
    }
  }

  /// Runs of one app with and without its checks and the optimiser, of two stories.
  static func ofChecks(seed: UInt64, rounds: Int, layouts: Int) -> ExperimentAnalysis {
    let builds: [(name: String, setting: CheckSetting, cost: Double)] = [
      ("checked", CheckSetting(optimisation: .speed, traps: true, exclusivity: true), 1),
      ("debug", CheckSetting(optimisation: .none, traps: true, exclusivity: true), 9),
      ("racy", CheckSetting(optimisation: .speed, traps: true, exclusivity: false), 0.998),
      ("bare", CheckSetting(optimisation: .unchecked, traps: false, exclusivity: false), 0.93),
    ]
    var drawn = DrawnComparison(seed: seed, rounds: 0)
    var runs: [Run] = []
    for round in 1...rounds {
      for story in ["list", "lend"] {
        let machine = 1 + 0.1 * abs(drawn.normal())
        for build in builds {
          // In one round what is left out seems to have cost more than all.
          let spike: Double = round == 5 && build.name == "racy" ? 2.2 : 1
          let time = 8e7 * machine * build.cost * spike * exp(0.01 * drawn.normal())
          runs.append(
            Replay.run(
              story, on: build.name, round: round, layout: (round - 1) % layouts + 1,
              [.cpuTime: time.rounded()]))
        }
      }
    }
    let records = builds.map {
      BuildRecord(
        name: $0.name, recipe: $0.name, checks: BuildChecks(setting: $0.setting, modules: []))
    }
    let experiment = Replay.experiment(
      stories: ["list", "lend"], builds: records, rounds: rounds, layouts: layouts)
    return ExperimentAnalysis(experiment, runs: runs)
  }

  /// Adds a control whose copy takes so much more.
  mutating func addControl(_ pairs: Int, change: Double, noise: Double) {
    for round in 1...pairs {
      let machine = 1 + 0.05 * abs(normal())
      for (build, factor) in [("a", 1), ("a again", 1 + change)] {
        let time = 1e8 * machine * factor * exp(noise * normal())
        runs.append(
          Replay.run("same", on: build, kind: .control, round: round, [.cpuTime: time.rounded()]))
      }
    }
    control = Decision.Control(story: "same", isCopy: true)
  }

  /// The experiment with its runs.
  func analysis(by rule: DecisionRule) -> ExperimentAnalysis {
    var experiment = Replay.experiment(
      stories: Self.effects.map(\.key), builds: Replay.builds("a", "b"), rounds: rounds,
      layouts: layouts)
    experiment.number = 3
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: rule, control: control)
    return ExperimentAnalysis(experiment, runs: runs)
  }
}
