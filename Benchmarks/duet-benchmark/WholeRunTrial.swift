import DriverProtocol
import Glibc
import Metrics
import Recording
import Running
import Scenarios
import SystemPackage

/// Makes whole runs of a driver against itself, as `check` makes pairs, and writes them down as the
/// verdict benchmark reads them: how often real whole runs raise a false alarm.
///
/// Five stories of some 20 to 60 ms, so that a hundred runs take minutes rather than hours. That is short
/// for a duet: chance is greater than in stories worth a gate.
final class WholeRunTrial {
  private static let (baseline, candidate) = ("as it is", "the same")
  private let stories: [String]
  private let stage: DuetStage
  private let duets: DuetExecutor
  private let interruption: Interruption

  init(driver: String) throws {
    interruption = try Interruption.onSignals()
    let scenario = try ScenarioParser.parse(Self.text, file: "whole-runs")
    stories = scenario.stories.map(\.name).filter { $0 != "login" }
    let launcher = try Launcher.besideThisProgram()
    stage = try DuetStage(launcher: launcher, interruption: interruption)
    let path = try FilePath(driver).absolute
    let setup = ReplaySetup(
      scenario: scenario, commands: [Self.baseline: [[path]], Self.candidate: [[path]]],
      in: BuildContexts("/"), launcher: launcher, interruption: interruption, machineMemory: 1)
    duets = DuetExecutor(setup, on: .duet(stage))
  }

  func close() { stage.close() }

  /// Writes a heading and a line for each pair of the whole runs with these numbers. A run has so many
  /// pairs of each story.
  func write(runs: ClosedRange<Int>, pairs: Int, to line: (String) -> Void) throws {
    line("campaign,group,story,idx,a_cpu,b_cpu,a_run,b_run,a_rss,b_rss")
    for run in runs {
      let plan = PairPlan(
        stories: stories, baseline: Self.baseline, candidate: Self.candidate, rounds: 1...pairs,
        seed: UInt64(run))
      let isComplete = try PairRunner(executor: duets, interruption: interruption)
        .carryOut(plan) { pair in
          let sides = [pair.baseline, pair.candidate]
          let measurements = try [Self.cpuTime, Self.wallTime, Self.peakMemory].flatMap { value in
            try sides.map { "\(Int(try value($0).rounded()))" }
          }
          let place = ["suite-whole", "\(run)", pair.baseline.story, "\(pair.baseline.round - 1)"]
          line((place + measurements).joined(separator: ","))
        }
      guard isComplete else { throw Stopped() }
    }
  }

  /// µs.
  private static func cpuTime(_ run: Run) throws -> Double {
    guard let time = run.measurements[.cpuTime] else { throw Unmeasured(run: run) }
    return time / 1e3
  }

  /// µs; of duets it is no value of the run, for it holds the other side's turns.
  private static func wallTime(_ run: Run) -> Double {
    let own = run.steps.filter { $0.story == run.story }
    return own.reduce(0) { $0 + Double(($1.inside.wall ?? .zero).nanoseconds) } / 1e3
  }

  /// kB.
  private static func peakMemory(_ run: Run) throws -> Double {
    guard let peak = run.measurements[.peakMemory] else { throw Unmeasured(run: run) }
    return peak / 1024
  }

  private static let text = """
    scenario: whole-runs
    builds: { driver: { command: [driver] } }
    fixture: { devices: 5000, users: 40, loans: 220, seed: 2015 }
    stories:
      login:
        steps:
          - login: { user: alice, password: secret, server: local, unit: all }
            expect: { user: alice, shown: all }
      list:
        after: [login]
        steps: [{ list: { filter: all }, repeat: 10, expect: { count: 5000 } }]
      available:
        after: [login]
        steps: [{ list: { filter: available }, repeat: 10, expect: { count: 3780 } }]
      device:
        after: [login]
        steps: [{ device: { device: 4180 }, repeat: 4000, expect: { name: MacBook Pro 13 } }]
      lists:
        after: [login]
        steps:
          - { list: { filter: all }, repeat: 5, expect: { count: 5000 } }
          - { list: { filter: available }, repeat: 5, expect: { count: 3780 } }
      browse:
        after: [login]
        steps:
          - { list: { filter: all }, repeat: 5, expect: { count: 5000 } }
          - { device: { device: 4180 }, repeat: 2000, expect: { name: MacBook Pro 13 } }
    """
}
