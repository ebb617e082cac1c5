/// A series with a place for each group, empty where nothing was measured.
protocol GroupedSeries {
  associatedtype Value

  var name: String { get }
  var places: [Value?] { get }
}

extension Array where Element: GroupedSeries {
  /// Refuses series that a chart of such groups can not show.
  ///
  /// - Parameter chart: the chart's kind and title, for the error's text.
  /// - Throws: `ChartDataError.noData`, `.countMismatch`, `.tooManySeries`.
  func check(against groups: [String], of chart: String) throws(ChartDataError) {
    for one in self where one.places.count != groups.count {
      throw .countMismatch(series: one.name, expected: groups.count, found: one.places.count)
    }
    guard contains(where: { $0.places.contains { $0 != nil } }) else { throw .noData(chart) }
    guard count <= ChartStyle.seriesLimit else {
      throw .tooManySeries(found: count, limit: ChartStyle.seriesLimit)
    }
  }
}
