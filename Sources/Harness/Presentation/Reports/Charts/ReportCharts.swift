import Analysis
import Charts
import Metrics
import Recording
import Statistics

/// The pictures of a report, in groups, in reading order.
///
/// Pictures without data are left out, and so are groups without pictures.
struct ReportCharts {
  let groups: [ReportPictures]
  /// The pictures that could not be drawn, and why.
  let omissions: [String]

  /// No pictures, for a page without any.
  init() { (groups, omissions) = ([], []) }

  /// The pictures of a report, with typical runs of at most this many stories.
  init(_ report: Report, maximumRuns: Int = Report.drawnStories) {
    var draft = ReportChartsDraft(report: report, maximumRuns: maximumRuns)
    groups = [
      ReportPictures(kind: .changes, pictures: draft.changes(report.judgement)),
      ReportPictures(kind: .stories, pictures: draft.bars()),
      ReportPictures(kind: .runs, pictures: draft.distributions()),
      ReportPictures(kind: .layouts, pictures: draft.layouts()),
      ReportPictures(kind: .scatter, pictures: draft.scatter()),
      ReportPictures(kind: .typicalRuns, pictures: draft.typicalRuns()),
    ].filter { !$0.pictures.isEmpty }
    omissions = draft.omissions
  }

  /// The pictures of one kind; empty if there are none.
  func pictures(_ kind: ReportPictures.Subject) -> [ReportPicture] {
    groups.first { $0.kind == kind }?.pictures ?? []
  }
}

/// Creates a report's pictures, kind by kind.
struct ReportChartsDraft {
  let report: Report
  /// The greatest number of stories whose typical runs are drawn.
  let maximumRuns: Int
  var omissions: [String] = []
  var names = FileNames()

  private var analysis: ExperimentAnalysis { report.analysis }

  /// Returns the judged changes; otherwise each build compared with the first.
  mutating func changes(_ judgement: Judgement?) -> [ReportPicture] {
    let subject = analysis.experiment.title
    if let judgement {
      return picture("verdicts") { () throws(ChartError) in
        try RatioChart(judgement, subject: subject)
      }
    }
    var pictures: [ReportPicture] = []
    for comparison in report.comparisons {
      let name = names.name("changes", comparison.candidate, "against", comparison.baseline)
      pictures += picture(name) { [report] () throws(ChartError) in
        try RatioChart(comparison, metrics: report.mainMetrics, subject: subject)
      }
    }
    return pictures
  }

  mutating func bars() -> [ReportPicture] {
    var pictures: [ReportPicture] = []
    for metric in report.mainMetrics where saysSomething(metric) {
      pictures += picture("\(metric.id)-by-story") { [analysis] () throws(ChartError) in
        try BarChart(analysis, metric: metric)
      }
    }
    return pictures
  }

  /// Single runs show nothing that the bars don't show, and nobody looks at a hundred panels. With many
  /// stories, only those with typical runs are drawn.
  mutating func distributions() -> [ReportPicture] {
    var pictures: [ReportPicture] = []
    var stories: [String]?
    let leftOut = analysis.stories.count - maximumRuns
    if analysis.stories.count > Report.drawnStories, leftOut > 0 {
      let drawn = report.drawnRuns(atMost: maximumRuns).runs.compactMap { $0.first?.story }
      stories = drawn
      omissions.append(
        "Every run of \(Self.more(analysis.stories.count - drawn.count)): only \(drawn.count) are "
          + "drawn, first those with something to report; all are in measurements.csv.")
    }
    for metric in report.mainMetrics where hasSeveralRuns(of: metric) && saysSomething(metric) {
      pictures += picture("\(metric.id)-of-runs") { [analysis, stories] () throws(ChartError) in
        try DistributionChart(analysis, metric: metric, stories: stories)
      }
    }
    return pictures
  }

  mutating func layouts() -> [ReportPicture] {
    var pictures: [ReportPicture] = []
    for metric in Report.layoutMetrics {
      pictures += picture("\(metric.id)-by-layout") { [analysis] () throws(ChartError) in
        try LayoutChart(analysis, metric: metric)
      }
    }
    return pictures
  }

  mutating func scatter() -> [ReportPicture] {
    let cpu = report.scatterCPU
    return picture("\(cpu.id)-against-memory") { [analysis] () throws(ChartError) in
      try ScatterChart(analysis, cpu: cpu, memory: .peakMemory)
    }
  }

  /// For each story the first build's run over time, and its steps on all builds; a single step is the whole
  /// time line.
  mutating func typicalRuns() -> [ReportPicture] {
    let memory = analysis.experiment.environment?.memory ?? 0
    var pictures: [ReportPicture] = []
    let (drawn, leftOut) = report.drawnRuns(atMost: maximumRuns)
    if leftOut > 0 {
      omissions.append(
        "Typical runs of \(Self.more(leftOut)): only \(drawn.count) are drawn, first those with "
          + "something to report. 'rehearse report --story NAME' draws others.")
    }
    for all in drawn {
      guard let run = all.first else { continue }
      let timeline = names.name("timeline", run.story)
      pictures += picture(timeline, story: run.story) { () throws(ChartError) in
        try TimelineChart(run, machineMemory: memory)
      }
      guard run.steps.count > 1 else { continue }
      let steps = names.name("steps", run.story)
      pictures += picture(steps, story: run.story) { () throws(ChartError) in
        try StepWaterfall(all)
      }
    }
    return pictures
  }

  private static func more(_ count: Int) -> String {
    count.counted("more story", "more stories")
  }

  /// Peak CPU of stories that keep one thread busy is 100 on every build, and bars of one height show
  /// nothing. It is accurate to 4 percentage points, so means closer than that are the same.
  private func saysSomething(_ metric: Metric) -> Bool {
    guard metric == .peakCPU else { return true }
    let means = analysis.stories.flatMap { story in
      analysis.builds.compactMap {
        analysis.summary(of: Cell(story: story, build: $0, metric: metric))?.mean
      }
    }
    return (means.max() ?? 0) - (means.min() ?? 0) > 4
  }

  private func hasSeveralRuns(of metric: Metric) -> Bool {
    analysis.stories.contains { story in
      analysis.builds.contains { build in
        analysis.measurements(of: Cell(story: story, build: build, metric: metric)).count > 1
      }
    }
  }

  /// The picture, or none if it has no data, or more than it can show: that is reported, and all others are
  /// drawn.
  private mutating func picture(
    _ name: String, story: String? = nil, _ chart: () throws(ChartError) -> any Chart
  ) -> [ReportPicture] {
    do throws(ChartError) {
      return [try ReportPicture(name, chart(), story: story)]
    } catch {
      if case .noData = error { return [] }
      omissions.append("\(name): \(error)")
      return []
    }
  }
}
