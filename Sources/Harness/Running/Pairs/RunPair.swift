import Recording

/// Two runs of one story that are compared with each other.
public struct RunPair: Sendable, Equatable {
  /// The run on the build that is compared with.
  public var baseline: Run
  /// The run on the build that is judged.
  public var candidate: Run

  /// A pair.
  public init(baseline: Run, candidate: Run) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// Both, in the order in which they were started.
  public var inOrder: [Run] { [baseline, candidate].sorted { $0.position < $1.position } }

  /// Whether both passed: else there is nothing to compare.
  public var isComparable: Bool { baseline.passed && candidate.passed }
}
