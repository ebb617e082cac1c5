import Analysis
import Charting
import MetricCatalog
import Recording

/// The pictures of a report. A picture for which there are no data is left out.
struct ReportCharts {
  /// A picture and its file name without ending.
  struct Picture {
    let name: String
    let chart: any Chart

    func drawn(as format: ChartFormat, by renderer: ChartRenderer) async throws -> [UInt8] {
      try await renderer.draw(chart, as: format)
    }
  }

  let bars: [Picture]
  let layouts: [Picture]
  let scatter: [Picture]
  let timelines: [Picture]

  init(_ report: Report) throws(ChartDataError) {
    let analysis = report.analysis
    var bars: [Picture?] = []
    for metric in report.mainMetrics {
      bars.append(
        try Self.picture("\(metric.id)-by-story") { () throws(ChartDataError) in
          try BarChart(analysis, metric: metric)
        })
    }
    self.bars = bars.compactMap(\.self)
    var layouts: [Picture?] = []
    for metric in Report.layoutMetrics {
      layouts.append(
        try Self.picture("\(metric.id)-by-layout") { () throws(ChartDataError) in
          try LayoutChart(analysis, metric: metric)
        })
    }
    self.layouts = layouts.compactMap(\.self)
    // Peak CPU says little of a story that keeps one thread busy; CPU time, where it is known,
    // says what the story costs.
    let cpu: Metric = analysis.metrics.contains(.cpuTime) ? .cpuTime : .peakCPU
    scatter = [
      try Self.picture("\(cpu.id)-against-memory") { () throws(ChartDataError) in
        try ScatterChart(analysis, cpu: cpu, memory: .peakMemory)
      }
    ].compactMap(\.self)
    var names = FileNames()
    let memory = analysis.experiment.environment?.memory ?? 0
    var timelines: [Picture?] = []
    for run in report.typicalRuns {
      timelines.append(
        try Self.picture(names.name("timeline", run.story)) { () throws(ChartDataError) in
          try TimelineChart(run, machineMemory: memory)
        })
    }
    self.timelines = timelines.compactMap(\.self)
  }

  var all: [Picture] { bars + layouts + scatter + timelines }

  /// The picture, or nil where there are no data for it.
  private static func picture(
    _ name: String, _ chart: () throws(ChartDataError) -> any Chart
  ) throws(ChartDataError) -> Picture? {
    do {
      return Picture(name: name, chart: try chart())
    } catch .noData {
      return nil
    }
  }
}
