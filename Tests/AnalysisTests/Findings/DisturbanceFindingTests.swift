import Analysis
import Metrics
import Recording
import TestSupport
import Testing

/// What is told of runs that something else on the machine disturbed.
struct DisturbanceFindingTests: FindingSuite {
  @Test func `the median run decides whether a busy machine is reported`() {
    #expect(findings(runs([.otherCPU: 10])) == [])
    #expect(findings(runs([.otherCPU: 10.4])) == [.busyMachine(percent: 10.4)])
    let one = [
      Replay.run("list", on: "checked", [.otherCPU: 1]),
      Replay.run("list", on: "unchecked", [.otherCPU: 18]),
    ]
    #expect(findings(one) == [])
    #expect(findings(runs([.otherCPU: 10]), source: .import) == [])
    #expect(
      findings(one, source: .import) == [
        .busyImports(count: 1, of: 2, mostly: ["'list' on 'unchecked'"], limit: 10)
      ])
  }

  @Test func `disturbed runs are reported with their causes instead of a busy machine`() {
    let excess = InterferenceExcess(cause: .otherProcesses, value: 35, limit: 10)
    var runs = runs([.otherCPU: 90], rounds: 2)
    #expect(findings(runs, rounds: 2) == [.busyMachine(percent: 90)])
    runs[0].interference = Replay.interference(others: 20)
    runs[3].interference = Replay.interference(others: 35)
    let told = findings(runs, rounds: 2)
    #expect(told == [.disturbedRuns(count: 2, of: 4, [excess], mayRepeat: false)])
    expectSnapshot([told[0].description], named: "disturbed-runs", stating: "2 of 4 runs", "35 %")
    var experiment = Replay.experiment(rounds: 2)
    experiment.rerunPolicy = RerunPolicy()
    expectSnapshot(
      ExperimentAnalysis(experiment, runs: runs).findings.map(\.description),
      named: "disturbed-runs-to-repeat", stating: "2 of 4 runs", "35 %", "--rerun-disturbed")
  }

  @Test func `only watched runs enter the numbers of disturbed and unknown runs`() {
    var runs =
      runs(rounds: 2)
      + [RunKind.counted, .duet, .fixedAddresses].map {
        Replay.run("list", on: "checked", kind: $0)
      }
    runs[0].interference = Replay.interference(others: 35)
    let analysis = ExperimentAnalysis(Replay.experiment(rounds: 2), runs: runs)
    #expect(analysis.disturbedCounts == (disturbed: 1, unknown: 3))
    #expect(analysis.findings.contains { $0.description.hasPrefix("1 of 4 runs was disturbed") })
  }

  @Test func `disturbed pairs are reported by name, each once`() {
    let runs = (1...10).flatMap { round in
      ["checked", "unchecked"].map { build in
        var run = Replay.run(
          round < 10 ? "list" : "lend", on: build, kind: .duet, round: round)
        run.arrangement = .duet(.init(cpu: 1, slice: 500_000, tick: 500_000))
        run.interference = Replay.interference(others: round == 2 ? 5 : 20 + Int64(round))
        return run
      }
    }
    let told = findings(runs, rounds: 10).first {
      if case .disturbedPairs = $0 { true } else { false }
    }
    expectSnapshot(
      [told?.description ?? ""], named: "disturbed-pairs", stating: "9 of 10 pairs",
      "list 1, 3, 4, 5, 6, 7, 8, 9 and 1 more", "30 %")
  }

  @Test func `runs are judged by the stored interference rule, not by today's`() {
    var runs = runs()
    runs[0].interference = Replay.interference(others: 35)
    var experiment = Replay.experiment()
    experiment.rerunPolicy = RerunPolicy()
    experiment.rerunPolicy?.rule.othersPercent = 40
    #expect(ExperimentAnalysis(experiment, runs: runs).findings == [])
  }

  @Test func `tries that were repeated are left out of measurements, and reported`() {
    func tries(others last: Int64) -> [Run] {
      [50, last].enumerated().flatMap { index, others in
        runs([.cpuTime: Double(index)]).map { run in
          var run = run
          run.attempt = index + 1
          run.interference = Replay.interference(others: others)
          return run
        }
      }
    }
    var experiment = Replay.experiment()
    experiment.rerunPolicy = RerunPolicy(repeats: 1)
    let quiet = ExperimentAnalysis(experiment, runs: tries(others: 0))
    #expect(quiet.findings == [.repeatedRuns(count: 2, stillDisturbed: 0, repeats: 1)])
    let cell = Cell(story: "list", build: "checked", metric: .cpuTime)
    #expect(quiet.measurements(of: cell).map(\.value) == [1])
    let noisy = ExperimentAnalysis(experiment, runs: tries(others: 60))
    #expect(noisy.measurements(of: cell).map(\.value) == [0])
    expectSnapshot(
      [quiet.findings[0].description, noisy.findings.last?.description ?? ""],
      named: "repeated-runs",
      stating: "2 runs were repeated", "2 runs were repeated", "2 were disturbed in each of 2 tries"
    )
  }
}
