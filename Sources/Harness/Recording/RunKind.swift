/// What a run is for, which decides how it is made and which figures it gives.
public enum RunKind: String, Sendable, Equatable, Codable, CaseIterable {
  /// Alone on the machine: gives all figures of one build.
  case solo
  /// One side of a pair that runs at once, on one CPU: gives figures to compare, no time line.
  case duet
  /// Alone, on one CPU, without address-space randomisation and with its files mapped in full: gives
  /// peak anonymous memory, which repeats then.
  case fixedAddresses = "fixed-addresses"
  /// Under a counter of instructions, which may slow it down: gives their number alone.
  case counted
}
