import MetricCatalog

extension DecisionRule {
  /// The growth that one gated cell's test is made against, as a ratio: 1 where its gate names none.
  public func bound(allowing allowed: Double?) -> Double { 1 + (allowed ?? 0) }

  /// The estimates that are called neither growth nor improvement, however sure they are: those up to
  /// ``floor``, and those whose difference is no greater than the metric's own absolute floor
  /// (`Metric.absoluteFloor`). Where a gate says how much growth it allows, that takes the place of
  /// ``floor`` upwards.
  /// - Parameters:
  ///   - baseline: the mean of the baseline's figures, in base units; above 0.
  ///   - allowed: the growth that the cell's gate allows; nil for the rule's own.
  public func negligible(
    _ metric: Metric, baseline: Double, allowing allowed: Double?
  ) -> ClosedRange<Double> {
    let share = baseline > 0 ? metric.absoluteFloor / baseline : 0
    let least = max(0, min(1 / (1 + floor), 1 - share))
    return least...(1 + max(allowed == nil ? floor : 0, share))
  }

  /// The share of 1 within which a ratio counts as unchanged, or as within its gate.
  /// - Parameter allowed: the growth that the cell's gate allows; nil for the rule's own.
  public func unchangedMargin(allowing allowed: Double?) -> Double {
    allowed.map { max($0, floor) } ?? margin
  }
}
