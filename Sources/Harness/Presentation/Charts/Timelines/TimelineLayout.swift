/// The places of a timeline's parts, in pixels from the top left corner.
struct TimelineLayout {
  let left: Double
  let right: Double
  let heading: ChartHeading
  let labels: StepLabels
  let memory: ClosedRange<Double>
  let cpu: ClosedRange<Double>

  static let rowHeight = ChartStyle.smallSize * 1.4

  init(_ chart: TimelineChart, on canvas: ChartCanvas) {
    let left = 84.0
    let right = canvas.width - (chart.memory.hasOwnScaleForOthers ? 92 : 28)
    let scale = (right - left) / chart.duration
    labels = StepLabels(
      chart.steps.map { step in
        let name = TextMetrics.shortened(step.name, to: 170, size: ChartStyle.smallSize)
        return StepLabels.Label(
          name: name, anchor: left + step.middle * scale,
          width: TextMetrics.width(name, size: ChartStyle.smallSize),
          length: step.end - step.start)
      }, from: 6, to: canvas.width - 6)
    let legend = [chart.ownName] + (chart.hasOthers ? [chart.othersName] : [])
    heading = ChartHeading(chart, entries: legend.map(canvas.legend), on: canvas)
    let top = heading.bottom + Double(labels.rows) * Self.rowHeight + 8
    let bottom = canvas.height - 70
    let gap = 22.0
    let half = (bottom - top - gap) / 2
    memory = top...(top + half)
    cpu = (bottom - half)...bottom
    self.left = left
    self.right = right
  }

  func middle(ofRow row: Int) -> Double {
    memory.lowerBound - 8 - (Double(row) + 0.5) * Self.rowHeight
  }
}

/// The places of step names above a timeline: in rows, each with a line down to its step, so that no name
/// covers another name or its line.
struct StepLabels {
  struct Label {
    let name: String
    /// The middle of its step, in pixels from the left edge.
    let anchor: Double
    let width: Double
    /// Longer steps keep their names if there is not enough room for all.
    let length: Double
  }

  /// The side of its line that a name is on; the value is gnuplot's term for the text's alignment.
  enum Alignment: String, CaseIterable {
    case centre = "center"
    case right = "left"
    case left = "right"
  }

  struct Placed {
    let label: Label
    let side: Alignment
    /// 0 is the row next to the data.
    let row: Int

    var left: Double {
      switch side {
      case .centre: textAnchor - label.width / 2
      case .right: textAnchor
      case .left: textAnchor - label.width
      }
    }

    var right: Double { left + label.width }

    /// The text's beginning, middle or end, by its side.
    var textAnchor: Double {
      switch side {
      case .centre: label.anchor
      case .right: label.anchor + 4
      case .left: label.anchor - 4
      }
    }

    /// Returns whether neither covers the other, or the other's line.
    func agrees(with other: Placed) -> Bool {
      let gap = StepLabels.gap
      if row == other.row { return right + gap <= other.left || other.right + gap <= left }
      let (upper, lower) = row > other.row ? (self, other) : (other, self)
      let anchor = upper.label.anchor
      return anchor <= lower.left - 3 || anchor >= lower.right + 3
    }
  }

  static let rowLimit = 5
  static let gap = 8.0

  let placed: [Placed]
  /// The number of steps without a name.
  let omitted: Int

  var rows: Int { (placed.map(\.row).max() ?? -1) + 1 }

  /// Places labels between two edges, in pixels.
  init(_ labels: [Label], from left: Double, to right: Double) {
    let inOrder = labels.sorted { $0.anchor < $1.anchor }
    var search = StepLabelSearch(inOrder, from: left, to: right)
    placed = search.run() ?? StepLabelSearch.longest(labels, from: left, to: right)
    omitted = labels.count - placed.count
  }
}

/// A backtracking search for the places of steps' names, low rows first.
struct StepLabelSearch {
  private let labels: [StepLabels.Label]
  private let left: Double
  private let right: Double
  /// A limit on the work for each number of rows: a chart with fewer names is better than a late one.
  private var tries = 0

  init(_ labels: [StepLabels.Label], from left: Double, to right: Double) {
    self.labels = labels
    self.left = left
    self.right = right
  }

  /// The places, in the labels' order, or nil if there is not enough room.
  mutating func run() -> [StepLabels.Placed]? {
    for rows in 1...StepLabels.rowLimit {
      tries = 5000
      if let placed = extend([], rows: rows) { return placed }
    }
    return labels.isEmpty ? [] : nil
  }

  private mutating func extend(_ placed: [StepLabels.Placed], rows: Int) -> [StepLabels.Placed]? {
    guard placed.count < labels.count else { return placed }
    for candidate in Self.candidates(for: labels[placed.count], rows: rows) {
      guard tries > 0 else { return nil }
      tries -= 1
      guard Self.fits(candidate, among: placed, from: left, to: right) else { continue }
      if let complete = extend(placed + [candidate], rows: rows) { return complete }
    }
    return nil
  }

  /// Places for as many labels as fit, those of longer steps first.
  static func longest(
    _ labels: [StepLabels.Label], from left: Double, to right: Double
  ) -> [StepLabels.Placed] {
    var placed: [StepLabels.Placed] = []
    for label in labels.sorted(by: { $0.length > $1.length }).prefix(200) {
      let place = candidates(for: label, rows: StepLabels.rowLimit).first {
        fits($0, among: placed, from: left, to: right)
      }
      if let place { placed.append(place) }
    }
    return placed
  }

  private static func candidates(for label: StepLabels.Label, rows: Int) -> [StepLabels.Placed] {
    (0..<rows).flatMap { row in
      StepLabels.Alignment.allCases.map { .init(label: label, side: $0, row: row) }
    }
  }

  private static func fits(
    _ candidate: StepLabels.Placed, among placed: [StepLabels.Placed], from left: Double,
    to right: Double
  ) -> Bool {
    candidate.left >= left && candidate.right <= right
      && placed.allSatisfy { candidate.agrees(with: $0) }
  }
}
