extension ChangePointRule {
  /// The second step: drops the weakest until all that are left hold.
  func confirmed(
    _ suspected: [ChangePoint], in values: [Double]
  ) throws(StatisticsError) -> [ChangePoint] {
    var changes = suspected
    while let weakest = weakest(of: changes) {
      changes.remove(at: weakest)
      for place in [weakest, weakest + 1] where changes.indices.contains(place) {
        changes[place] = try tested(place, of: changes, in: values)
      }
    }
    return changes
  }

  /// The place of the change to drop next, or nil where all hold.
  private func weakest(of changes: [ChangePoint]) -> Int? {
    // Both choose the first of several.
    let doubtful = changes.indices.max { changes[$0].shift.p < changes[$1].shift.p }
    guard let doubtful else { return nil }
    if changes[doubtful].shift.p >= level { return doubtful }
    let small = changes.indices.min {
      changes[$0].shift.magnitude < changes[$1].shift.magnitude
    }
    return small.flatMap { changes[$0].shift.magnitude > leastMagnitude ? nil : $0 }
  }

  /// A change tested between its neighbours of now.
  private func tested(
    _ place: Int, of changes: [ChangePoint], in values: [Double]
  ) throws(StatisticsError) -> ChangePoint {
    let change = changes[place]
    let first = place > 0 ? changes[place - 1].index : 0
    let end = place + 1 < changes.count ? changes[place + 1].index : values.count
    return ChangePoint(
      index: change.index, divergence: change.divergence,
      shift: try MeanShift(
        before: values[first..<change.index], after: values[change.index..<end]))
  }
}
