import Running

/// The maker of pairs, which must be put away afterwards.
public struct PairBench {
  /// Makes the pairs.
  public let executor: any PairExecutor
  /// Puts away what the pairs needed.
  public let close: () -> Void

  /// A bench.
  public init(_ executor: any PairExecutor, close: @escaping () -> Void = {}) {
    self.executor = executor
    self.close = close
  }
}
