import Glibc
import Rounding

/// The tics of a logarithmic axis of ratios, labelled in percent.
struct RatioTics {
  struct Tic: Equatable {
    /// The natural logarithm of the ratio.
    let place: Double
    let label: String
  }

  let tics: [Tic]

  /// Equal when nothing changed.
  private static let equal = Tic(place: 0, label: "0 %")
  private static let gap = 12.0

  /// - Parameters:
  ///   - range: the axis.
  ///   - length: its length in pixels.
  init(_ range: RatioRange, length: Double) {
    let scale = length / (range.high - range.low)
    // Outwards from 0, so that it never gives way.
    func chosen(_ candidates: [Tic]) -> [Tic] {
      var last = Self.equal
      return candidates.filter { tic in
        let apart = abs(tic.place - last.place) * scale
        let widths = TextMetrics.width(tic.label + last.label, size: ChartStyle.smallSize)
        guard apart >= widths / 2 + Self.gap else { return false }
        last = tic
        return true
      }
    }
    let candidates = Self.candidates(range, scale: scale)
      .filter { $0 != 0 && range.holds(1 + $0 / 100) }
      .map { Tic(place: log(1 + $0 / 100), label: Self.label($0)) }
    let above = chosen(candidates.filter { $0.place > 0 }.sorted { $0.place < $1.place })
    let below = chosen(candidates.filter { $0.place < 0 }.sorted { $0.place > $1.place })
    tics = below.reversed() + [Self.equal] + above
  }

  /// Changes in percent. Near 1 equal steps are nearly equal on the axis; over wide ranges ratios of
  /// 1, 2 and 5 times powers of ten are.
  private static func candidates(_ range: RatioRange, scale: Double) -> [Double] {
    if range.high - range.low < 0.8 {
      // The widest label decides how many tics there is room for.
      let count = max(2, ((range.high - range.low) * scale / 72).rounded(.down))
      let least = (exp(range.high) - exp(range.low)) * 100 / count
      var power = 1.0
      while power > least { power /= 10 }
      while power * 10 <= least { power *= 10 }
      let steps: [Double] = [power, 2 * power, 5 * power, 10 * power]
      let step = steps.first { $0 >= least } ?? least
      return (-60...60).map { Double($0) * step }.filter { $0 > -100 }
    }
    var ratios: [Double] = [1.25, 1.5, 2, 3, 5, 10]
    if range.high - range.low >= 2.5 {
      let powers = (0...12).map { exp(Double($0) * log(10)) }
      ratios = powers.flatMap { power -> [Double] in [power * 2, power * 5, power * 10] }
    }
    return ratios.map { ($0 - 1) * 100 } + ratios.map { (1 / $0 - 1) * 100 }
  }

  private static func label(_ percent: Double) -> String {
    let size = abs(percent)
    var decimals = 0
    var unit = 1.0
    // As many digits as tell it from the ratio it stands for.
    while decimals < 6, abs((size / unit).rounded() * unit - size) > size * 0.002 {
      decimals += 1
      unit /= 10
    }
    return NumberFormat.decimals(decimals).withPlus.string(for: percent) + " %"
  }
}
