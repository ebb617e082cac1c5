import Analysis
import DriverProtocol
import Foundation
import Metrics
import Recording
import Scenarios
import TestSupport

@testable import Exporting

/// Experiments that tests export.
enum Exported {
  /// One story on one build: CPU times of 1 and 3 µs, and what else runs have.
  static let small = experiment(["list"], builds: ["checked"])

  /// Names that every format has to escape, on two builds.
  static let hostile = experiment(
    [
      "<script>alert(1)</script> & \"more\"", "line\n::error::break, 50 %\r\n",
      "\u{1B}[31mred\u{7}",
      "nul\0, \u{FFFE} and \u{202E}turned", #"back\slash"#, "a\"\u{301}b,c",
      String(repeating: "long", count: 30) + "1", String(repeating: "long", count: 30) + "2",
    ], builds: ["checked", "a,b\u{85}\""])

  /// Two rounds of each story on each build.
  static func experiment(_ stories: [String], builds: [String]) -> ExportedExperiment {
    var experiment = Replay.experiment(number: 3, stories: stories, builds: builds)
    experiment.environment = Replay.machine()
    let runs = stories.flatMap { story in
      builds.flatMap { build in
        (1...2).map { round in
          let time = Double(2 * round - 1) * 1000
          var step = Replay.step(of: story)
          step.label = story
          return Replay.run(
            story, on: build, round: round,
            [
              .cpuTime: time, .userTime: 1000, .systemTime: time - 1000, .wallTime: 2 * time,
              .peakMemory: 4_000_000, .peakCPU: 50, .minorFaults: 7, .majorFaults: 0,
            ], steps: [step])
        }
      }
    }
    return ExportedExperiment(ExperimentAnalysis(experiment, runs: runs))
  }

  /// A load of a second in each of two rounds, on each build: one user, and latencies of 1, 1, 1 and 2 ms.
  static func load(
    _ story: String = "day", builds: [String] = ["new"], arrangement: Arrangement? = nil
  ) -> ExportedExperiment {
    let rounds: [[Int64]] = [[1_000_000, 1_000_000], [1_000_000, 2_000_000]]
    let runs = builds.flatMap { build in
      rounds.enumerated().map { index, latencies in
        var step = Replay.step(of: story)
        step.end = 1_000_000_000
        step.outcome = ["users": .integer(1)]
        step.latencies = StepLatencies(latencies, of: ["list: GET /"], at: [0, 0])
        var run = Replay.run(
          story, on: build, kind: .duet, round: index + 1, [.latencyP50: 1e6], steps: [step])
        run.arrangement = arrangement
        return run
      }
    }
    return ExportedExperiment(
      ExperimentAnalysis(
        Replay.experiment(number: 6, stories: [story], builds: builds), runs: runs))
  }

  /// Pairs of `a` and `b` that replay the story `list`, with these profiles.
  static func profiled(_ profiles: [Pair<Profile>]) throws -> ExportedExperiment {
    let runs = profiles.enumerated().flatMap { index, pair in
      [("a", pair.baseline), ("b", pair.candidate)].map { build, profile in
        var run = Replay.run("list", on: build, kind: .duet, round: index + 1, [.cpuTime: 1e6])
        run.profile = profile
        return run
      }
    }
    return ExportedExperiment(
      ExperimentAnalysis(Replay.experiment(number: 5, builds: ["a", "b"]), runs: runs))
  }

  /// Pairs of `a` and `b`: each story's candidate takes so many times as long as its baseline; nil
  /// for a story whose candidate crashes. So does the copy of a control in the first story.
  static func comparison(
    _ stories: KeyValuePairs<String, [Double]?>, control: [Double] = [], scenario: String = "",
    inputs: InputFinding? = nil, isStrict: Bool = false
  ) throws -> ExportedExperiment {
    var experiment = Replay.experiment(
      number: 4, stories: stories.map(\.key), builds: ["a", "b"], rounds: 10)
    experiment.scenario = scenario
    let runs = stories.flatMap { story, ratios -> [Run] in
      guard let ratios else {
        return [
          Replay.run(story, on: "a", kind: .duet, [.cpuTime: 1000]),
          Replay.run(story, on: "b", kind: .duet, failed: .crashed),
        ]
      }
      return ratios.enumerated().flatMap { index, ratio in
        [
          Replay.run(story, on: "a", kind: .duet, round: index + 1, [.cpuTime: 1e6]),
          Replay.run(story, on: "b", kind: .duet, round: index + 1, [.cpuTime: 1e6 * ratio]),
        ]
      }
    }
    let controls = control.enumerated().flatMap { index, ratio in
      [("a", 1e6), ("a again", 1e6 * ratio)].map {
        Replay.run(stories[0].key, on: $0, kind: .control, round: index + 1, [.cpuTime: $1])
      }
    }
    if let first = stories.first, inputs != nil || !control.isEmpty {
      experiment.decision = Decision(
        purpose: .check, baseline: "a", candidate: "b", rule: .standard,
        control: control.isEmpty ? nil : Decision.Control(story: first.key, isCopy: true))
      experiment.decision?.inputs = inputs
    }
    let analysis = ExperimentAnalysis(experiment, runs: runs + controls)
    let gates = ScenarioPlaces(of: scenario)?.gates.map(\.gate) ?? [Gate(metric: .cpuTime)]
    return ExportedExperiment(
      analysis,
      judgement: try Judgement(analysis, baseline: "a", candidate: "b", gates: gates),
      isStrict: isStrict, scenarioFile: "Scenarios/s.yml")
  }

  /// Ten ratios around one, close together.
  static func ratios(around ratio: Double) -> [Double] {
    (0..<10).map { ratio * (1 + Double($0 % 5 - 2) / 10_000) }
  }

  /// Two ratios that show nothing.
  static let unclear = [0.5, 2.0]
}

extension ExportFormat {
  /// The file of a format that is text.
  func text(of experiments: [ExportedExperiment]) throws -> String {
    String(decoding: try contents(of: experiments), as: UTF8.self)
  }
}
