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
            let size = change.shift.changeWords
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
      experiments: history.entries.map(\.experiment.placeLabel),
      breaks: history.entries.indices.filter {
        history.entries[$0].breaks.contains { $0.isOfMachine || $0.isOfBuild }
      },
      panels: panels)
  }

  /// Ratios to an anchor with their 95 % intervals, one panel per story. Steps are marked; changes of
  /// machine, kernel or compiler have a line of another kind.
  /// - Throws: `ChartError` for ratios that can't be drawn.
  public init(_ history: AnchoredHistory) throws(ChartError) {
    let experiments = history.experiments
    let places = Dictionary(
      zip(experiments.map { $0.number ?? 0 }, experiments.indices),
      uniquingKeysWith: { first, _ in first })
    var panels: [HistoryPanel] = []
    var breaks: Set<Int> = []
    for series in history.series {
      var bars = [Bar?](repeating: nil, count: experiments.count)
      var markers: [HistoryMarker] = []
      for point in series.points {
        guard let place = places[point.experiment.number ?? 0] else { continue }
        bars[place] = try Bar(point.ratio.point, low: point.ratio.lower, high: point.ratio.upper)
        if point.breaks.contains(where: { $0.isOfMachine || $0.isOfBuild }) { breaks.insert(place) }
        if let step = point.step {
          let size = step.ratio.format.string(for: (step.ratio.point - 1) * 100)
          markers.append(HistoryMarker(place: place, label: "\(size) %"))
        }
      }
      let line = ChartSeries(name: "candidate over \(history.anchor.name)", places: bars)
      panels.append(HistoryPanel(title: series.story, lines: [line], markers: markers))
    }
    try self.init(
      title: "\(history.metric.title) against \(history.anchor.name)",
      note:
        "\(experiments.first?.title ?? ""). Ratios of pairs with 95 % intervals; changes are steps of "
        + "their weighted mean",
      axis: ChartAxis("ratio of \(history.metric.title)"),
      experiments: experiments.map(\.placeLabel), breaks: breaks.sorted(), panels: panels)
  }
}

extension Experiment {
  /// The lines of the label under its place: its number, and its commit.
  fileprivate var placeLabel: [String] {
    ["#\(number ?? 0)"] + (measuredRevision.map { [$0.short] } ?? [])
  }
}
