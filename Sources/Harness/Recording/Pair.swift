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
  ///
  /// Inlinable, since reports pair tens of thousands of values, which mostly are in order.
  @inlinable
  public static func all(
    baseline: [Side], candidate: [Side], round: (Side) -> Int
  ) -> [Pair] {
    let others = ordered(candidate, by: round)
    var pairs: [Pair] = []
    var (place, last): (Int, Int?) = (0, nil)
    for own in ordered(baseline, by: round) where round(own) != last {
      let number = round(own)
      last = number
      while place < others.count, round(others[place]) < number { place += 1 }
      if place < others.count, round(others[place]) == number {
        pairs.append(Pair(baseline: own, candidate: others[place]))
      }
    }
    return pairs
  }

  /// By rounds, and of a round as they were.
  @inlinable
  static func ordered(_ sides: [Side], by round: (Side) -> Int) -> [Side] {
    if zip(sides, sides.dropFirst()).allSatisfy({ round($0) <= round($1) }) { return sides }
    return sides.enumerated().sorted { a, b in
      (round(a.element), a.offset) < (round(b.element), b.offset)
    }.map(\.element)
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
