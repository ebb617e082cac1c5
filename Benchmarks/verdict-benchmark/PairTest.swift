import Statistics

/// A test of pairs for growth.
enum PairTest {
  /// The decision rule's own.
  case trimmed
  /// The exact signed-rank test, which shares no assumption with it but symmetry.
  case signedRank

  /// The p value of "the candidate takes no more than 1 + floor times as much".
  func pValue(
    _ pairs: [MeasuredPair], _ quantity: MeasuredPair.Quantity, floor: Double
  ) throws(StatisticsError) -> Double {
    let baseline = try Distribution(pairs.map { $0.baseline(quantity) })
    let candidate = try Distribution(pairs.map { $0.candidate(quantity) })
    return switch self {
    case .trimmed:
      try PairedRatio(baseline: baseline, candidate: candidate).logRatio
        .pValue(ratioAtMost: 1 + floor)
    case .signedRank:
      try SignedRank(baseline: baseline, candidate: candidate, ratioAtMost: 1 + floor).pValue
    }
  }
}
