import Analysis
import Charts
import Metrics
import Recording
import Reports
import TestSupport
import Testing

/// The runs of commands over a parameter.
struct ParameterChartTests {
  private func analysis(_ commands: [(name: String, times: [Double])]) -> ExperimentAnalysis {
    ExperimentAnalysis(
      Replay.experiment(
        stories: ["command"], builds: commands.map { BuildRecord(name: $0.name, recipe: "") },
        rounds: 2, source: .command),
      runs: commands.flatMap { command in
        command.times.enumerated().map { index, time in
          Replay.run("command", on: command.name, round: index + 1, [.wallTime: time * 1e6])
        }
      })
  }

  @Test func `a line's commands are at their values, each run a point, in one unit`() throws {
    let analysis = analysis([("a 1", [1, 2]), ("a 8", [3, 1500]), ("b 1", [5, 6])])
    let chart = try ScatterChart(
      analysis, over: "n",
      [
        ParameterPlace(command: "a 1", series: "a {n}", value: 1),
        ParameterPlace(command: "a 8", series: "a {n}", value: 8),
        ParameterPlace(command: "b 1", series: "b {n}", value: 1),
      ])
    #expect(chart.vertical == ChartAxis("Wall time", unit: "s"))
    #expect(chart.horizontal == ChartAxis("n") && chart.title == "Wall time by n")
    #expect(chart.note == "a point is one run")
    #expect(chart.series.map(\.name) == ["a {n}", "b {n}"])
    #expect(chart.series[0].points.map(\.x) == [1, 1, 8, 8])
    #expect(chart.series[0].points.map(\.y) == [0.001, 0.002, 0.003, 1.5])
  }

  @Test func `commands without a run that passed, or without the parameter, are only named`()
    throws
  {
    let places = [
      ParameterPlace(command: "a", series: "a", value: 1),
      ParameterPlace(command: "b", series: "b", value: 2),
    ]
    let chart = try ScatterChart(
      analysis([("old", [1]), ("a", [1, 2]), ("b", [])]), over: "n", places)
    #expect(chart.series.map(\.name) == ["a"])
    #expect(chart.note == "a point is one run; without a point: 'old', 'b'")
    #expect(throws: ChartError.self) {
      try ScatterChart(analysis([("a", []), ("b", [])]), over: "n", places)
    }
  }
}
