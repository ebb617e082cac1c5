import Analysis
import Metrics
import Recording
import TestSupport
import Testing

/// What is said of imported values that are of single runs.
struct SingleImportTests: FindingSuite {
  @Test func `imported values of single runs are counted, and those of the surroundings are not`() {
    // The CPU time of two runs, and the wall time of one.
    let runs = [
      Replay.run("list", on: "checked", round: 1, [.cpuTime: 1, .wallTime: 2, .otherCPU: 1]),
      Replay.run("list", on: "checked", round: 2, [.cpuTime: 1]),
    ]
    #expect(findings(runs, source: .import) == [.singleImports(SingleImports(count: 1, of: 2))])
    #expect(
      findings(runs, source: .import).map(\.description) == [
        "1 of 2 imported values is of a single run, without an interval: no difference can be found there."
      ])
    #expect(findings(runs, rounds: 2).allSatisfy { $0 != .singleImports(.init(count: 1, of: 2)) })
    #expect(SingleImports(count: 2, of: 3).words == "2 of 3 imported values are of single runs")
  }

  @Test func `a stored experiment with imported single runs is not simply compared`() {
    let side = { (source: Experiment.Source) in
      StoredPair.StoredBuild(
        ExperimentAnalysis(
          Replay.experiment(builds: Replay.builds("checked"), source: source),
          runs: [Replay.run("list", on: "checked", [.wallTime: 2])]),
        build: "checked", named: "app")
    }
    #expect(
      StoredPair.objections(side(.import), side(.replay))
        .contains("1 of 1 imported values is of a single run in app"))
    #expect(
      !StoredPair.objections(side(.replay), side(.replay)).contains { $0.contains("imported") })
  }
}
