import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

struct HistoryTests {
  /// Twelve experiments of two runs each; the seventh is 10 % slower than the sixth, and so on.
  private func step(_ change: (inout Experiment) -> Void = { _ in }) -> [ExperimentAnalysis] {
    (1...12).map { number in
      var experiment = Replay.experiment(number: Int64(number))
      change(&experiment)
      let level = (number < 7 ? 100.0 : 110) + Double(number % 2)
      return ExperimentAnalysis(experiment, runs: Replay.runs([level - 1, level + 1]))
    }
  }

  private func history(_ analyses: [ExperimentAnalysis]) throws -> History {
    try History(
      of: analyses.map { ExperimentMeans($0, .cpuTime) }, metric: .cpuTime, rule: ChangePointRule())
  }

  @Test func `a change is found in the means, at the experiment with which it begins`() throws {
    let series = try #require(try history(step()).series.first)
    #expect(series.story == "list" && series.build == "checked")
    #expect(series.points.map(\.summary.mean).prefix(2) == [101, 100])
    let change = try #require(series.changes.first)
    #expect(series.changes.count == 1)
    #expect(change.before.experiment.number == 6 && change.after.experiment.number == 7)
    let shift = try #require(change.after.change?.shift)
    #expect(shift.before == 100.5 && shift.after == 110.5)
    #expect(shift.countBefore == 6 && shift.countAfter == 6 && shift.p < 0.001)
  }

  @Test func `experiments are sorted by when they began`() throws {
    let history = try history(step().reversed())
    #expect(history.entries.map(\.experiment.number) == (1...12).map { Int64($0) })
    #expect(history.series[0].changes.map(\.after.experiment.number) == [7])
  }

  @Test func `an experiment without the story adds neither a point nor a gap`() throws {
    var analyses = step()
    analyses[2] = ExperimentAnalysis(
      Replay.experiment(number: 3, stories: ["lend"]), runs: Replay.runs([5], of: "lend"))
    let history = try history(analyses)
    #expect(history.entries.count == 12)
    #expect(history.series.map(\.story) == ["list", "lend"])
    #expect(history.series.map(\.points.count) == [11, 1])
    #expect(history.series[0].changes.map(\.after.experiment.number) == [7])
    #expect(history.series[1].changes.isEmpty)
  }

  @Test func `stories and builds can be left out, and series without measurements always are`()
    throws
  {
    let runs =
      Replay.runs([1]) + Replay.runs([2], on: "other")
      + Replay.runs([3], of: "lend", by: .wallTime)
    let analysis = ExperimentAnalysis(
      Replay.experiment(number: 1, stories: ["list", "lend"], builds: ["checked", "other"]),
      runs: runs)
    #expect(try history([analysis]).series.map(\.build) == ["checked", "other"])
    let selected = try History(
      of: [ExperimentMeans(analysis, .cpuTime)], metric: .cpuTime, rule: ChangePointRule()
    ) { $0 == "list" && $1 == "other" }
    #expect(selected.series.map(\.build) == ["other"])
    #expect(try history([]).series.isEmpty)
  }

  @Test func `failed runs do not count in the mean, and an incomplete experiment is marked`() throws
  {
    var experiment = Replay.experiment(number: 1)
    experiment.completedAt = nil
    let failed = Replay.run("list", on: "checked", [.cpuTime: 900], failed: .crashed)
    let history = try history([
      ExperimentAnalysis(experiment, runs: Replay.runs([10, 12]) + [failed])
    ])
    #expect(history.series[0].points[0].summary.mean == 11)
    #expect(history.entries[0].experiment.isIncomplete && history.entries[0].runs == 3)
    #expect(try !self.history(step()).entries[0].experiment.isIncomplete)
  }

  @Test func `a change of machine is reported where it begins, even across experiments left out`()
    throws
  {
    let analyses = step { experiment in
      let number = experiment.number ?? 0
      experiment.environment = Replay.machine(number < 7 ? "CPU A" : "CPU B")
      if number == 7 { experiment.stories = [] }
    }
    let without = analyses.map { one in
      one.experiment.number == 7 ? ExperimentAnalysis(one.experiment, runs: []) : one
    }
    let history = try history(without)
    let expected = "the processor was CPU A, and is CPU B"
    #expect(
      history.entries.map { $0.breaks.map(\.description) }
        == (1...12).map { $0 == 7 ? [expected] : [] })
    #expect(history.entries[6].breaks.map(\.isOfMachine) == [true])
    let change = try #require(history.series[0].changes.first)
    #expect(change.after.experiment.number == 8)
    #expect(change.after.breaks.map(\.description) == [expected])
  }

  @Test func `all differences other than the app are reported in words`() {
    func breaks(_ before: Environment?, _ after: Environment?) -> [String] {
      HistoryBreak.between(
        Replay.experiment(number: 1, environment: before),
        Replay.experiment(number: 2, environment: after)
      ).map(\.description)
    }
    let machine = Replay.machine()
    #expect(breaks(machine, machine) == [] && breaks(nil, nil) == [])
    #expect(breaks(machine, nil) == ["perhaps another machine: one of the two is not known"])
    expectSnapshot(
      breaks(
        machine,
        Replay.machine("CPU B", processors: 4, kernel: "Linux 6.12", architecture: "aarch64")),
      named: "all-that-differs", stating: "CPU A, and is CPU B", "x86_64, and is aarch64",
      "2, and is 4", "Linux 6.1, and is Linux 6.12")
    var (before, after) = (Replay.experiment(number: 1), Replay.experiment(number: 2))
    before.scenario = "scenario: a"
    #expect(HistoryBreak.between(before, after).isEmpty)
    after.scenario = "scenario: a\nruns: 2"
    #expect(HistoryBreak.between(before, after) == [.scenario])
    #expect(!HistoryBreak.scenario.isOfMachine && HistoryBreak.unknownMachine.isOfMachine)
    #expect(HistoryBreak.scenario.description == "the scenario's file was edited")
  }

  @Test func `a driver that may have changed is reported, unless both sides ran one`() {
    func breaks(
      _ before: HarnessFinding?, _ after: HarnessFinding?, against baseline: String = "v1"
    ) -> [HistoryBreak] {
      var earlier = Replay.check(1, "c1", against: "v1", 0).experiment
      var later = Replay.check(2, "c2", against: baseline, 0).experiment
      earlier.decision?.harness = before
      later.decision?.harness = after
      return HistoryBreak.between(earlier, later, build: "work tree")
    }
    let own = HarnessFinding(differing: ["driver.py"])
    #expect(breaks(nil, own) == [.driver(["driver.py"])])
    #expect(breaks(own, nil) == [.driver(["driver.py"])])
    #expect(breaks(own, own) == [.driver(["driver.py"])])
    #expect(breaks(nil, nil).isEmpty)
    #expect(breaks(nil, HarnessFinding(source: "main", commit: "c", taken: ["d"])).isEmpty)
    #expect(breaks(nil, own)[0].description == "perhaps the driver (driver.py)")
    // The later baseline may have the changed driver itself.
    #expect(breaks(own, nil, against: "v2").isEmpty)
    #expect(breaks(nil, own, against: "v2") == [.driver(["driver.py"])])
  }

  @Test func `a build's new compiler or flags are reported, but not its new program`() {
    var (before, after) = (Replay.experiment(number: 1), Replay.experiment(number: 2))
    before.builds = [
      BuildRecord(name: "a", recipe: "release", compiler: "Swift 6.2", sha256: "1"),
      BuildRecord(name: "b", recipe: "release"), BuildRecord(name: "gone", recipe: "debug"),
    ]
    after.builds = [
      BuildRecord(name: "a", recipe: "release", compiler: "Swift 6.3", sha256: "2"),
      BuildRecord(name: "b", recipe: "release -Ounchecked", compiler: "Swift 6.3"),
      BuildRecord(name: "new", recipe: "release"),
    ]
    let breaks = HistoryBreak.between(before, after)
    expectSnapshot(
      breaks.map(\.description), named: "compilers-and-recipes",
      stating: "'a' was Swift 6.2, and is Swift 6.3", "'b' was release, and is release -Ounchecked")
    #expect(breaks.allSatisfy { $0.isOfBuild && !$0.isOfMachine })
    #expect(HistoryBreak.between(before, after, build: "b") == [breaks[1]])
    #expect(HistoryBreak.between(before, after, build: "new").isEmpty)
  }
}
