import Analysis
import Metrics
import Recording
import Statistics
import TestSupport
import Testing

struct ExperimentAnalysisTests {
  private let cell = Cell(story: "list", build: "checked", metric: .cpuTime)

  @Test func `only runs that passed count, and they keep their rounds and their order`() {
    let analysis = ExperimentAnalysis(
      Replay.experiment(rounds: 3),
      runs: [
        Replay.run("list", on: "checked", round: 3, [.cpuTime: 30]),
        Replay.run("list", on: "checked", round: 1, [.cpuTime: 10]),
        Replay.run("list", on: "checked", round: 2, [.cpuTime: 999], failed: .crashed),
        Replay.run("list", on: "unchecked", round: 1, [.cpuTime: 8]),
        Replay.run("lend", on: "checked", round: 1, [.cpuTime: 7]),
      ])
    #expect(analysis.measurements(of: cell).map(\.round) == [3, 1])
    #expect(analysis.measurements(of: cell).map(\.value) == [30, 10])
    #expect(analysis.distribution(of: cell)?.values == [30, 10])
    #expect(analysis.summary(of: cell)?.mean == 20)
    #expect(analysis.runs.count == 5)
  }

  @Test func `a cell without measurements has no summary rather than one of zeros`() {
    let analysis = ExperimentAnalysis(
      Replay.experiment(), runs: [Replay.run("list", on: "checked", [.cpuTime: 1])])
    let empty = Cell(story: "list", build: "checked", metric: .wallTime)
    #expect(analysis.measurements(of: empty) == [])
    #expect(analysis.distribution(of: empty) == nil)
    #expect(analysis.summary(of: empty) == nil)
  }

  @Test func `metrics are those of passed runs, in the catalogue's order`() {
    let analysis = ExperimentAnalysis(
      Replay.experiment(),
      runs: [
        Replay.run("list", on: "checked", [.wallTime: 1, .peakMemory: 1]),
        Replay.run("list", on: "unchecked", [.cpuTime: 1]),
        Replay.run("list", on: "unchecked", [.peakCPU: 1], failed: .timedOut),
      ])
    #expect(analysis.metrics == [.peakMemory, .cpuTime, .wallTime])
  }

  @Test func `builds and stories have the scenario's order`() {
    let analysis = ExperimentAnalysis(
      Replay.experiment(stories: ["z", "a"], builds: Replay.builds("y", "b")), runs: [])
    #expect(analysis.stories == ["z", "a"])
    #expect(analysis.builds == ["y", "b"])
    #expect(analysis.metrics == [])
  }

  @Test func `each failure is listed with its run`() throws {
    let analysis = ExperimentAnalysis(
      Replay.experiment(),
      runs: [
        Replay.run("list", on: "checked"),
        Replay.run("list", on: "unchecked", round: 4, failed: .wrongOutcome),
      ])
    #expect(analysis.failures.count == 1)
    let failure = try #require(analysis.failures.first)
    #expect(failure.run.build == "unchecked" && failure.run.round == 4)
    #expect(failure.failure.reason == .wrongOutcome)
  }
}
