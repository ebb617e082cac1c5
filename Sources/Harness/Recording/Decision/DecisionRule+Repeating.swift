import MetricCatalog

extension DecisionRule {
  /// The runs that repeat a metric's figures, and how these are judged; nil for a metric that no
  /// kind of runs repeats.
  public func repeating(_ metric: Metric) -> (kind: RunKind, rule: RepeatRule)? {
    switch metric {
    case .peakAnonymousMemory: (.fixedAddresses, repeats)
    case .instructions, .hardwareInstructions: counts.map { (.counted, $0) }
    default: nil
    }
  }
}
