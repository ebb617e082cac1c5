import MetricCatalog

extension RunKind {
  /// Whether a figure of such a run means what its metric says.
  ///
  /// In a duet elapsed time holds the other side's turns too, and turns are what most of its
  /// involuntary switches are; both stand in the steps' records.
  func gives(_ metric: Metric) -> Bool {
    switch self {
    case .solo, .counted: true
    case .duet: metric != .wallTime && metric != .involuntarySwitches
    case .fixedAddresses: metric == .peakMemory
    }
  }
}
