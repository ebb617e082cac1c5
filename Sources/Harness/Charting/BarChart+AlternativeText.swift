import Rounding

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
      let bars = one.bars.compactMap(\.self)
      guard let range = axis.range(of: bars) else { return "\(one.name): not measured" }
      return "\(one.name): \(bars.count) groups, \(range)"
    }
    return "\(opening) \(ranges.joined(separator: "; "))."
  }

  private func worded(_ bar: Bar?) -> String {
    guard let bar else { return "not measured" }
    guard let interval = bar.interval else { return bar.figure }
    let low = bar.format.string(for: interval.lowerBound)
    let high = bar.format.string(for: interval.upperBound)
    return "\(bar.figure) (\(low) to \(high))"
  }
}

extension ChartAxis {
  /// From the lowest of bars to the highest, as in `from 0.5 ms to 49.5 ms`; nil for no bar.
  func range(of bars: [Bar]) -> String? {
    guard let low = bars.min(by: { $0.value < $1.value }),
      let high = bars.max(by: { $0.value < $1.value })
    else { return nil }
    return "from \(worded(low.value, low.format)) to \(worded(high.value, high.format))"
  }
}
