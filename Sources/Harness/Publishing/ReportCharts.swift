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
  let scatter: [Picture]
  let timelines: [Picture]

  init(_ report: Report) {
    let analysis = report.analysis
    bars = report.mainMetrics.compactMap { metric in
      Self.picture("\(metric.id)-by-story") { () throws(ChartDataError) in
        try BarChart(analysis, metric: metric)
      }
    }
    // Peak CPU says little of a story that keeps one thread busy; CPU time, where it is known,
    // says what the story costs.
    let cpu: Metric = analysis.metrics.contains(.cpuTime) ? .cpuTime : .peakCPU
    scatter = [
      Self.picture("\(cpu.id)-against-memory") { () throws(ChartDataError) in
        try ScatterChart(analysis, cpu: cpu, memory: .peakMemory)
      }
    ].compactMap(\.self)
    var names = FileNames()
    let memory = analysis.experiment.environment?.memory ?? 0
    timelines = report.typicalRuns.compactMap { run in
      Self.picture(names.name("timeline", run.story)) { () throws(ChartDataError) in
        try TimelineChart(run, machineMemory: memory)
      }
    }
  }

  var all: [Picture] { bars + scatter + timelines }

  private static func picture(
    _ name: String, _ chart: () throws(ChartDataError) -> any Chart
  ) -> Picture? {
    // The one reason why a chart of stored figures can't be is that there are none.
    (try? chart()).map { Picture(name: name, chart: $0) }
  }
}
