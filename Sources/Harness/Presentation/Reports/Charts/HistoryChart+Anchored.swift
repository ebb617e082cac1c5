import Analysis
import Charts
import Metrics
import Recording
import Statistics

extension HistoryChart {
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
        bars[place] = try Bar(
          point.ratio.point, low: point.ratio.lower, high: point.ratio.upper)
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
      experiments: experiments.map { experiment in
        ["#\(experiment.number ?? 0)"] + (experiment.revision.map { [$0.short] } ?? [])
      },
      breaks: breaks.sorted(), panels: panels)
  }
}
