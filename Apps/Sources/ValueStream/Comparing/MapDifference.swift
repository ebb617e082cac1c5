/// The current map of a stream against the future one: what the plan to eliminate waste (1 of the
/// source) saves, and where.
///
/// ```swift
/// let plan = MapDifference(from: try library.open("Bracket").map, to: editor.map)
/// plan.current.leadTime.value - plan.future.leadTime.value  // minutes saved
/// ```
public struct MapDifference: Hashable, Sendable {
  /// The sum along the longest way of the current map.
  public let current: Totals
  /// The sum along the longest way of the future map.
  public let future: Totals
  /// The number of steps of the current map.
  public let currentSteps: Int
  /// The number of steps of the future map.
  public let futureSteps: Int
  /// The steps that differ: those first whose time changes most; of equal ones, steps of the current
  /// map first, each in the order of its line.
  public let changes: [StepChange]
  /// The waste of the current map by size, and what becomes of it.
  public let waste: [WasteChange]

  /// A step of waste, and the same step on the future map.
  public struct WasteChange: Hashable, Sendable {
    /// The step of the current map.
    public let waste: WasteStep
    /// The step of the future map; nil where that does without it.
    public let after: Sticker?
  }

  /// Compares two maps: O(n log n) for n steps.
  public init(
    from current: StreamMap, to future: StreamMap, matching: StepMatching = .number
  ) {
    self.current = current.longestWay
    self.future = future.longestWay
    currentSteps = current.stickers.count
    futureSteps = future.stickers.count
    let earlier = Array(current.stickers)
    let later = Array(future.stickers)
    let pairs = Dictionary(
      matching.pairs(current.stickers, future.stickers), uniquingKeysWith: { first, _ in first })
    let kept = Set(pairs.values)
    let ofCurrent = earlier.enumerated().compactMap { position, sticker in
      StepChange(before: sticker, after: pairs[position].map { later[$0] }, position: position)
    }
    let added = later.enumerated().compactMap { position, sticker in
      kept.contains(position)
        ? nil : StepChange(before: nil, after: sticker, position: position)
    }
    // Stable, so equal ones stay in their order.
    changes = (ofCurrent + added).sorted { abs($0.saved.seconds) > abs($1.saved.seconds) }
    waste = current.wasteBySize.map { step in
      WasteChange(waste: step, after: pairs[step.position].map { later[$0] })
    }
  }
}
