import Analysis
import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Charts
@testable import Reports

@Suite struct ReportPicturesTests {
  private func charts(
    stories: [String] = ["list"], builds: [String] = ["a", "b"], steps: Int = 1,
    judged: Bool = false
  ) throws -> ReportCharts {
    var runs = SampleRuns.runs(stories: stories, builds: builds)
    for index in runs.indices {
      runs[index].steps = (0..<steps).flatMap { _ in runs[index].steps }
    }
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: stories, builds: builds), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: builds[0], candidate: builds[builds.count - 1])
    return ReportCharts(
      Report(analysis, judgement: judged ? judgement : nil, details: { $0 }))
  }

  @Test func `the changes come first, and every group of pictures has a title`() throws {
    let groups = try charts(steps: 2, judged: true).groups
    #expect(
      groups.map(\.kind.title) == [
        "What changed", "By story", "Every run", "CPU against memory", "One run of each story",
      ])
    #expect(groups[0].pictures.map(\.name) == ["verdicts"])
    #expect(
      groups[2].pictures.map(\.name) == [
        "peak-memory-of-runs", "peak-cpu-of-runs", "cpu-time-of-runs",
      ])
    #expect(groups[4].pictures.map(\.name) == ["timeline-list", "steps-list"])
    #expect(groups.allSatisfy { !$0.pictures.isEmpty })
  }

  @Test func `the steps chart has every build, and a story of one step has no such chart`() throws {
    let names = try charts(builds: ["a", "b", "c"]).pictures(.typicalRuns).map(\.name)
    #expect(names == ["timeline-list"])
    let steps = try charts(builds: ["a", "b", "c"], steps: 3).pictures(.typicalRuns)
    let chart = try #require(steps[1].chart as? StepWaterfall)
    #expect(chart.series.map(\.name) == ["a", "b", "c"])
    #expect(chart.steps == ["list", "list", "list"])
    // 1 ns of CPU time in 200 ms.
    #expect(chart.series[0].places[0] == (try WaterfallSpan(start: 0, end: 0.2, cpu: 1e-9)))
  }

  @Test(arguments: [
    (10 as Int64, 30 as Int64, "100 ms"), (104, 30, "100 ms"), (10, 5, "40 ms"),
    (1500, 4, "up to 1.5 s"),
  ])
  func `a time line says over what time its CPU use is`(
    _ apart: Int64, _ count: Int64, _ words: String
  ) throws {
    var run = Replay.run("list", on: "a")
    run.timeline = Timeline(
      samples: (0..<count).map {
        Sample(
          time: $0 * apart * 1_000_000, resident: 1, anonymous: 0, cpu: 0, machineBusy: 0,
          machineAvailable: 0)
      }, interval: apart * 1_000_000)
    #expect(
      try TimelineChart(run, machineMemory: 0).note
        == "Run 1; CPU in percent of one CPU over \(words)")
  }

  @Test func `builds without a point in a scatter chart are named`() throws {
    func note(_ runs: [Run]) throws -> String {
      let experiment = SampleRuns.experiment(stories: ["list"], builds: ["a", "b"])
      return try ScatterChart(
        ExperimentAnalysis(experiment, runs: runs), cpu: .cpuTime, memory: .peakMemory
      ).note
    }
    let runs = SampleRuns.runs(stories: ["list"], builds: ["a", "b"])
    #expect(try note(runs) == "A sample. Every point is one run")
    #expect(
      try note(runs.filter { $0.build == "a" })
        == "A sample. Every point is one run; without a point: 'b'")
  }

  @Test func `points of runs alone are not among those of pairs`() throws {
    let runs = SampleRuns.runs(stories: ["list"], builds: ["a"])
    let pairs = runs.map { run in
      var run = run
      run.kind = .duet
      run.measurements[.cpuTime] = 9e6
      return run
    }
    let chart = try ScatterChart(
      ExperimentAnalysis(
        SampleRuns.experiment(stories: ["list"], builds: ["a"]), runs: runs + pairs),
      cpu: .cpuTime, memory: .peakMemory)
    #expect(chart.series.map { $0.points.map(\.x) } == [[9, 9, 9]])
  }

  @Test func `a time line begins with the run, also if that is sampled only later`() throws {
    var run = SampleRuns.runs(stories: ["list"], builds: ["a"])[0]
    run.timeline = Timeline(
      samples: Array(run.timeline.samples.dropFirst(2)), interval: run.timeline.interval)
    let chart = try TimelineChart(run, machineMemory: 0)
    #expect(chart.steps.map(\.start) == [0] && chart.duration == 0.2)
    #expect(chart.memory.own.first?.x == 0.02)
  }

  @Test func `a time line is of the typical run among those that were sampled`() throws {
    var runs = SampleRuns.runs(stories: ["list"], builds: ["a"])
    func drawn() throws -> String? {
      let experiment = SampleRuns.experiment(stories: ["list"], builds: ["a"])
      return try TimelineChart.typical(of: ExperimentAnalysis(experiment, runs: runs))?.note
    }
    #expect(try drawn()?.hasPrefix("Run 2; ") == true)
    // A short run may end before its second sample.
    runs[1].timeline = Timeline(samples: Array(runs[1].timeline.samples.prefix(1)), interval: 1)
    runs[2].timeline = .empty
    #expect(try drawn()?.hasPrefix("Run 1; ") == true)
    runs[0].timeline = .empty
    #expect(try drawn() == nil)
  }

  @Test func `one build has no chart of changes, and single runs have no distributions`() throws {
    #expect(try charts(builds: ["a"]).pictures(.changes).isEmpty)
    let runs = SampleRuns.runs(stories: ["list"], builds: ["a"]).filter { $0.round == 1 }
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: ["list"], builds: ["a"]), runs: runs)
    let charts = ReportCharts(Report(analysis, details: { $0 }))
    #expect(charts.pictures(.runs).isEmpty)
    let notes = charts.pictures(.stories).map { $0.chart.note }
    #expect(!notes.isEmpty && notes.allSatisfy { $0.hasSuffix(". Single runs: no intervals") })
    #expect(charts.omissions.isEmpty)
  }

  /// The measurements are 1, 2, 3 and 2, 3, 4 million: three pairs whose ratios are 2, 1.5 and 4/3.
  @Test func `a ratio chart has the comparison's ratios, with a section for each metric`() throws {
    let picture = try #require(try charts(stories: ["list", "lend"]).pictures(.changes).first)
    let chart = try #require(picture.chart as? RatioChart)
    #expect(chart.sections.map(\.title) == ["Peak memory", "Peak CPU", "CPU time"])
    #expect(chart.sections[0].rows.map(\.label) == ["list", "lend", "all stories (n = 3)"])
    let ratio = try #require(chart.sections[0].rows[0].ratio)
    // Of three pairs nothing is trimmed: the cube root of 4.
    #expect(abs(ratio.point - 1.5874010519681994) < 1e-12)
    #expect(ratio.low < ratio.point && ratio.point < ratio.high)
    #expect(chart.sections[0].rows[0].floor == 1 / 1.005...1.005)
  }

  @Test(arguments: [(Metric.throughput, RatioMarker.better), (.cpuTime, .more)])
  func `more of what should be more is drawn as better`(
    _ metric: Metric, _ expected: RatioMarker
  ) throws {
    var runs: [Run] = []
    for round in 1...10 {
      let value = 100 + Double(round % 3) / 100
      for (build, factor) in [("a", 1.0), ("b", 1.2)] {
        runs.append(
          Replay.run("list", on: build, kind: .duet, round: round, [metric: value * factor]))
      }
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(builds: Replay.builds("a", "b"), rounds: 10), runs: runs)
    let comparison = try #require(Comparison.all(of: analysis).first)
    let chart = try RatioChart(comparison, metrics: [metric], subject: "s")
    let markers = chart.sections[0].rows.map { $0.marker }
    #expect(markers == [expected])
  }

  @Test func `the chart of verdicts shows words and bands, and leaves out budgets`() throws {
    let runs = SampleRuns.runs(stories: ["list"], builds: ["a", "b"])
    let analysis = ExperimentAnalysis(
      SampleRuns.experiment(stories: ["list"], builds: ["a", "b"]), runs: runs)
    let judgement = try Judgement(
      analysis, baseline: "a", candidate: "b",
      gates: [
        Gate(metric: .cpuTime, limit: .change(0.05)), Gate(metric: .peakMemory),
        Gate(metric: .peakCPU, limit: .budget(1)),
      ])
    let chart = try RatioChart(judgement, subject: "A sample")
    #expect(chart.sections.map(\.title) == ["CPU time", "Peak memory"])
    let rows = chart.sections.map { $0.rows[0] }
    #expect(rows.map(\.verdict) == ["inconclusive", "inconclusive"])
    #expect(rows.map(\.marker) == [.open, .open])
    // The floor is of the noise; the gate stands beside it.
    #expect(rows[0].floor == 1 / 1.005...1.005 && rows[0].margin == 1 / 1.05...1.05)
    // 64 KiB of 2 MB.
    #expect(rows[1].floor == 1 - 0.032768...1.032768 && rows[1].margin == 1 / 1.02...1.02)
  }
}
