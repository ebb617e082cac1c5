/// A baseline's value and a candidate's that were measured side by side: their runs, and everything derived
/// from them until they are judged.
public struct Pair<Side> {
  /// The value of the baseline build.
  public var baseline: Side
  /// The value of the candidate build.
  public var candidate: Side

  /// A pair.
  public init(baseline: Side, candidate: Side) {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// The pairs of the same round, in the order of rounds; if a side has several in a round, the first counts.
  ///
  /// Inlinable, because reports pair tens of thousands of values, mostly in order.
  @inlinable
  public static func all(baseline: [Side], candidate: [Side], round: (Side) -> Int) -> [Pair] {
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

  /// Sorted by round, keeping the order within a round.
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
  /// Both runs, in the order of their start.
  public var inOrder: [Run] { [baseline, candidate].sorted { $0.position < $1.position } }
}

/// One of the two sides of a pair.
public enum PairSide: Sendable, Equatable, CaseIterable {
  case baseline
  case candidate

  /// The other side.
  public var other: PairSide { self == .baseline ? .candidate : .baseline }
}
