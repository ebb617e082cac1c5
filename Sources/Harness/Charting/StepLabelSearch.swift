/// A search with backtracking for the places of steps' names, low rows first.
struct StepLabelSearch {
  private let labels: [StepLabels.Label]
  private let left: Double
  private let right: Double
  /// A bound on the work: a chart with fewer names is better than a chart that comes late.
  private var tries = 5000

  init(_ labels: [StepLabels.Label], from left: Double, to right: Double) {
    self.labels = labels
    self.left = left
    self.right = right
  }

  /// The places, in the labels' order, or nil when there is not room for all.
  mutating func run() -> [StepLabels.Placed]? {
    for rows in 1...StepLabels.rowLimit {
      if let placed = extend([], rows: rows) { return placed }
    }
    return labels.isEmpty ? [] : nil
  }

  private mutating func extend(
    _ placed: [StepLabels.Placed], rows: Int
  ) -> [StepLabels.Placed]? {
    guard placed.count < labels.count else { return placed }
    let label = labels[placed.count]
    for row in 0..<rows {
      for side in StepLabels.Side.allCases {
        guard tries > 0 else { return nil }
        tries -= 1
        let candidate = StepLabels.Placed(label: label, side: side, row: row)
        guard candidate.left >= left, candidate.right <= right,
          placed.allSatisfy({ candidate.agrees(with: $0) })
        else { continue }
        if let complete = extend(placed + [candidate], rows: rows) { return complete }
      }
    }
    return nil
  }
}
