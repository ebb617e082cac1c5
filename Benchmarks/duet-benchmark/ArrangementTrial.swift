import Glibc
import Metrics
import Recording
import Running
import Scenarios
import SystemPackage

/// Makes pairs of the same driver in several arrangements.
final class ArrangementTrial {
  private static let baseline = "as it is"
  private static let candidates = ["the same", "2 % more"]
  private let scenario: Scenario
  private let stage: DuetStage
  private let duets: DuetExecutor
  private let solos: ProcessExecutor
  private let interruption: Interruption
  private var runs: [TrialCase: [Double]] = [:]

  private struct TrialCase: Hashable {
    let arrangement: String
    let story: String
    let candidate: String
  }

  init(driver: String) throws {
    interruption = try Interruption.onSignals()
    scenario = try ScenarioParser.parse(Self.text, file: "verdict-benchmark")
    let launcher = try Launcher.besideThisProgram()
    stage = try DuetStage(launcher: launcher, interruption: interruption)
    let path = try FilePath(driver).absolute
    let commands = [
      Self.baseline: [[path]], Self.candidates[0]: [[path]],
      Self.candidates[1]: [[path, "--handicap", "2%"]],
    ]
    let setup = ReplaySetup(
      scenario: scenario, commands: commands, in: BuildContexts("/"), launcher: launcher,
      interruption: interruption, machineMemory: 1)
    duets = DuetExecutor(setup, on: .duet(stage))
    solos = ProcessExecutor(setup)
  }

  func close() { stage.close() }

  var description: String { "duets \(Arrangement.duet(stage.shared).description)" }

  /// Calls that change nothing, each repeated a multiple of 50 times: a handicap of 2 % adds one
  /// to every 50. All take 0.1 s and more: of 10 ms, 20 slices, chance is the greater part.
  private static let text = """
    scenario: verdict-benchmark
    builds: { driver: { command: [driver] } }
    fixture: { devices: 5000, users: 40, loans: 220, seed: 2015 }
    stories:
      login:
        steps:
          - login: { user: alice, password: secret, server: local, unit: all }
            expect: { user: alice, shown: all }
      list:
        after: [login]
        steps:
          - list: { filter: all }
            repeat: 50
            expect: { count: 5000 }
      device:
        after: [login]
        steps:
          - device: { device: 4180 }
            repeat: 20000
            expect: { name: MacBook Pro 13 }
      filter:
        after: [login]
        steps:
          - list: { filter: available }
            repeat: 50
            expect: { count: 3780 }
    """

  /// The stories whose pairs are told of.
  private var stories: [String] { scenario.stories.map(\.name).filter { $0 != "login" } }

  func lines(pairs: Int) throws -> [ChanceLine] {
    var blocks: [TrialCase: [Double]] = [:]
    for round in 1...pairs {
      for candidate in Self.candidates {
        try make("duet", duets, candidate, round)
        try make(
          "one by one", BackToBackExecutor(executor: solos, because: .scenario), candidate, round)
      }
      // All runs of one side first: the second half of the rounds makes the other's.
      for place in [2 * round - 2, 2 * round - 1] {
        let isBaseline = place < pairs
        try makeBlock(isBaseline, round: place % pairs + 1, &blocks)
      }
    }
    return Self.candidates.flatMap { candidate in
      ["duet", "one by one", "all A, all B"].flatMap { arrangement in
        stories.compactMap { story in
          runs[TrialCase(arrangement: arrangement, story: story, candidate: candidate)].map {
            ChanceLine(
              arrangement: arrangement, story: story, candidate: candidate, logRatios: $0)
          }
        }
      }
    }
  }

  private func make(
    _ arrangement: String, _ executor: any PairExecutor, _ candidate: String, _ round: Int
  ) throws {
    let plan = PairPlan(
      stories: stories, baseline: Self.baseline, candidate: candidate, rounds: round...round,
      seed: 2020)
    let isComplete = try PairRunner(executor: executor, interruption: interruption)
      .carryOut(plan) { pair in
        let ratio = try cpu(pair.candidate) / cpu(pair.baseline)
        runs[
          TrialCase(arrangement: arrangement, story: pair.baseline.story, candidate: candidate),
          default: []
        ].append(log(ratio))
      }
    guard isComplete else { throw Stopped() }
  }

  private func makeBlock(_ isBaseline: Bool, round: Int, _ blocks: inout [TrialCase: [Double]])
    throws
  {
    let build = isBaseline ? Self.baseline : Self.candidates[0]
    for planned in RunPlan(stories: stories, builds: [build], rounds: 1, seed: UInt64(round)).runs {
      if interruption.isRaised { throw Stopped() }
      let used = try cpu(solos.execute(planned))
      let key = TrialCase(
        arrangement: "all A, all B", story: planned.story, candidate: Self.candidates[0])
      if isBaseline {
        blocks[key, default: []].append(used)
      } else if let before = blocks[key], round <= before.count {
        runs[key, default: []].append(log(used / before[round - 1]))
      }
    }
  }

  private func cpu(_ run: Run) throws -> Double {
    guard let cpu = run.measurements[.cpuTime] else { throw Unmeasured(run: run) }
    return cpu
  }
}
