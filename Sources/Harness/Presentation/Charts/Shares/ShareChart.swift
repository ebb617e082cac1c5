import Statistics

/// Bars one below the other, each a share of the whole, coloured by level.
public struct ShareChart: Chart, Equatable {
  /// The heading.
  public let title: String
  /// A note on shares and colours.
  public let note: String
  /// The axis of the shares.
  public let axis: ChartAxis
  /// The names of the levels, in the legend; unused ones are left out.
  public let levels: [ShareLevel: String]
  /// The bars, from the top.
  public let bars: [ShareBar]

  /// Makes a chart of at least one bar.
  /// - Throws: `ChartError.noData`.
  public init(
    title: String, note: String = "", axis: ChartAxis, levels: [ShareLevel: String],
    bars: [ShareBar]
  ) throws(ChartError) {
    guard !bars.isEmpty else { throw .noData("share chart \"\(title)\"") }
    self.title = title
    self.note = note
    self.axis = axis
    self.levels = levels
    self.bars = bars
  }

  /// High enough for every bar.
  public var height: Double { ShareLayout(self, on: .standard).neededHeight }

  /// The levels in use, the highest first.
  var usedLevels: [ShareLevel] {
    ShareLevel.allCases.filter { level in bars.contains { $0.level == level } }
  }

  func name(of level: ShareLevel) -> String { levels[level] ?? "" }

  /// Every bar if there are few enough to listen to, otherwise the number on each level and the largest ones.
  public var alternativeText: String {
    let opening = spoken(as: "Share chart", of: axis.spoken)
    func worded(_ bar: ShareBar) -> String {
      let text = "\(bar.label) \(bar.valueText)"
      let name = name(of: bar.level)
      return name.isEmpty ? text : "\(text), \(name)"
    }
    if bars.count <= 40 { return "\(opening) \(bars.map(worded).joined(separator: "; "))." }
    let counts = usedLevels.map { level in
      "\(bars.count { $0.level == level }) \(name(of: level))"
    }
    let largest = bars.sorted { $0.bar.value > $1.bar.value }.prefix(10).map(worded)
    return
      "\(opening) \(bars.count) bars: \(counts.joined(separator: ", ")). "
      + "The largest: \(largest.joined(separator: "; "))."
  }
}

/// The level of a share, as a colour: like traffic lights, in hues that the colour-blind distinguish by
/// lightness.
public enum ShareLevel: Sendable, CaseIterable {
  /// Red.
  case high
  /// Orange.
  case middle
  /// Green.
  case low

  var colour: String {
    switch self {
    case .high: "#D55E00"
    case .middle: "#E69F00"
    case .low: "#009E73"
    }
  }
}

/// One bar of a share chart.
public struct ShareBar: Sendable, Equatable {
  /// The subject of the share.
  public let label: String
  /// The share with its range, in the axis's unit.
  public let bar: Bar
  /// The share in digits, written beside the bar.
  public let valueText: String
  /// Its level.
  public let level: ShareLevel

  /// A bar.
  public init(label: String, bar: Bar, valueText: String, level: ShareLevel) {
    self.label = label
    self.bar = bar
    self.valueText = valueText
    self.level = level
  }
}
