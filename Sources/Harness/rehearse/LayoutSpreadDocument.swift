import Analysis

/// A cell's spread over layouts as JSON: deviations in percent of the mean, means in base units;
/// what is unknown is left out.
struct LayoutSpreadDocument: Encodable {
  let overRuns: Double?
  let overLayouts: Double?
  let least: Double
  let greatest: Double
  let layouts: [Layout]

  init(_ spread: LayoutSpread) {
    overRuns = spread.overRuns
    overLayouts = spread.overLayouts
    least = spread.least
    greatest = spread.greatest
    layouts = spread.layouts.map { Layout(layout: $0.number, runs: $0.runs, mean: $0.mean) }
  }

  /// One layout.
  struct Layout: Encodable {
    let layout: Int
    let runs: Int
    let mean: Double
  }
}
