extension Array where Element == ChartPoint {
  /// At most `limit` points of a line in time, with every peak and every low: of each
  /// stretch of time, its lowest and its highest point. A line's picture is hardly wider
  /// than a thousand pixels, and 100,000 points would make 1.4 MB of SVG.
  func keepingPeaks(limit: Int = 2000) -> [ChartPoint] {
    guard count > limit, let first, let last else { return self }
    let stretches = Swift.max(1, (limit - 2) / 2)
    let width = (last.x - first.x) / Double(stretches)
    var kept = [first]
    var index = startIndex
    for stretch in 0..<stretches {
      let end = stretch == stretches - 1 ? .infinity : first.x + Double(stretch + 1) * width
      let begin = index
      while index < endIndex, self[index].x < end { index += 1 }
      let points = self[begin..<index]
      guard let low = points.indices.min(by: { self[$0].y < self[$1].y }),
        let high = points.indices.max(by: { self[$0].y < self[$1].y })
      else { continue }
      kept.append(self[Swift.min(low, high)])
      if low != high { kept.append(self[Swift.max(low, high)]) }
    }
    kept.append(last)
    return kept
  }

  /// Points of a cloud without those that would be drawn on top of another, as soon as
  /// there are more than `limit`: one a cell of a grid, and the outermost ones.
  func thinned(limit: Int = 2000) -> [ChartPoint] {
    guard count > limit,
      let left = self.min(by: { $0.x < $1.x }), let right = self.max(by: { $0.x < $1.x }),
      let low = self.min(by: { $0.y < $1.y }), let high = self.max(by: { $0.y < $1.y })
    else { return self }
    let columns = 60.0
    let rows = 33.0
    var taken: Set<Int> = []
    let thinned = filter { point in
      let column = (columns - 1) * Self.part(of: point.x, from: left.x, to: right.x)
      let row = (rows - 1) * Self.part(of: point.y, from: low.y, to: high.y)
      return taken.insert(Int(row.rounded()) * Int(columns) + Int(column.rounded())).inserted
    }
    return [left, right, low, high] + thinned
  }

  private static func part(of value: Double, from low: Double, to high: Double) -> Double {
    // Halves, because the distance of two finite numbers may be infinite.
    high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0
  }
}
