/// Where the labels of changes stand above a panel: centred over their lines, in as many rows as
/// they need to keep clear of each other.
struct HistoryLabels {
  /// A label's row, from the top, and its middle in pixels from the left.
  struct Placed {
    let text: String
    let row: Int
    let middle: Double
  }

  /// The height of a row, in pixels.
  static let rowHeight = ChartStyle.smallSize * 1.5
  private static let mostRows = 3

  let placed: [Placed]
  /// How many labels found no room.
  let omitted: Int
  /// How many rows there are, at least one.
  let rows: Int

  /// - Parameters:
  ///   - markers: the changes.
  ///   - room: the panel's left and right edge, in pixels.
  ///   - x: where a place is, in pixels.
  init(_ markers: [HistoryMarker], room: ClosedRange<Double>, x: (Int) -> Double) {
    var ends = [Double](repeating: -.infinity, count: Self.mostRows)
    var placed: [Placed] = []
    var omitted = 0
    let size = ChartStyle.smallSize
    for marker in markers.sorted(by: { $0.place < $1.place }) {
      let text = TextMetrics.shortened(marker.label, to: 340, size: size)
      let half = TextMetrics.width(text, size: size) / 2
      let middle = min(max(x(marker.place), room.lowerBound + half), room.upperBound - half)
      guard let row = ends.firstIndex(where: { $0 <= middle - half }) else {
        omitted += 1
        continue
      }
      ends[row] = middle + half + size
      placed.append(Placed(text: text, row: row, middle: middle))
    }
    self.placed = placed
    self.omitted = omitted
    rows = max(1, (placed.map(\.row).max() ?? 0) + 1)
  }
}
