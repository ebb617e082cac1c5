import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import Testing

struct QualificationTests {
  @Test func `noise and detectable changes agree with NumPy`() throws {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    let qualification = try #require(try judging.qualification())
    let cell = try #require(qualification.cells.first)
    let noise = try #require(cell.noise)
    #expect(noise.pairs == 30 && noise.kind == .duet)
    #expect(isNear(noise.standardDeviation, 0.0025017350726915734))
    #expect(isNear(noise.robustDeviation, 0.0029652083906266087))
    #expect(cell.detectable.map(\.pairs) == [10, 15, 20, 30, 45, 60])
    let expected = [
      1.006926, 1.005927, 1.005818, 1.005671, 1.005545, 1.005475,
    ]
    for (change, expected) in zip(cell.detectable, expected) {
      #expect(abs((change.ratio - 1) / (expected - 1) - 1) < 0.04, "\(change)")
    }
    #expect(cell.pairsNeeded == 10 && cell.wanted == 0.02)
    #expect(qualification.isQualified && qualification.falseAlarms.isEmpty)
    #expect(qualification.advised == [.pairs(10, cells: 1, power: 0.9)])
  }

  @Test func `a very noisy story is reported as not worth a gate, and a quiet story as worth it`()
    throws
  {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    judging.addNoisy("noisy", times: 20)
    let qualification = try #require(try judging.qualification())
    let noisy = try #require(qualification.cells.last)
    let found = noisy.detectable.filter { [10, 30, 60].contains($0.pairs) }.map(\.ratio)
    for (found, expected) in zip(
      found, [.infinity, 1.05672, 1.03686])
    {
      #expect(
        found == expected || abs((found - 1) / (expected - 1) - 1) < 0.04, "\(found)")
    }
    #expect(noisy.pairsNeeded == nil)
    guard case .notWorthAGate(let name, let wanted, 60, let minimum)? = qualification.advice.last
    else {
      Issue.record("\(qualification.advice)")
      return
    }
    #expect(name.story == "noisy" && wanted == 0.02 && abs(minimum / 0.03686 - 1) < 0.04)
    #expect(qualification.advised.first == .pairs(15, cells: 1, power: 0.9))
  }

  @Test func `a gate needs enough pairs to detect twice the change that it allows`() throws {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    judging.addNoisy("noisy", times: 20)
    let gates = [Gate(metric: .cpuTime, limit: .change(0.05))]
    let cell = try #require(try judging.qualification(gates)?.cells.last)
    // Two more tests, so somewhat more than 4.8 % above 1.05 at 30 pairs.
    #expect(cell.wanted == 0.1 && cell.pairsNeeded == 45)
    #expect(
      DetectableChange.wanted(by: Gate(metric: .cpuTime, limit: .change(0)), rule: .standard)
        == 0.02)
  }

  @Test(arguments: [(1.02, Verdict.regressed), (0.97, .improved)])
  func `a build that differs from itself is a false alarm in either direction`(
    _ factor: Double, _ verdict: Verdict
  ) throws {
    let judging = Judging("list", factor: factor)
    let qualification = try #require(try judging.qualification())
    let name = CellName(story: "list", metric: .cpuTime)
    #expect(qualification.falseAlarms.map(\.name) == [name])
    #expect(!qualification.isQualified)
    #expect(qualification.advice.first == .falseAlarm(name, verdict))
  }

  @Test func `a whole run that got worse than itself is a false alarm, too`() throws {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    for round in 0..<30 {
      for (build, outside) in [("a", 2e7), ("b", 3e7)] {
        let wobble = build == "b" ? 1 + Judging.wobble[round % 10] : 1
        judging.add("list", build, .outsideCPUTime, outside / wobble, round, .duet)
        judging.add("list", build, .wholeCPUTime, 1e8 * wobble + outside / wobble, round, .duet)
      }
    }
    let qualification = try #require(try judging.qualification())
    let name = CellName(story: "list", metric: .wholeCPUTime)
    #expect(qualification.falseAlarms.map(\.name) == [name])
    #expect(qualification.cells.map(\.noise?.pairs) == [30, 30])
    #expect(!qualification.isQualified)
    #expect(qualification.advice.first == .falseAlarm(name, .regressed))
  }

  @Test func `budgets alone leave nothing to qualify`() throws {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    let budgets = [Gate(metric: .cpuTime, limit: .budget(1e9))]
    let qualification = try #require(try judging.qualification(budgets))
    #expect(qualification.hasNothingToQualify && qualification.isQualified)
    #expect(qualification.untried == ["list"])
    #expect(qualification.advice.filter(\.isBad).isEmpty)
    #expect(try judging.qualification()?.hasNothingToQualify == false)
  }

  @Test func `stories with budgets alone are named beside those that were tried`() throws {
    var judging = Judging()
    for story in ["list", "scan"] { judging.addNoisy(story, times: 1) }
    let gates = [
      Gate(metric: .cpuTime, stories: ["list"]),
      Gate(metric: .cpuTime, stories: ["scan"], limit: .budget(1e9)),
    ]
    let qualification = try #require(try judging.qualification(gates))
    #expect(qualification.cells.map(\.name.story) == ["list"])
    #expect(qualification.untried == ["scan"] && !qualification.hasNothingToQualify)
    #expect(try judging.qualification()?.untried == [])
  }

  @Test func `a machine with an unjudged cell is not qualified`() throws {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    judging.add("list", "b", .cpuTime, 1e8, 30, .duet, failed: .crashed)
    let qualification = try #require(try judging.qualification())
    #expect(!qualification.isQualified && qualification.falseAlarmRate == nil)
    guard case .unjudged(_, .failed(build: "b", count: 1, of: 31))? = qualification.advice.first
    else {
      Issue.record("\(qualification.advice)")
      return
    }
  }

  @Test func `measurements that have not ended qualify nothing, whatever they show`() throws {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    var experiment = judging.qualifying().experiment
    experiment.completedAt = nil
    let open = try #require(
      try Qualification(
        ExperimentAnalysis(experiment, runs: judging.runs), gates: [Gate(metric: .cpuTime)],
        flippedRuns: 200, reshuffles: 500))
    #expect(open.outcome == .interrupted && !open.isQualified)
    #expect(open.cells.allSatisfy { $0.outcome.result != nil } && open.falseAlarms.isEmpty)
  }

  @Test func `a run of a story without gates that crashed disqualifies a machine, with the reason`()
    throws
  {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    judging.add("other", "b", .cpuTime, 1e8, 0, .duet, failed: .crashed)
    let qualification = try #require(
      try judging.qualification([Gate(metric: .cpuTime, stories: ["list"])]))
    #expect(qualification.outcome == .appFailed && !qualification.isQualified)
    #expect(qualification.advice.filter(\.isBad) == [.failed(1, of: 61)])
  }

  @Test func `a budget has no cell of its own, but takes its share of alpha`() throws {
    var judging = Judging()
    judging.addNoisy("list", times: 1)
    let gates = [Gate(metric: .cpuTime), Gate(metric: .cpuTime, limit: .budget(1e9))]
    let qualification = try #require(try judging.qualification(gates))
    #expect(qualification.cells.count == 1)
    // With the level of two tests at six interim analyses no ten coins show anything, and one
    // test's would.
    #expect(qualification.cells[0].detectable.first?.ratio == .infinity)
    let alone = try #require(try judging.qualification([Gate(metric: .cpuTime)]))
    #expect(alone.cells[0].detectable.first?.ratio ?? .infinity < 1.01)
  }

  @Test func `memory that repeats needs no pairs, but memory that varies does`() throws {
    var judging = Judging()
    for story in ["same", "other"] {
      for round in 0..<3 {
        let more = story == "other" ? 1e6 * Double(round) : 0
        judging.add(story, "a", .peakAnonymousMemory, 64e6 + more, round, .fixedAddresses)
        judging.add(story, "b", .peakAnonymousMemory, 64e6 + more, round, .fixedAddresses)
      }
    }
    let qualification = try #require(
      try judging.qualification([Gate(metric: .peakAnonymousMemory)]))
    #expect(qualification.cells.map(\.repeats) == [true, false])
    #expect(qualification.cells[0].noise == nil && qualification.cells[0].detectable.isEmpty)
    #expect(
      qualification.advice.suffix(2) == [
        .memoryRepeats([CellName(story: "same", metric: .peakAnonymousMemory)]),
        .memoryVaries([CellName(story: "other", metric: .peakAnonymousMemory)]),
      ])
  }

  @Test func `stories with few turns on a shared CPU are reported`() throws {
    var judging = Judging("long", factor: 1, value: 5e7)
    judging.add("short", factor: 1, value: 1e7)
    judging.add("alone", factor: 1, kind: .solo, value: 1e7)
    judging.add("served", factor: 1, value: 1e7)
    let server = try #require(Metric.cpuTime.of(service: "server"))
    judging.add("many", factor: 1, value: 1e7)
    for index in judging.runs.indices {
      switch judging.runs[index].story {
      case "served": judging.runs[index].measurements[server] = 5e7
      case "many": judging.runs[index].arrangement = .load(cpu: 1, crowding: nil)
      default: break
      }
    }
    let short = try #require(try judging.qualification()).advice.compactMap { advice in
      if case .shortStory(let story) = advice { story } else { nil }
    }
    // The baseline takes 5 and 10 % more in two of three rounds.
    #expect(short.map(\.story) == ["short"])
    #expect(short.allSatisfy { abs($0.cpuTime - 1.05e7) < 1 })
  }

  @Test func `stories that were made two at once are told from those that were made alone`() throws
  {
    var judging = Judging()
    for story in ["one", "alone", "two"] { judging.addNoisy(story, times: 1) }
    func duet(cpu: Int, pairs: Int? = nil) -> Arrangement {
      .duet(.init(cpu: cpu, slice: 500_000, tick: 500_000, pairs: pairs))
    }
    for index in judging.runs.indices {
      let run = judging.runs[index]
      // A story's first pair is made alone.
      let isAlone = run.story == "alone" || run.round == 1
      judging.runs[index].arrangement =
        isAlone ? duet(cpu: 1) : duet(cpu: run.story == "one" ? 0 : 1, pairs: 2)
    }
    let arrangements = try #require(try judging.qualification()).arrangements
    #expect(arrangements.map { $0.stories } == [["one", "two"], ["alone"]])
    #expect(
      arrangements.map { $0.arrangement } == [duet(cpu: 0, pairs: 2), duet(cpu: 1)])
  }

  @Test func `an experiment without a second side gives no qualification`() throws {
    #expect(try Qualification(Judging().analysis, gates: Gate.standard) == nil)
  }
}
