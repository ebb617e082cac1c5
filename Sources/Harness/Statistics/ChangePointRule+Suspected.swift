extension ChangePointRule {
  /// The first step: what any window takes for a change, in order, tested between its neighbours.
  func suspected(in values: [Double]) throws(StatisticsError) -> [ChangePoint] {
    var found: [Int: Double] = [:]
    var start = 0
    while start < values.count {
      let window = start..<min(start + windowLength, values.count)
      let splits = try splits(of: values[window])
      for split in splits where found[split.index] == nil {
        found[split.index] = split.divergence
      }
      start = max(splits.last?.index ?? 0, start + windowLength / 2)
    }
    let indices = found.keys.sorted()
    var changes: [ChangePoint] = []
    for (place, index) in indices.enumerated() {
      let first = place > 0 ? indices[place - 1] : 0
      let end = place + 1 < indices.count ? indices[place + 1] : values.count
      changes.append(
        ChangePoint(
          index: index, divergence: found[index] ?? 0,
          shift: try MeanShift(before: values[first..<index], after: values[index..<end])))
    }
    return changes
  }

  /// One window's splits, by indices of the whole series, in order.
  private func splits(
    of window: ArraySlice<Double>
  ) throws(StatisticsError) -> [Divergence.Split] {
    let divergence = Divergence(window)
    var parts = [0..<window.count]
    var splits: [Divergence.Split] = []
    while let (place, split) = Self.greatest(parts, divergence) {
      let part = parts[place]
      let first = window.startIndex
      let shift = try MeanShift(
        before: window[(first + part.lowerBound)..<(first + split.index)],
        after: window[(first + split.index)..<(first + part.upperBound)])
      guard shift.p <= levelOfSuspicion else { break }
      parts[place...place] = [part.lowerBound..<split.index, split.index..<part.upperBound]
      splits.append(.init(index: first + split.index, divergence: split.divergence))
    }
    return splits.sorted { $0.index < $1.index }
  }

  /// The split of all parts with the greatest divergence, the first of several.
  private static func greatest(
    _ parts: [Range<Int>], _ divergence: Divergence
  ) -> (place: Int, split: Divergence.Split)? {
    var best: (place: Int, split: Divergence.Split)?
    for (place, part) in parts.enumerated() {
      guard let split = divergence.greatest(in: part) else { continue }
      if split.divergence > best?.split.divergence ?? -.infinity { best = (place, split) }
    }
    return best
  }
}
