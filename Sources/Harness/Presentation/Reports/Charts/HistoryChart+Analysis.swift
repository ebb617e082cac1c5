import Analysis
import Charts
import Metrics
import Recording
import Statistics

extension HistoryChart {
  /// A history's means with their 95 % confidence intervals, one panel per story and one line per build.
  /// - Throws: `ChartError` if there is no series, or if there are too many builds to distinguish.
  public init(_ history: History) throws(ChartError) {
    let numbers = history.entries.map { $0.experiment.number ?? 0 }
    var stories: [String] = []
    for series in history.series where stories.last != series.story { stories.append(series.story) }
    let builds = Set(history.series.map(\.build)).count
    var panels: [HistoryPanel] = []
    for story in stories {
      var lines: [ChartSeries<Bar>] = []
      var labels: [Int: [String]] = [:]
      for series in history.series where series.story == story {
        var bars = [Bar?](repeating: nil, count: numbers.count)
        for point in series.points {
          guard let place = numbers.firstIndex(of: point.experiment.number ?? 0) else { continue }
          bars[place] = try Bar(mean: point.summary, in: history.metric.unit)
          if let change = point.change {
            let percent = change.shift.relativeChange * 100
            let size = "\(change.shift.changeFormat.string(for: percent)) %"
            labels[place, default: []].append(builds == 1 ? size : "\(series.build) \(size)")
          }
        }
        lines.append(ChartSeries(name: series.build, places: bars))
      }
      panels.append(
        HistoryPanel(
          title: story, lines: lines,
          markers: labels.sorted { $0.key < $1.key }.map {
            HistoryMarker(place: $0.key, label: $0.value.joined(separator: ", "))
          }))
    }
    let first = history.entries.first?.experiment.title ?? ""
    try self.init(
      title: "\(history.metric.title) over experiments",
      note: "\(first). Means with 95 % confidence intervals; changes by E-divisive means",
      axis: ChartAxis(history.metric.title, unit: history.metric.unit.displaySymbol),
      experiments: history.entries.map { entry in
        ["#\(entry.experiment.number ?? 0)"] + (entry.experiment.revision.map { [$0.short] } ?? [])
      },
      breaks: history.entries.indices.filter {
        history.entries[$0].breaks.contains { $0.isOfMachine || $0.isOfBuild }
      },
      panels: panels)
  }
}
