import Glibc
import Rounding

/// The vertical axis of one panel.
///
/// It is logarithmic where the greatest value is more than five times the least: on a plain one the
/// dots of fast builds would lie flat beside a slow one's.
struct DistributionScale {
  let low: Double
  let high: Double
  let isLogarithmic: Bool
  /// What `set ytics` takes.
  let tics: String
  /// About how wide the widest label of a tic is, in pixels.
  let labelWidth: Double

  private static let size = ChartStyle.smallSize

  init(_ chart: DistributionChart, panel: Int, length: Double) {
    let values = chart.series.compactMap { $0.runs[panel] }.flatMap(\.values)
    let least = values.min() ?? 0
    let most = values.max() ?? 1
    isLogarithmic = least > 0 && most / 5 > least
    if isLogarithmic {
      (low, high) = (least / 1.2, most * 1.2)
      let places = Self.places(from: low, to: high, length: length)
      tics = "(\(places.map { "\($0)" }.joined(separator: ", ")))"
      // Whole numbers have one digit more than their power of ten, others a sign and a zero too.
      let digits = places.map { abs(log10($0).rounded(.down)) + ($0 < 1 ? 2 : 1) }
      labelWidth = (digits.max() ?? 0) * TextMetrics.width("0", size: Self.size)
    } else {
      // Halves, because the distance of two finite numbers may be infinite.
      let reach = (most / 2 - least / 2) * 2
      let room = reach > 0 && reach.isFinite ? reach * 0.08 : max(abs(most) * 0.01, 1e-9)
      low = least >= 0 ? max(0, least - room) : least - room
      high = most + room
      let step = TicStep.covering(high - low, length: length)
      tics = "\(step)"
      labelWidth = Self.width(from: low, to: high, step: step)
    }
  }

  /// 1, 2 and 5 times powers of ten, or the powers alone where they would stand too close.
  private static func places(from low: Double, to high: Double, length: Double) -> [Double] {
    let powers = (Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))).map {
      pow(10, Double($0))
    }
    let close = length / log10(high / low) * log10(2) < size * 1.3
    let all = powers.flatMap { close ? [$0] : [$0, 2 * $0, 5 * $0] }
    return all.filter { (low...high).contains($0) }
  }

  private static func width(from low: Double, to high: Double, step: Double) -> Double {
    var decimals = 0
    var unit = 1.0
    while decimals < 9, unit > step * 1.001 {
      decimals += 1
      unit /= 10
    }
    let texts = [low, high].map(NumberFormat.decimals(decimals).string)
    return texts.map { TextMetrics.width($0, size: size) }.max() ?? 0
  }
}
