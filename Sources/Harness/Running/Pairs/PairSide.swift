/// One of the two runs of a pair.
public enum PairSide: Sendable, Equatable, CaseIterable {
  /// The run on the build that is compared with.
  case baseline
  /// The run on the build that is judged.
  case candidate

  /// The other one.
  public var other: PairSide { self == .baseline ? .candidate : .baseline }
}
