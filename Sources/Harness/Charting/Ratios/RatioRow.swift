/// One line of a ratio chart: what is compared, and what that came to.
public struct RatioRow: Sendable, Equatable {
  /// What is compared, such as a story.
  public let label: String
  /// The ratio; nil where there is none.
  public let ratio: RatioInterval?
  /// The ratio in figures, written beside it; where there is none, why.
  public let figure: String
  /// The shape of its point.
  public let marker: RatioMarker
  /// What it comes to, in a word or two; what the legend calls the shape.
  public let verdict: String
  /// Ratios within are never called a change.
  public let floor: ClosedRange<Double>?
  /// Where the whole interval lies within, the figures count as the same.
  public let margin: ClosedRange<Double>?

  /// Makes a line.
  ///
  /// - Throws: `ChartDataError.notPositive`, `.notFinite` for a band without logarithms.
  public init(
    label: String, ratio: RatioInterval?, figure: String, marker: RatioMarker, verdict: String,
    floor: ClosedRange<Double>? = nil, margin: ClosedRange<Double>? = nil
  ) throws(ChartDataError) {
    for band in [floor, margin] {
      guard let band else { continue }
      guard band.lowerBound > 0 else { throw .notPositive("a band's low end", band.lowerBound) }
      guard band.upperBound.isFinite else {
        throw .notFinite("a band's high end", band.upperBound)
      }
    }
    self.label = label
    self.ratio = ratio
    self.figure = figure
    self.marker = marker
    self.verdict = verdict
    self.floor = floor
    self.margin = margin
  }
}
