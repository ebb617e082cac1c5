/// Something of a baseline, and the same of a candidate, that were measured side by side: their runs, and
/// whatever is made of these until they are judged.
public struct Pair<Side> {
  /// Of the build that is compared with.
  public var baseline: Side
  /// Of the build that is judged.
  public var candidate: Side

  /// A pair.
  public init(baseline: Side, candidate: Side) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// The pairs that belong to the same round, in the order of rounds; of a side that has several in a
  /// round the first counts.
  public static func all(
    baseline: [Side], candidate: [Side], round: (Side) -> Int
  ) -> [Pair] {
    let others = Dictionary(candidate.map { (round($0), $0) }, uniquingKeysWith: { a, _ in a })
    var rounds: Set<Int> = []
    return baseline.filter { rounds.insert(round($0)).inserted }
      .sorted { round($0) < round($1) }
      .compactMap { own in others[round(own)].map { Pair(baseline: own, candidate: $0) } }
  }
}

extension Pair: Sendable where Side: Sendable {}
extension Pair: Equatable where Side: Equatable {}

extension Pair where Side == Run {
  /// Both runs, in the order in which they were started.
  public var inOrder: [Run] { [baseline, candidate].sorted { $0.position < $1.position } }
}

/// One of the two sides of a pair.
public enum PairSide: Sendable, Equatable, CaseIterable {
  /// The build that is compared with.
  case baseline
  /// The build that is judged.
  case candidate

  /// The other one.
  public var other: PairSide { self == .baseline ? .candidate : .baseline }
}
