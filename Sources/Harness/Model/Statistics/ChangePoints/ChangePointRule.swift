/// Finds the changes of level in a series of measurements over time, by E-divisive means as in Apache Otava
/// 0.8 (formerly Hunter).
///
/// 1. **Suspect.** Windows of ``windowLength`` values move along the series by half of their length, or to
///   the last change found. In each, the part with the greatest ``Divergence`` is split there, again and
///   again, as long as Student's t test between the two parts is significant at a level above ``level``: ten
///   times as high below 5 %, twice as high below 50 %, else the same. Testing at ``level`` at once would
///   miss a change that only shows among its neighbours.
/// 2. **Confirm.** The changes of all windows are tested again between their neighbours, and the weakest is
///   dropped until all hold: first those with the greatest p that is not below ``level``, then those whose
///   magnitude is not above ``minimumMagnitude``.
///
/// Unlike E-divisive's own permutations the test is deterministic: equal series give equal changes.
///
/// When Otava drops a change, it repeats the tests of the two changes that followed it, but not of the one
/// before; so does this, to find what Otava finds. The mean after a change may therefore end at a later
/// change that was dropped. One thing differs: here the means of equal values are equal; Otava's may differ
/// in the last bit and count as a change.
///
/// Sources: D. S. Matteson, N. A. James (2014), see ``Divergence``; M. Fleming, P. Kołaczkowski,
/// I. Kumar et al., "Hunter: Using Change Point Detection to Hunt for Performance Regressions",
/// ICPE 2023, doi:10.1145/3578244.3583719; Apache Otava 0.8.0, against which it is tested.
public struct ChangePointRule: Hashable, Sendable {
  /// The number of values in a window; at least 2.
  public let windowLength: Int
  /// The p below which a change counts, between 0 and 1.
  public let level: Double
  /// The relative change that must be exceeded, 0.01 being 1 %; not negative.
  public let minimumMagnitude: Double

  /// Otava's own values by default: windows of 50, p below 0.001, any magnitude.
  /// - Throws: ``StatisticsError/windowLength(_:)``, ``StatisticsError/significanceLevel(_:)``,
  ///   ``StatisticsError/minimumMagnitude(_:)`` for values out of range.
  public init(
    windowLength: Int = 50, level: Double = 0.001, minimumMagnitude: Double = 0
  ) throws(StatisticsError) {
    guard windowLength >= 2 else { throw .windowLength(windowLength) }
    guard level > 0, level < 1 else { throw .significanceLevel(level) }
    guard minimumMagnitude >= 0, minimumMagnitude.isFinite else {
      throw .minimumMagnitude(minimumMagnitude)
    }
    self.windowLength = windowLength
    self.level = level
    self.minimumMagnitude = minimumMagnitude
  }

  /// The changes in a series, in order.
  /// - Throws: As ``MeanShift``, for values near the largest `Double`.
  /// - Complexity: O(n w²) for windows of w values and few changes.
  public func changes(in series: Distribution) throws(StatisticsError) -> [ChangePoint] {
    try confirmed(suspected(in: series.values), in: series.values)
  }

  /// The level of the first step.
  var levelOfSuspicion: Double { level < 0.05 ? level * 10 : level < 0.5 ? level * 2 : level }

  /// The second step: drops the weakest until all others hold.
  func confirmed(
    _ suspected: [ChangePoint], in values: [Double]
  ) throws(StatisticsError) -> [ChangePoint] {
    var changes = suspected
    while let weakest = weakest(of: changes) {
      changes.remove(at: weakest)
      for place in [weakest, weakest + 1] where changes.indices.contains(place) {
        changes[place] = try tested(
          place, of: changes.map(\.index), divergence: changes[place].divergence, in: values)
      }
    }
    return changes
  }

  /// The place of the change to drop next, or nil if all hold.
  private func weakest(of changes: [ChangePoint]) -> Int? {
    // Both choose the first of several equal ones.
    let doubtful = changes.indices.max { changes[$0].shift.p < changes[$1].shift.p }
    guard let doubtful else { return nil }
    if changes[doubtful].shift.p >= level { return doubtful }
    let small = changes.indices.min { changes[$0].shift.magnitude < changes[$1].shift.magnitude }
    return small.flatMap { changes[$0].shift.magnitude > minimumMagnitude ? nil : $0 }
  }

  /// One of several changes, tested between its current neighbours.
  private func tested(
    _ place: Int, of indices: [Int], divergence: Double, in values: [Double]
  ) throws(StatisticsError) -> ChangePoint {
    let index = indices[place]
    let first = place > 0 ? indices[place - 1] : 0
    let end = place + 1 < indices.count ? indices[place + 1] : values.count
    return ChangePoint(
      index: index, divergence: divergence,
      shift: try MeanShift(before: values[first..<index], after: values[index..<end]))
  }

  /// The first step: the suspected changes of all windows, in order, tested between their neighbours.
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
      changes.append(try tested(place, of: indices, divergence: found[index] ?? 0, in: values))
    }
    return changes
  }

  /// One window's splits, by indices of the whole series, in order.
  private func splits(of window: ArraySlice<Double>) throws(StatisticsError) -> [Divergence.Split] {
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

  /// The split with the greatest divergence of all parts, the first of several.
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

/// A place in a series where the values change; found by ``ChangePointRule``.
public struct ChangePoint: Hashable, Sendable {
  /// The index of the first value after the change.
  public let index: Int
  /// Q of E-divisive means where the change was first suspected; for ranking, without a unit.
  public let divergence: Double
  /// The means before and after with their p.
  public let shift: MeanShift
}
