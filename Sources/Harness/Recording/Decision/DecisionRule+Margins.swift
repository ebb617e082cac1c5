extension DecisionRule {
  /// The ratio below which a figure has improved: the mirror image of the floor.
  public var improvementBound: Double { 1 / (1 + floor) }

  /// The share of 1 within which a ratio counts as unchanged.
  /// - Parameter allowed: the growth that the cell's gate allows; nil for the rule's own.
  public func unchangedMargin(allowing allowed: Double?) -> Double {
    allowed.map { max($0, floor) } ?? margin
  }
}
