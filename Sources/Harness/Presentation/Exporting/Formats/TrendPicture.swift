import Analysis
import Foundation
import Metrics
import Reports
import Statistics
import Tables

/// How changed cells did before, as bars in plain text: one for each commit that leads to the baseline, and one
/// for now.
///
/// GitHub removes SVG and data URIs from summaries and comments, and fetches other pictures from an address on
/// the network only, which an artifact does not have. So the picture is of characters there. Its height is in
/// widths of the noise, so that the band of noise needs no line of its own: it is the middle two heights.
enum TrendPicture {
  /// The picture's lines; nil if there are no trends.
  static func lines(of trends: [BranchTrend]) -> [String]? {
    guard !trends.isEmpty else { return nil }
    let heading =
      "Earlier, now: ▄▅ within the noise, ▆▇█ above it (up to twice, four times, more), ▃▂▁ below"
    return [heading]
      + trends.map { trend in
        let bars = String(trend.values.map { bar($0, noise: trend.noise) })
        let indent = String(repeating: " ", count: max(0, BranchTrend.maximum - trend.values.count))
        let noise = NumberFormat.twoDigitPercent(trend.noise)
        return "\(indent)\(bars) \(bar(trend.current, noise: trend.noise))  "
          + "\(PlainLine(trend.story)): \(trend.metric.titleInSentence), noise ±\(noise) %"
      }
  }

  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The ends of all bars but the last, in widths of the noise.
  private static let ends: [Double] = [-4, -2, -1, 0, 1, 2, 4]

  static func bar(_ ratio: Double, noise: Double) -> Character {
    let widths = log(ratio) / log(1 + noise)
    return bars[ends.count { widths > $0 }]
  }
}
