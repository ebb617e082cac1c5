import Recording

/// No two runs can share a CPU. That ends no experiment: pairs are made one run after the other, and record why.
public struct NoDuet: Error, Equatable {
  /// The reason, as runs record it.
  public let reason: Arrangement.Reason

  /// No duet, for this reason.
  public init(_ reason: Arrangement.Reason) { self.reason = reason }
}
