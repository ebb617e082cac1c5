import Analysis
import Metrics
import Recording
import Statistics
import Store
import TestSupport
import Testing

struct Source2015Tests {
  private let analysis: ExperimentAnalysis

  init() throws {
    var measurements = ImportedMeasurements()
    for build in ["swift", "objc"] {
      let file = "\(build)_measurements.csv"
      try measurements.add(Results2015.text(of: file), file: file, build: build)
    }
    analysis = ExperimentAnalysis(
      Replay.experiment(
        stories: measurements.stories, builds: Replay.builds("swift", "objc"),
        rounds: measurements.rounds, source: .import),
      runs: measurements.runs)
  }

  @Test func `means equal those that the source prints, except for its one error`() throws {
    let printed = try Results2015.text(of: "reported_peaks.csv").split(separator: "\n").dropFirst()
    #expect(printed.count == 32)
    var wrong: [String] = []
    for line in printed {
      let fields = line.split(separator: ",").map(String.init)
      let metric: Metric = fields[2] == "memory_mb" ? .peakMemory : .peakCPU
      let summary = try #require(
        analysis.summary(of: Cell(story: fields[3], build: fields[1], metric: metric)))
      #expect(summary.count == 10, "\(line)")
      let mean = summary.mean / metric.unit.displayScale
      if !isNear(mean, try #require(Double(fields[4]))) {
        wrong.append("\(line), but the runs give \((mean * 100).rounded() / 100)")
      }
    }
    #expect(wrong == ["12,swift,memory_mb,US2,4.33, but the runs give 5.33"])
  }

  @Test func `Objective-C over Swift is a ratio of independent samples`() throws {
    let rows = Comparison(analysis, baseline: "swift", candidate: "objc").rows
    #expect(rows.count == 6 * 8)
    let memory = try #require(rows.first { $0.story == "US1" && $0.metric == .peakMemory })
    #expect(
      try memory.ratio.get().evidence == .independent(try #require(memory.baseline).count))
    expect(
      try memory.ratio.get(), point: 0.8656716417910446, lower: 0.8564906063725455,
      upper: 0.8749510920791623, error: 0.004386879240394108)
    let cpu = try #require(rows.first { $0.story == "US7" && $0.metric == .peakCPU })
    expect(
      try cpu.ratio.get(), point: 0.6803149606299213, lower: 0.6002768785226902,
      upper: 0.771024942349827, error: 0.03951421804304423)
  }

  @Test func `the only finding is that some imported runs are busy`() {
    #expect(
      analysis.findings == [
        .busyImports(
          count: 45, of: 160, mostly: ["'US4A' on 'swift'", "'US4B' on 'swift'"], limit: 10)
      ])
  }
}
