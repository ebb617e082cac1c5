import Rounding

extension LayoutChart {
  /// Every column's range and spread while a listener can follow them, else each series' widest.
  public var alternativeText: String {
    let opening = spoken(as: "Layout chart", of: axis.spoken)
    if groups.count * series.count <= 24 {
      let sentences = groups.indices.map { group in
        let columns = series.map { "\($0.name) \(Self.worded($0.columns[group]))" }
        return "\(groups[group]): \(columns.joined(separator: ", "))"
      }
      return "\(opening) \(sentences.joined(separator: "; "))."
    }
    let widest = series.map { one in
      let columns = zip(groups, one.columns).compactMap { group, column in
        column.map { (group: group, column: $0) }
      }
      guard let most = columns.max(by: { Self.width($0.column) < Self.width($1.column) }) else {
        return "\(one.name): not measured"
      }
      return "\(one.name): widest in \(most.group), \(Self.worded(most.column))"
    }
    return "\(opening) \(widest.joined(separator: "; "))."
  }

  private static func width(_ column: LayoutColumn) -> Double {
    (column.deviations.max() ?? 0) - (column.deviations.min() ?? 0)
  }

  private static func worded(_ column: LayoutColumn?) -> String {
    guard let column, let low = column.deviations.min(), let high = column.deviations.max() else {
      return "not measured"
    }
    let runs =
      column.runDeviation.map { " (runs ± \(NumberFormat.uncertainty($0).string(for: $0)) %)" }
      ?? ""
    let format = column.format.withPlus
    return "\(format.string(for: low)) to \(format.string(for: high)) %\(runs)"
  }
}
