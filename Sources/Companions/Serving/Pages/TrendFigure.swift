import Analysis
import Metrics
import Reports
import Statistics
import Tables

/// A trend as a small picture with its band of noise, and in words.
///
/// It shrinks with the page. A chart of gnuplot would be illegible at a phone's width, and would cost a process
/// for each story.
struct TrendFigure {
  private let trend: BranchTrend

  init(_ trend: BranchTrend) { self.trend = trend }

  /// The explanation of such figures.
  static let note =
    "The dot is the latest value. The band holds 95 % of values if nothing changes, so a single one outside of it "
    + "proves nothing."

  /// The picture's size, in units of its own: it is as wide as its column.
  private static let size = (width: 300.0, height: 80.0)
  private static let margin = 6.0

  /// The picture above its words.
  var piece: HTML {
    HTML("figure", ["class": "trend"]) {
      HTML(
        "svg",
        [
          "viewBox": "0 0 \(Self.text(Self.size.width)) \(Self.text(Self.size.height))",
          "role": "img", "aria-label": label,
        ]
      ) {
        HTML(
          "rect",
          [
            "class": "band", "x": "0", "y": Self.text(y(band.upperBound)),
            "width": Self.text(Self.size.width),
            "height": Self.text(y(band.lowerBound) - y(band.upperBound)),
          ]
        ) {}
        HTML("polyline", ["class": "line", "points": points]) {}
        HTML(
          "circle",
          [
            "class": "latest", "cx": Self.text(x(trend.values.count)),
            "cy": Self.text(y(trend.current)), "r": "4",
          ]
        ) {}
      }
      HTML("figcaption") { "\(trend.story): latest \(latest)" }
    }
  }

  private var label: String {
    "\(trend.story), \(trend.metric.titleInSentence): "
      + trend.values.count.counted("earlier value", "earlier values")
      + " from \(change(trend.values.min() ?? 1)) to \(change(trend.values.max() ?? 1)), latest \(latest)"
  }

  /// For example `+5.0 %, above the noise of ±0.6 %`.
  private var latest: String {
    let place =
      band.contains(trend.current) ? "within" : trend.current > band.upperBound ? "above" : "below"
    let noise = NumberFormat.twoDigitPercent(trend.noise)
    return "\(change(trend.current)), \(place) the noise of ±\(noise) %"
  }

  /// In as many digits as the noise allows.
  private func change(_ ratio: Double) -> String {
    let format = NumberFormat.uncertainty(trend.noise * 100).withPlus
    return "\(format.string(for: (ratio - 1) * 100)) %"
  }

  private var band: ClosedRange<Double> { 1 / (1 + trend.noise)...1 + trend.noise }

  private var points: String {
    (trend.values + [trend.current]).enumerated()
      .map { "\(Self.text(x($0))),\(Self.text(y($1)))" }.joined(separator: " ")
  }

  private func x(_ place: Int) -> Double {
    let room = Self.size.width - 2 * Self.margin
    return Self.margin + room * Double(place) / Double(max(1, trend.values.count))
  }

  private func y(_ ratio: Double) -> Double {
    let all = trend.values + [trend.current, band.lowerBound, band.upperBound]
    let (low, high) = (all.min() ?? 0, all.max() ?? 1)
    // The band alone has a height, so the two differ.
    let share = (ratio - low) / (high - low)
    return Self.margin + (Self.size.height - 2 * Self.margin) * (1 - share)
  }

  private static func text(_ number: Double) -> String {
    NumberFormat.decimals(1).string(for: number)
  }
}

extension HTML {
  /// The figures of trends, with a heading and a note; nothing if there are none.
  static func trends(_ trends: [BranchTrend]) -> HTML {
    guard !trends.isEmpty else { return HTML(joined: []) }
    return HTML("section") {
      HTML("h2") { "Trend by story" }
      HTML("div", ["class": "trends"]) { trends.map { TrendFigure($0).piece } }
      HTML("p", ["class": "note"]) {
        TrendFigure.note
        " Means are those since the machine or the compiler last changed."
      }
    }
  }
}
