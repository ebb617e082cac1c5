import Analysis
import Charts
import DriverProtocol
import Metrics
import Recording

extension TimelineChart {
  /// One run's time line with its steps, from its first sample or step on: a command is sampled only once it has
  /// lasted for a while. Prerequisite stories' steps are in parentheses. The machine's memory is all of it, in bytes;
  /// a run that is not just one of many has a title.
  /// - Throws: `ChartError` if the run has no samples.
  public init(_ run: Run, machineMemory: Int64, title: String? = nil) throws(ChartError) {
    guard let first = run.timeline.samples.first?.time else {
      throw .noData("timeline of \(run.story)")
    }
    let start = run.steps.map(\.start).reduce(first, min)
    func seconds(_ time: Int64) -> Double { (Double(time) - Double(start)) / 1e9 }
    func points(_ values: [(time: Int64, value: Double)]) throws(ChartError) -> [ChartPoint] {
      var points: [ChartPoint] = []
      for (time, value) in values { points.append(try ChartPoint(x: seconds(time), y: value)) }
      return points
    }
    let samples = run.timeline.samples
    let usage = run.timeline.usage()
    let memory = try TimelinePanel(
      axis: ChartAxis("Memory", unit: "MB"),
      own: points(samples.map { ($0.time, Double($0.resident) / 1e6) }),
      others: points(
        samples.map {
          ($0.time, Double(max(0, machineMemory - $0.machineAvailable - $0.anonymous)) / 1e6)
        }), othersHaveOwnScale: true)
    let cpu = try TimelinePanel(
      axis: ChartAxis("CPU", unit: "%"),
      own: points(usage.map { ($0.middle, $0.cpu) }),
      others: points(usage.map { ($0.middle, $0.otherCPU) }))
    var steps: [TimelineStep] = []
    for step in run.steps {
      let name = step.story == run.story ? step.label : "(\(step.story))"
      steps.append(
        try TimelineStep(name: name, start: seconds(step.start), end: seconds(step.end)))
    }
    try self.init(
      title: title ?? "One run of \(run.story) on \(run.build)",
      note: (title == nil ? "Run \(run.round); " : "")
        + "CPU in percent of one CPU over \(Self.words(ofWindows: usage))",
      memory: memory, cpu: cpu,
      steps: steps,
      othersName: "others")
  }

  /// The time line of the first build's run that is closest to its median CPU time, among those that were sampled
  /// twice or more: of short runs these are only some. Nil if there is none.
  /// - Throws: `ChartError` if it can't be drawn.
  public static func typical(of analysis: ExperimentAnalysis) throws(ChartError) -> TimelineChart? {
    let sampled = analysis.runs.filter { $0.timeline.samples.count > 1 }
    let report = Report(ExperimentAnalysis(analysis.experiment, runs: sampled), details: { $0 })
    guard let run = report.typicalRuns.first else { return nil }
    return try TimelineChart(run, machineMemory: analysis.experiment.environment?.memory ?? 0)
  }

  /// The time that each value of CPU is of. A run may be shorter than the usual window, and samples may be further
  /// apart. One sample more or less, at the usual rate, is no difference.
  private static func words(ofWindows usage: [Timeline.Usage]) -> String {
    let usual = Double(Timeline.usageWindow)
    let longest = Double(usage.map { $0.end - $0.start }.max() ?? 0)
    if longest < usual { return MetricWords.time(longest) }
    return longest < 2 * usual
      ? MetricWords.time(usual) : "up to \(MetricWords.time(longest))"
  }
}

extension StepWaterfall {
  /// One run of each build of one story, from the first step on; prerequisite stories' steps are in
  /// parentheses.
  ///
  /// CPU time is the whole process's, including its children's.
  /// - Parameter runs: the runs with their steps, one per build.
  /// - Throws: `ChartError` if no run has steps.
  public init(_ runs: [Run]) throws(ChartError) {
    let story = runs.first?.story ?? ""
    // All builds replay the same steps; a run that failed has fewer.
    let longest = runs.map(\.steps).max { $0.count < $1.count } ?? []
    var series: [ChartSeries<WaterfallSpan>] = []
    for run in runs {
      let begin = run.steps.map(\.start).min() ?? 0
      var spans: [WaterfallSpan?] = []
      for step in run.steps {
        let cpu = (step.tree?.cost ?? step.outside).cpu.nanoseconds
        spans.append(
          try WaterfallSpan(
            start: Double(step.start - begin) / 1e9, end: Double(step.end - begin) / 1e9,
            cpu: Double(max(0, cpu)) / 1e9))
      }
      spans += Array(repeating: nil, count: longest.count - spans.count)
      series.append(ChartSeries(name: run.build, places: spans))
    }
    let rounds = runs.map { "\($0.build) run \($0.round)" }.joined(separator: ", ")
    try self.init(
      title: "Steps of \(story)",
      note: "\(rounds). The filled part of a bar is CPU time, all threads together",
      steps: longest.map { $0.story == story ? $0.label : "(\($0.story)) \($0.label)" },
      series: series)
  }
}
