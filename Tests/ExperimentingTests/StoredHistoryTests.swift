import Analysis
import Experimenting
import Foundation
import Metrics
import Recording
import SeededRandom
import Statistics
import Store
import Synchronization
import TestSupport
import Testing

/// A history of what is stored, of which one metric's values are read and no whole runs.
@Suite struct StoredHistoryTests {
  private let folder: ScratchFolder
  private let store: ResultStore

  init() throws {
    folder = try ScratchFolder()
    store = try ResultStore(path: folder.file("store.sqlite"))
  }

  /// Runs of two stories on two builds, of any kind, some failed, some without a value, stored in any order.
  private func runs(_ generator: inout SplitMix64, again: Bool) -> [Run] {
    var runs: [Run] = []
    for position in 1...Int.random(in: 2...24, using: &generator) {
      let kind = [RunKind.solo, .duet, .fixedAddresses, .counted, .control, .cycles].randomElement(
        using: &generator)
      var run = Run(
        kind: kind ?? .solo, build: Bool.random(using: &generator) ? "a" : "b",
        story: Bool.random(using: &generator) ? "s" : "t", round: position / 4 + 1,
        position: position, pid: nil, startedAt: nil, ending: .passed, steps: [],
        timeline: .empty,
        measurements: [.wallTime: 5, .cpuTime: .random(in: 1...2, using: &generator)])
      if Int.random(in: 0...5, using: &generator) == 0 {
        run.ending = .failed(RunFailure(reason: .crashed, message: "It crashed."))
        run.measurements = [:]
      }
      if Int.random(in: 0...5, using: &generator) == 0 { run.measurements[.cpuTime] = nil }
      if again, Bool.random(using: &generator) { run.attempt = 2 }
      runs.append(run)
    }
    return runs.shuffled(using: &generator)
  }

  private func experiment(_ number: Int, _ generator: inout SplitMix64) -> Experiment {
    var experiment = Experiment(
      name: "h", title: "H", source: Bool.random(using: &generator) ? .replay : .import,
      scenario: "", startedAt: Date(timeIntervalSince1970: Double(number)), seed: 1, rounds: 9,
      stories: ["s", "t", "u"].map { .init(name: $0, title: $0) },
      builds: ["a", "b", "c"].map { BuildRecord(name: $0, recipe: "") }, environment: nil,
      version: "1")
    experiment.completedAt = experiment.startedAt
    return experiment
  }

  private func selection(last: Int? = nil) throws -> HistorySelection {
    try HistorySelection(
      of: store.outlines(), scenario: nil, pattern: nil, last: last, in: store)
  }

  @Test func `outlines say of experiments what their whole rows say`() throws {
    var generator = SplitMix64(seed: 1)
    let purposes: [Decision.Purpose?] = [
      nil, .comparison, .check, .strictCheck, .qualification, .explanation,
    ]
    for (number, purpose) in purposes.enumerated() {
      for saved in [nil, Decision.Saved(name: "n", baseline: Replay.baseline(), isForced: false)] {
        var made = experiment(number, &generator)
        made.scenario = number % 2 == 0 ? "" : "scenario: shop\n"
        made.decision = purpose.map {
          Decision(purpose: $0, baseline: "a", candidate: "b", rule: .standard, saved: saved)
        }
        _ = try store.begin(made)
      }
    }
    let whole = try store.experiments().filter {
      ![.qualification, .explanation].contains($0.decision?.purpose)
    }
    let outlines = try store.outlines()
    #expect(outlines.map(\.number) == whole.compactMap(\.number) && whole.count == 8)
    #expect(outlines.map(\.isOfPairs) == whole.map(\.isOfPairs))
    #expect(outlines.map(\.subject) == whole.map { $0.scenario.isEmpty ? "h" : "shop" })
    #expect(try store.experiments(numbered: [5, 1, 99]) == [whole[4], whole[0]])
  }

  @Test func `the latest hundred of many comparisons are judged, unless more are asked for`() throws
  {
    var generator = SplitMix64(seed: 1)
    for number in 1...300 {
      var experiment = experiment(number, &generator)
      if number % 2 == 0 {
        experiment.decision = Decision(
          purpose: .check, baseline: "a", candidate: "b", rule: .standard)
      }
      _ = try store.begin(experiment)
    }
    let usual = try selection()
    #expect(usual.earlierComparisons == 50)
    let kept = (1...300).filter { $0 % 2 == 1 || $0 > 100 }.map(Int64.init)
    #expect(usual.experiments.compactMap(\.number) == kept)
    let more = try selection(last: 280)
    #expect(more.earlierComparisons == 0)
    #expect(more.experiments.compactMap(\.number) == (21...300).map(Int64.init))
  }

  @Test func `the latest thousand experiments without pairs are read, unless more are asked for`()
    throws
  {
    var generator = SplitMix64(seed: 1)
    for number in 1...1007 { _ = try store.begin(experiment(number, &generator)) }
    let usual = try selection()
    #expect(usual.earlierExperiments == 7)
    #expect(usual.experiments.compactMap(\.number) == (8...1007).map(Int64.init))
    let more = try selection(last: 1005)
    #expect(more.earlierExperiments == 0)
    #expect(more.experiments.compactMap(\.number) == (3...1007).map(Int64.init))
  }

  /// A check of a story in 30 pairs, without its runs.
  private func check(gate: String) -> Experiment {
    var made = Replay.experiment(stories: ["s"], builds: Replay.builds("a", "b"), rounds: 30)
    made.completedAt = made.startedAt
    made.scenario = """
      scenario: sample
      builds: { a: { command: [./a] }, b: { command: [./b] } }
      stories: { s: { steps: [{ count: { to: 3 }, expect: { count: 3 } }] } }
      gates: [{ \(gate) }]
      """
    made.decision = Decision(purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    return made
  }

  @Test func `a check in which a gated step got worse has not passed in the history`() throws {
    // The whole run takes as long, and its step 5 % longer; the noise is 0 over three rounds.
    let runs = (1...30).flatMap { round in
      let noise = 1 + Double(round % 3 - 1) / 1000
      return [("a", 1.0, 1.0), ("b", noise, 1.05 * noise)].map { build, whole, step in
        Replay.run(
          "s", on: build, kind: .duet, round: round, [.cpuTime: 1e8 * whole],
          steps: [Replay.step(of: "s", cpu: .nanoseconds(Int64(1e7 * step)))])
      }
    }
    let made = check(gate: "metric: cpu-time, steps: true")
    let number = try #require(try store.begin(made).experiment.number)
    try store.add(runs, to: number)
    let found = try StoredHistory(
      of: selection(), metric: .cpuTime, rule: ChangePointRule(), in: store)
    let judgement = try #require(found.comparisons.first?.judgement)
    #expect(judgement.gated.map { $0.outcome.verdict } == [.unchanged, .regressed])
    #expect(judgement.outcome == .regression)
  }

  /// Stores a check of the story 'list'.
  private func add(
    _ check: (experiment: Experiment, runs: [Run]),
    _ change: (inout Experiment) -> Void = { _ in }
  ) throws {
    var made = check.experiment
    made.scenario = """
      scenario: sample
      builds: { a: { command: [./a] } }
      stories: { list: { steps: [{ count: { to: 3 }, expect: { count: 3 } }] } }
      """
    change(&made)
    let stored = try #require(try store.begin(made).experiment.number)
    try store.add(check.runs, to: stored)
  }

  @Test func `a build that is named chooses the comparisons of which it is a side`() throws {
    for (number, baseline) in ["v1", "v2", "v2"].enumerated() {
      try add(Replay.check(number + 1, "c", against: baseline, 0))
    }
    func found(_ builds: [String]) throws -> StoredHistory {
      try StoredHistory(
        of: selection(), metric: .cpuTime, builds: builds, rule: ChangePointRule(), in: store)
    }
    let all: [Int64] = [1, 2, 3]
    for (builds, numbers) in [
      (["work tree"], all), (["v2"], [2, 3]), (["v1", "v2"], all), (["other"], []),
    ] as [([String], [Int64])] {
      #expect(try found(builds).comparisons.compactMap { $0.experiment.number } == numbers)
    }
    #expect(try found([]).comparisons.count == 3)
    #expect(try found(["v1"]).anchored == nil && found(["v2"]).anchored != nil)
  }

  @Test func `a bisection, which judges nothing, is not among the comparisons`() throws {
    for (number, command) in ["check", "bisect", "check"].enumerated() {
      try add(Replay.check(number + 1, "c\(number)", against: "v1", 0)) {
        $0.invocation = Invocation(
          id: UUID(), arguments: [command, "s.yml"], folder: "/f", scenario: "/f/s.yml", part: 1,
          parts: 1)
      }
    }
    let found = try StoredHistory(
      of: selection(), metric: .cpuTime, rule: ChangePointRule(), in: store)
    #expect(found.comparisons.map { $0.experiment.number } == [1, 3])
    #expect(found.anchored?.experiments.map(\.number) == [1, 3])
  }

  @Test func `a check whose stored scenario is refused by now hides no other, and is named`()
    throws
  {
    let told = Mutex<[String]>([])
    let store = try ResultStore(path: folder.file("others.sqlite")) { note in
      told.withLock { $0.append(note) }
    }
    let gates = ["{ metric: cpu-time }", "{ metric: peak-cpu, steps: true }"]
    for (number, gate) in gates.enumerated() {
      let check = Replay.check(number + 1, "c\(number)", against: "v1", 20)
      var made = check.experiment
      made.name = "checked"
      made.scenario = """
        scenario: sample
        builds: { a: { command: [./a] } }
        stories: { list: { steps: [{ count: { to: 3 }, expect: { count: 3 } }] } }
        gates: [\(gate)]
        """
      let stored = try #require(try store.begin(made).experiment.number)
      try store.add(check.runs, to: stored)
      try store.complete(stored, at: made.startedAt)
    }
    let regressions = try store.regressions()
    #expect(regressions.found.map(\.name) == ["1/list/cpu-time"])
    #expect(regressions.leftOut.map(\.number) == [2])
    let history = try StoredHistory(
      of: HistorySelection(
        of: store.outlines(), scenario: nil, pattern: nil, last: nil, in: store),
      metric: .cpuTime, rule: ChangePointRule(), in: store)
    #expect(history.comparisons.map { $0.experiment.number } == [1])
    #expect(history.leftOut.map(\.number) == [2])
    #expect(
      told.withLock { $0 } == [
        """
        Experiment 2 (checked) can't be judged, because this version refuses the scenario that is stored with it:
        the stored scenario:4:36: 'steps' of 'peak-cpu', which only whole stories have; allowed: false.
        'rehearse show 2 --metrics' shows what was measured. To judge, mend that in the scenario file, and measure \
        anew.
        Experiment 2 is left out.
        """
      ])
  }

  @Test func `an ungated metric has the same verdict in the history as where the check is shown`()
    throws
  {
    // The step takes as long, but is one of the cells that are judged together.
    let runs = (1...30).flatMap { round in
      let noise = 1 + Double(round % 3 - 1) / 1000
      return [("a", 1e8, 9e7), ("b", 1e8 * noise, 9.02e7 * noise)].map { build, cpu, user in
        Replay.run(
          "s", on: build, kind: .duet, round: round, [.cpuTime: cpu, .userTime: user],
          steps: [Replay.step(of: "s", cpu: .nanoseconds(Int64(cpu / 10)))])
      }
    }
    let made = check(gate: "metric: cpu-time")
    let number = try #require(try store.begin(made).experiment.number)
    try store.add(runs, to: number)
    let found = try StoredHistory(
      of: selection(), metric: .userTime, rule: ChangePointRule(), in: store)
    let cells = try #require(found.comparisons.first?.judgement.cells(of: .userTime))
    let shown = try StoredResult(of: store.experiment("\(number)"), in: store).judgement
    #expect(shown?.others.contains { $0.name.step?.position == 1 } == true)
    #expect(cells.count == 1 && cells == shown?.cells(of: .userTime))
    #expect(cells.first?.outcome.result?.pValue != nil)
  }

  @Test(arguments: 1...(Nightly.isOn ? 40 : 12))
  func `the history from the store equals the history from all runs`(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for number in 1...6 {
      let begun = try store.begin(experiment(number, &generator)).experiment
      let number = try #require(begun.number)
      try store.add(runs(&generator, again: seed % 4 == 0), to: number)
    }
    let experiments = try store.experiments()
    let all = try selection()
    let rule = try ChangePointRule()
    for metric in [Metric.cpuTime, .wallTime, .peakMemory] {
      let stored = try StoredHistory(of: all, metric: metric, rule: rule, in: store).history
      let whole = try History(
        of: experiments.map {
          ExperimentMeans(
            ExperimentAnalysis($0, runs: try store.runs(of: $0.number ?? 0)), metric)
        }, metric: metric, rule: rule)
      #expect(stored.entries.map(\.runs) == whole.entries.map(\.runs))
      #expect(stored.series.map(\.story) == whole.series.map(\.story))
      #expect(stored.series.map(\.build) == whole.series.map(\.build))
      #expect(
        stored.series.map { $0.points.map(\.summary) }
          == whole.series.map { $0.points.map(\.summary) })
    }
  }
}
