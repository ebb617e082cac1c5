/// Ratios one below the other, each with its interval (a forest plot): a line a story and metric.
///
/// The axis is logarithmic, so that twice and half lie equally far from 1, and is labelled in percent.
public struct RatioChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// What points, intervals and bands are.
  public let note: String
  /// What the ratios are of, such as `candidate against baseline`.
  public let axis: String
  /// What the legend calls the lines' ``RatioRow/floor``.
  public let floorName: String
  /// What the legend calls the lines' ``RatioRow/margin``.
  public let marginName: String
  /// The lines, from the top.
  public let sections: [RatioSection]

  /// Makes a chart of at least one ratio.
  ///
  /// - Throws: `ChartDataError.noData`.
  public init(
    title: String, note: String = "", axis: String, floorName: String = "",
    marginName: String = "", sections: [RatioSection]
  ) throws(ChartDataError) {
    guard sections.contains(where: { $0.rows.contains { $0.ratio != nil } }) else {
      throw .noData("ratio chart \"\(title)\"")
    }
    self.title = title
    self.note = note
    self.axis = axis
    self.floorName = floorName
    self.marginName = marginName
    self.sections = sections.filter { !$0.rows.isEmpty }
  }

  /// All lines.
  var rows: [RatioRow] { sections.flatMap(\.rows) }

  /// As wide as other charts, and so high that every line has its place.
  ///
  /// - Throws: `ChartDataError.sizeOutOfRange` for more lines than a picture can hold.
  public func size() throws(ChartDataError) -> ChartSize {
    try RatioLayout.size(of: self)
  }
}
