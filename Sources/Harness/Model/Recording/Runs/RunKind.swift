import Metrics

/// The purpose of a run, which determines how it is made and what it measures.
public enum RunKind: String, Sendable, Equatable, Codable, CaseIterable {
  /// Alone on the machine, or in its turns (``Arrangement/gang(turn:in:)``): gives all measurements of one build; in
  /// turns, without those that take samples.
  case solo
  /// One side of a pair that runs at once on one CPU: gives measurements for comparison, but no time line.
  case duet
  /// Alone, on one CPU, without address-space randomisation and with its files fully mapped: gives peak
  /// anonymous memory, which then repeats.
  case fixedAddresses = "fixed-addresses"
  /// Under a counter of instructions, which may slow it down: gives only their number.
  case counted
  /// With the counter of allocations loaded, which slows it down and enlarges blocks: gives only allocations.
  case allocations
  /// Alone, repeating its story in one process whose allocations are counted: gives what a cycle retains.
  case cycles
  /// One side of a pair of the baseline and its own copy (``Decision/Control``), made like the pairs of both
  /// builds: gives what must not move. Its rounds have their own numbers.
  case control

  /// A Boolean value indicating whether such a run uses an instrument under which a sound app may fail.
  public var isCount: Bool { self == .counted || self == .allocations }

  /// Returns whether such a run's value means what its metric says; values of a duet that don't are only in
  /// the steps' records.
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
