/// The figures of a box plot.
///
/// Quartiles are interpolated as R's type 7, NumPy's default and Excel's QUARTILE.INC do, which gives
/// the same median as `Summary`; whiskers reach to the
/// farthest values within 1.5 times the box's height of it.
///
/// Source: J. W. Tukey, "Exploratory Data Analysis" (1977), pages 39-47; R. J. Hyndman, Y. Fan,
/// "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996), 361-365.
struct BoxFigures: Equatable {
  /// Of five runs each is one of the box's five figures; of fewer these say nothing that the dots do
  /// not.
  static let fewestValues = 5

  let lowWhisker: Double
  let lowerQuartile: Double
  let median: Double
  let upperQuartile: Double
  let highWhisker: Double

  /// - Parameter values: at least one.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let lower = Self.quantile(0.25, of: sorted)
    let upper = Self.quantile(0.75, of: sorted)
    let reach = 1.5 * (upper - lower)
    lowerQuartile = lower
    median = Self.quantile(0.5, of: sorted)
    upperQuartile = upper
    lowWhisker = min(lower, sorted.first { $0 >= lower - reach } ?? lower)
    highWhisker = max(upper, sorted.last { $0 <= upper + reach } ?? upper)
  }

  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    let part = place - Double(below)
    // Weighted, because the distance of two finite numbers may be infinite.
    return sorted[below] * (1 - part) + sorted[above] * part
  }
}
