/// Where the names of steps stand above a timeline: in rows, each with a line down to its
/// step, so that no name covers another name or its line.
struct StepLabels {
  struct Label {
    let name: String
    /// Where its step's middle is, in pixels from the left edge.
    let anchor: Double
    let width: Double
    /// Steps longer than others keep their names when there is no room for all.
    let length: Double
  }

  /// Where a name stands by its line; the value is gnuplot's word for the text's alignment.
  enum Side: String, CaseIterable {
    case centre = "center"
    case right = "left"
    case left = "right"
  }

  struct Placed {
    let label: Label
    let side: Side
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

    /// Where the text begins, has its middle or ends, by its side.
    var textAnchor: Double {
      switch side {
      case .centre: label.anchor
      case .right: label.anchor + 4
      case .left: label.anchor - 4
      }
    }

    /// Whether neither covers the other, or the other's line.
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
  /// How many steps had to go without a name.
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
