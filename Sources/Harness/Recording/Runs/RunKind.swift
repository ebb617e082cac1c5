import Metrics

/// The purpose of a run, which decides how it is made and which measurements it gives.
public enum RunKind: String, Sendable, Equatable, Codable, CaseIterable {
  /// Alone on the machine: gives all measurements of one build.
  case solo
  /// One side of a pair that runs at once, on one CPU: gives measurements to compare, no time line.
  case duet
  /// Alone, on one CPU, without address-space randomisation and with its files mapped in full: gives
  /// peak anonymous memory, which repeats then.
  case fixedAddresses = "fixed-addresses"
  /// Under a counter of instructions, which may slow it down: gives their number alone.
  case counted
  /// With the counter of allocations loaded, which slows it down and makes blocks longer: gives what was
  /// allocated alone.
  case allocations
  /// Alone, its story again and again in one process whose allocations are counted: gives what a cycle
  /// retains.
  case cycles
  /// One side of a pair of the baseline and its own copy (``Decision/Control``), made as the pairs of both
  /// builds are: gives what must not move. Its rounds are numbered by themselves.
  case control
}

extension RunKind {
  /// A Boolean value indicating whether such a run has an instrument in it, with which an app may fail that
  /// is well by itself.
  public var isCount: Bool { self == .counted || self == .allocations }

  /// Returns whether a value of such a run means what its metric says; what a duet gives that it can't
  /// is in the steps' records alone.
  public func gives(_ metric: Metric) -> Bool {
    switch self {
    case .solo:
      !metric.isInstructionCount && !metric.isAllocationCount && !metric.isPeakPart
        && !metric.isRetention
    case .counted: metric.isInstructionCount
    case .allocations: metric.isAllocationCount || metric.isPeakPart
    case .cycles: metric.isRetention
    case .duet, .control:
      !metric.needsRunAlone && !metric.isInstructionCount && !metric.isAllocationCount
        && !metric.isPeakPart
    case .fixedAddresses: metric.ofDriver == .peakAnonymousMemory
    }
  }
}
