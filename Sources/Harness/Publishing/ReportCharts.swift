import Analysis
import Charting
import MetricCatalog
import Recording
import SystemPackage

/// The pictures of a report. A picture for which there are no data is left out.
struct ReportCharts {
  /// A picture and its file name without ending.
  struct Picture {
    let name: String
    let chart: any Chart

    func write(
      to path: FilePath, as format: ChartFormat, by renderer: ChartRenderer
    ) async throws {
      try await renderer.write(chart, as: format, to: path)
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
    let memory = analysis.experiment.environment?.memory ?? 0
    timelines = report.typicalRuns.compactMap { run in
      Self.picture("timeline-\(run.story)") { () throws(ChartDataError) in
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
