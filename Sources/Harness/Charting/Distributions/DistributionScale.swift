/// The vertical axis of one panel.
struct DistributionScale {
  let low: Double
  let high: Double
  let step: Double

  init(_ chart: DistributionChart, panel: Int, length: Double) {
    let values = chart.series.compactMap { $0.runs[panel] }.flatMap(\.values)
    let least = values.min() ?? 0
    let most = values.max() ?? 1
    // Halves, because the distance of two finite numbers may be infinite.
    let reach = (most / 2 - least / 2) * 2
    let room = reach > 0 && reach.isFinite ? reach * 0.08 : max(abs(most) * 0.01, 1e-9)
    low = least >= 0 ? max(0, least - room) : least - room
    high = most + room
    step = TicStep.covering(high - low, length: length)
  }

  /// About how wide the widest label of a tic is, in pixels.
  var labelWidth: Double {
    var decimals = 0
    var unit = 1.0
    while decimals < 9, unit > step * 1.001 {
      decimals += 1
      unit /= 10
    }
    let texts = [low, high].map { DisplayNumber.fixed($0, decimals: decimals) }
    return texts.map { TextMetrics.width($0, size: ChartStyle.smallSize) }.max() ?? 0
  }
}
