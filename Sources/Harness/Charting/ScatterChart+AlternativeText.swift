import Rounding
import Statistics

extension ScatterChart {
  /// How many points each series has, and where they lie.
  public var alternativeText: String {
    let clouds = series.map { one in
      let x = Self.range(of: one.points.map(\.x), on: horizontal)
      let y = Self.range(of: one.points.map(\.y), on: vertical)
      let count = one.points.count == 1 ? "1 point" : "\(one.points.count) points"
      return "\(one.name): \(count), \(horizontal.label) \(x), \(vertical.label) \(y)"
    }
    let axes = "\(vertical.spoken) against \(horizontal.spoken)"
    return "\(spoken(as: "Scatter chart", of: axes)) \(clouds.joined(separator: "; "))."
  }

  private static func range(of values: [Double], on axis: ChartAxis) -> String {
    let format = NumberFormat.spread(of: values)
    let low = axis.worded(values.min() ?? 0, format)
    let high = axis.worded(values.max() ?? 0, format)
    return low == high ? low : "\(low) to \(high)"
  }
}
