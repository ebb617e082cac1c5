/// A search with backtracking for the places of steps' names, low rows first.
struct StepLabelSearch {
  private let labels: [StepLabels.Label]
  private let left: Double
  private let right: Double
  /// A bound on the work for each number of rows: a chart with fewer names is better than a
  /// chart that comes late.
  private var tries = 0

  init(_ labels: [StepLabels.Label], from left: Double, to right: Double) {
    self.labels = labels
    self.left = left
    self.right = right
  }

  /// The places, in the labels' order, or nil when there is not room for all.
  mutating func run() -> [StepLabels.Placed]? {
    for rows in 1...StepLabels.rowLimit {
      tries = 5000
      if let placed = extend([], rows: rows) { return placed }
    }
    return labels.isEmpty ? [] : nil
  }

  private mutating func extend(
    _ placed: [StepLabels.Placed], rows: Int
  ) -> [StepLabels.Placed]? {
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

  private static func candidates(
    for label: StepLabels.Label, rows: Int
  ) -> [StepLabels.Placed] {
    (0..<rows).flatMap { row in
      StepLabels.Side.allCases.map { .init(label: label, side: $0, row: row) }
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
