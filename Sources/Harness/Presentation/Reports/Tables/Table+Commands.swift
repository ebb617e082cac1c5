import Analysis
import Metrics
import Recording
import Statistics
import Tables

extension Table {
  /// One command: one row per metric, in a suitable unit; if asked, also for those that were always 0.
  public static func command(
    _ analysis: ExperimentAnalysis, build: String, as view: CommandView = CommandView()
  ) throws(TableError) -> Table {
    let passed = analysis.measuredRuns.filter { $0.build == build && $0.passed }.count
    return try Table(
      title: "\(build): \(passed.counted("run", "runs"))", notes: treeNotes(analysis, build),
      columns: [
        Column(""), .number("Mean"), .number("Deviation"), .number("Median"), .number("Minimum"),
        .number("Maximum"),
      ],
      rows: commandMetrics.filter { isReported($0, analysis, build) }.compactMap { metric in
        analysis.summary(ofCommand: build, metric).flatMap { summary in
          // No allocation at all is a result.
          let isReported = view.withZeros || metric.isAllocationCount
          guard isReported || summary.minimum != 0 || summary.maximum != 0 else { return nil }
          let scale = view.scale(of: metric, for: summary.mean)
          return [.text(metric.title(in: scale))]
            + [.mean, .standardDeviation, .median, .minimum, .maximum].map {
              measurement($0, of: summary, in: scale)
            }
        }
      })
  }

  /// Several commands side by side: one section per metric, one row per command, each compared with the
  /// first.
  public static func commands(
    _ analysis: ExperimentAnalysis, _ comparisons: [Comparison],
    metrics: [Metric] = comparedMetrics, as view: CommandView = CommandView()
  ) throws(TableError) -> Table {
    let labels = labels(of: analysis.builds)
    let builds = view.ordered(analysis)
    let rounds = analysis.experiment.rounds
    let order =
      analysis.areOneAfterTheOther
      ? "\(rounds.counted("run", "runs")) of each, one command after the other"
      : rounds > 1
        ? "\(rounds) rounds in random order (seed \(analysis.experiment.seed))" : "1 run of each"
    return try Table(
      title: "\(analysis.builds.count) commands, \(order)",
      notes: labels.legend + fewPairs(comparisons),
      columns: [
        Column("Command"), .number("Mean"), .number("Deviation"), .number("Median"),
        .number("Ratio"), Column("95 % interval", alignment: .trailing),
      ],
      sections: metrics.compactMap { metric in
        let summaries = builds.map { analysis.summary(ofCommand: $0, metric) }
        guard let maximum = summaries.compactMap({ $0?.mean }).max() else { return nil }
        let scale = view.scale(of: metric, for: maximum)
        return Section(
          metric.title(in: scale),
          rows: zip(builds, summaries).map { build, summary in
            [.text(labels.names[build, default: build])]
              + [.mean, .standardDeviation, .median].map {
                measurement($0, of: summary, in: scale)
              } + ratio(comparisons.first { $0.candidate == build }, metric)
          })
      })
  }

  /// The longest command that is its own label, in terminal columns.
  private static let widestLabel = 22

  /// Names for a narrow column: the commands, or numbers with a legend if one of them is too long. Cutting them
  /// would not do, because commands often differ at their ends.
  private static func labels(of commands: [String]) -> (names: [String: String], legend: [String]) {
    let areShort = commands.allSatisfy { DisplayWidth.of($0) <= widestLabel }
    let pairs = commands.enumerated().map { ($1, areShort ? $1 : "\($0 + 1)") }
    let names = Dictionary(pairs, uniquingKeysWith: { a, _ in a })
    return (names, areShort ? [] : pairs.map { "\($1): \($0)" })
  }

  /// The metrics shown for one command, among those measured.
  public static let commandMetrics: [Metric] =
    [
      .wallTime, .throughput, .cpuTime, .userTime, .systemTime, .meanCPU, .peakCPU, .peakMemory,
      .treePeakMemory, .treePeakCgroupMemory, .treePeakProportionalMemory, .treeProcesses,
      .minorFaults, .majorFaults,
      .voluntarySwitches, .involuntarySwitches, .storageRead, .storageWritten,
    ] + Metric.instructionCounts + [.allocations, .allocatedBytes, .peakLiveBytes]

  /// The metrics shown for several commands.
  public static let comparedMetrics: [Metric] =
    [.wallTime, .throughput, .cpuTime, .peakMemory] + Metric.instructionCounts
    + [.allocations, .allocatedBytes, .peakLiveBytes]

  /// The measurements of a tree with one process are the command's own.
  private static func isReported(
    _ metric: Metric, _ analysis: ExperimentAnalysis, _ build: String
  ) -> Bool {
    guard Metric.ofTrees.contains(metric) else { return true }
    let runs = analysis.runs.filter { $0.build == build }
    return runs.contains { $0.measurements[.treeProcesses].map { $0 > 1 } ?? true }
  }

  private static func treeNotes(_ analysis: ExperimentAnalysis, _ build: String) -> [String] {
    guard isReported(.treeProcesses, analysis, build) else { return [] }
    let runs = analysis.runs.filter { $0.build == build }
    let sources = runs.compactMap(\.circumstances.treeSource)
    guard let source = sources.first else { return [] }
    return ["What it started was found by \(source.words)."]
  }

  private static func measurement(
    _ statistic: Statistic, of summary: Summary?, in scale: DisplayScale
  ) -> Cell {
    guard let summary else { return .missing("no run has this value") }
    guard let value = statistic.value(in: summary) else {
      return .missing("one run has no deviation")
    }
    return .number(
      value / scale.baseUnits, as: summary.format(of: statistic, scale: scale.baseUnits))
  }

  private static func fewPairs(_ comparisons: [Comparison]) -> [String] {
    // Sampled or counted metrics have values of fewer runs, which say nothing about the time.
    let counts = comparisons.compactMap { comparison in
      comparison.rows.first { $0.metric == .wallTime }.flatMap {
        try? $0.ratio.get().evidence.count
      }
    }
    return counts.min().flatMap(TestedTogether.remark)
      .map { ["\($0.capitalisedFirst)."] } ?? []
  }

  /// The ratio to the first command, if a difference is shown, and always its interval.
  private static func ratio(_ comparison: Comparison?, _ metric: Metric) -> [Cell] {
    guard let row = comparison?.rows.first(where: { $0.metric == metric }) else {
      return [.text(""), .text("")]
    }
    switch row.ratio {
    case .success(let ratio):
      let format = ratio.estimate.format()
      let interval =
        "\(format.string(for: ratio.estimate.lower)) to \(format.string(for: ratio.estimate.upper))"
      let point: Cell =
        switch ratio.finding {
        case .shown: .number(ratio.estimate.point, as: format)
        case .undecided: .missing(ratio.tooFewRuns(option: "--runs"))
        case .negligible: .missing("below the noise floor")
        case .layout, .none: .missing("no significant difference")
        }
      return [point, .text(interval)]
    case .failure(let reason): return [.missing(reason.description), .text("")]
    }
  }
}

extension Metric {
  fileprivate static let ofTrees: [Metric] = [
    .treePeakMemory, .treePeakCgroupMemory, .treePeakProportionalMemory, .treeProcesses,
  ]

  fileprivate func title(in scale: DisplayScale) -> String {
    scale.symbol.isEmpty ? title : "\(title), \(scale.symbol)"
  }
}
