/// Names under groups of bars: side by side in up to three lines where they fit, else
/// slanted, so that they never overlap.
struct GroupLabels {
  /// Each group's label, in lines.
  let lines: [[String]]
  /// Whether the labels rise to their groups from the lower left.
  let slanted: Bool
  /// The room they need under the axis, in pixels.
  let height: Double
  /// The room the first one needs left of its group, in pixels.
  let overhang: Double

  private static let size = ChartStyle.smallSize
  private static let lineHeight = size * 1.55

  /// Places names under groups `slot` pixels apart, in a third of the chart's height.
  init(_ names: [String], slot: Double, chartHeight: Double) {
    let wrapped = names.compactMap {
      TextMetrics.wrapped($0, to: slot * 0.94, size: Self.size)
    }
    if wrapped.count == names.count, wrapped.allSatisfy({ $0.count <= 3 }) {
      lines = wrapped
      slanted = false
      height = Double(wrapped.map(\.count).max() ?? 1) * Self.lineHeight
      overhang = 0
    } else {
      let room = min(250, (chartHeight / 3 - Self.lineHeight) * 2)
      let short = names.map { TextMetrics.shortened($0, to: room, size: Self.size) }
      lines = short.map { [$0] }
      slanted = true
      let widths = short.map { TextMetrics.width($0, size: Self.size) }
      height = (widths.max() ?? 0) * 0.5 + Self.lineHeight
      // A slanted label of the n-th group begins that much left of the first group.
      let reach = widths.indices.map { widths[$0] * 0.87 - Double($0) * slot }
      overhang = max(0, reach.max() ?? 0)
    }
  }

  /// The commands for labels at 0, 1, 2, …
  func commands(on canvas: ChartCanvas) -> String {
    let labels = lines.indices.map { "\(ScriptText.ticLabel(lines: lines[$0])) \($0)" }
    let turn = slanted ? "rotate by 30 right" : "norotate"
    return "set xtics (\(labels.joined(separator: ", "))) scale 0 \(turn) "
      + "\(canvas.font(Self.size)) \(canvas.ink)"
  }
}
