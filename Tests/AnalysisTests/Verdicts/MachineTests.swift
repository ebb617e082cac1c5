import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import SeededRandom
import Statistics
import Simulation
import TestSupport
import Testing

struct MachineTests {
  private static let arm: Environment = {
    var machine = Replay.machine
    machine.architecture = "aarch64"
    return machine
  }()

  /// Five rounds on each machine, by what the candidate takes there as a factor.
  private func judgement(
    _ factors: [Double], unlike: Bool, of stories: [String] = ["s"]
  ) throws -> Judgement {
    var judging = Judging()
    for story in stories {
      for (machine, factor) in factors.enumerated() {
        for round in 0..<5 {
          let index = machine * 5 + round
          judging.add(story, "a", .cpuTime, 1e8, index, .duet)
          judging.add(
            story, "b", .cpuTime, 1e8 * factor * (1 + Judging.wobble[index % 10]), index, .duet)
        }
      }
    }
    var experiment = judging.analysis.experiment
    experiment.partition = try partition(factors.count, unlike: unlike)
    return try Judgement(
      ExperimentAnalysis(experiment, runs: judging.runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime)])
  }

  private func partition(_ count: Int, unlike: Bool) throws -> Partition {
    Partition(
      count: count,
      parts: try (1...count).map { number in
        Partition.MachinePart(
          try #require(PlanShare(number, of: count)), rounds: 5 * count, stories: ["s"],
          on: "m\(number)", unlike && number == count ? Self.arm : Replay.machine, builds: [],
          at: Date(timeIntervalSince1970: 0))
      })
  }

  @Test func `pairs of machines that are alike and agree count as pairs of one machine`() throws {
    let result = try #require(
      try judgement([1.02, 1.02, 1.02, 1.02], unlike: false).gated[0].outcome.result)
    #expect(result.verdict == .regressed && result.evidence == .pairs(20))
    let spread = try #require(result.machines)
    #expect(!spread.isDecisive && !spread.areUnlike && spread.agreeing(with: 1.02) == 4)
  }

  @Test func `for unlike machines, the sample consists of machines, not of pairs`() throws {
    let factors = [1.02, 1.021, 1.02, 1.019, 1.022, 1.02]
    let result = try #require(try judgement(factors, unlike: true).gated[0].outcome.result)
    #expect(result.verdict == .regressed && result.evidence == .machines(6, pairs: 30))
    #expect(1.019...1.0215 ~= result.value.point)
    #expect(result.value.lower > 1.01 && result.value.upper < 1.03)
  }

  @Test func `a change that only one machine shows is inconclusive, and the machine is named`()
    throws
  {
    let result = try #require(
      try judgement([1, 1, 1, 1, 1, 1.05], unlike: true).gated[0].outcome.result)
    #expect(result.verdict == .inconclusive)
    let spread = try #require(result.machines)
    #expect(spread.machines.filter(\.isOff).map(\.name) == ["m6"])
    #expect(spread.machines.map(\.pairs) == Array(repeating: 5, count: 6))
  }

  @Test func `machines that are alike but do not agree are judged as unlike machines`() throws {
    let result = try #require(
      try judgement([1.03, 1, 1, 1, 1], unlike: false).gated[0].outcome.result)
    #expect(result.evidence == .machines(5, pairs: 25) && result.verdict != .regressed)
    #expect(result.machines?.areUnlike == false && result.machines?.isDecisive == true)
  }

  @Test func `a machine with fewer than two pairs leaves the cell without a verdict`() throws {
    let judging = Judging("s", factor: 1.02, rounds: 6)
    var experiment = judging.analysis.experiment
    experiment.partition = try partition(2, unlike: false)
    let judgement = try Judgement(
      ExperimentAnalysis(experiment, runs: judging.runs), baseline: "a", candidate: "b",
      gates: [Gate(metric: .cpuTime)])
    #expect(judgement.gated[0].outcome == .missing(.tooFewOnMachine("m2", 1)))
    #expect(judgement.outcome == .notComparable)
  }

  /// 8,000 comparisons of equal builds at a level of 1 %, half of them with a spread of the machines that
  /// is as great as a pair's noise. 80 may be false; of a rule with exactly that rate 115 or more would
  /// come once in 10,000 times.
  @Test(arguments: Nightly.isOn ? [(3, 4), (6, 4), (8, 3)] : [(3, 4)])
  func `false alarms over unlike machines stay below the level`(
    _ machines: Int, _ pairs: Int
  ) throws {
    var random = SplitMix64(seed: 11)
    var alarms = 0
    for draw in 0..<8_000 {
      let spread = draw % 2 == 0 ? 0 : 0.005
      let noise =
        draw % 4 < 2 ? SimulatedNoise.normal(deviation: 0.005) : .heavyTails(deviation: 0.005)
      var all: [Double] = []
      var effects: [LogRatio] = []
      for _ in 0..<machines {
        let lean = spread * random.normal()
        let own = noise.differences(pairs, &random).map { $0 + lean }
        all += own
        effects.append(try PairedTest(LogQuotients(Distribution(own))).logRatio)
      }
      let test = PairedTest(
        try RandomEffects(effects), pairs: LogQuotients(try Distribution(all)))
      if try test.pValue(ratioAtMost: 1, exactUpTo: 0.01) <= 0.01 { alarms += 1 }
    }
    #expect(alarms < 115, "\(alarms)")
  }
}
