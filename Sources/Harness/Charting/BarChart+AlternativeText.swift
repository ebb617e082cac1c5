extension BarChart {
  /// Every bar's figure while a listener can follow them, else each series' range.
  public var alternativeText: String {
    let opening = spoken(as: "Bar chart", of: axis.spoken)
    if groups.count * series.count <= 40 {
      let sentences = groups.indices.map { group in
        let figures = series.map { "\($0.name) \(worded($0.bars[group]))" }
        return "\(groups[group]): \(figures.joined(separator: ", "))"
      }
      return "\(opening) \(sentences.joined(separator: "; "))."
    }
    let ranges = series.map { one in
      let values = one.bars.compactMap { $0?.value }
      guard let low = values.min(), let high = values.max() else {
        return "\(one.name): not measured"
      }
      return "\(one.name): \(values.count) groups, from \(axis.worded(low)) to \(axis.worded(high))"
    }
    return "\(opening) \(ranges.joined(separator: "; "))."
  }

  private func worded(_ bar: Bar?) -> String {
    guard let bar else { return "not measured" }
    let value = DisplayNumber.text(bar.value)
    guard let interval = bar.interval else { return value }
    let low = DisplayNumber.text(interval.lowerBound)
    let high = DisplayNumber.text(interval.upperBound)
    return "\(value) (\(low) to \(high))"
  }
}
