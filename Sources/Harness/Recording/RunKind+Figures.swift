import MetricCatalog

extension RunKind {
  /// Whether a figure of such a run means what its metric says.
  ///
  /// In a duet elapsed time holds the other side's turns too, and turns are what most of its
  /// involuntary switches are; both stand in the steps' records. It has no time line either, which the
  /// figures of samples would need.
  public func gives(_ metric: Metric) -> Bool {
    switch self {
    case .solo: !metric.isInstructionCount
    case .counted: metric.isInstructionCount
    case .duet: !Self.ofRunsAlone.contains(metric) && !metric.isInstructionCount
    case .fixedAddresses: metric == .peakAnonymousMemory
    }
  }

  /// Figures that only a run that is alone gives.
  public static let ofRunsAlone: Set<Metric> = [
    .wallTime, .involuntarySwitches, .meanCPU, .peakCPU, .lowestCPU, .otherCPU, .lowestMemory,
    .otherMemory,
  ]
}
