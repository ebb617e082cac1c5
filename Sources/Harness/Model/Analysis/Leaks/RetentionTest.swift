import Statistics

/// Determines whether a process retains memory, from what it held at the ends of closed cycles.
///
/// The values are exact, and the process was in the same state each time, so growth is not the user's data.
/// It was retained, or kept for a good reason, for example by a cache that fills up. When growth ends tells
/// the two apart. The judged cycles are cut into ``blocks`` of equal length, and the least and greatest
/// values of each are examined:
///
/// - **retains**: both rise from each block to the next, and the least values rise evenly: each time by at
///   least a quarter of the usual rise, unlike six threads that start one after the other. If a process only
///   fluctuates, with all orders of blocks equally likely, this happens once in 8! = 40,320 times. A periodic
///   rise and fall, with a period up to half of the cycles, has the same least value in two blocks. A cache
///   that is full after six eighths of the cycles has the same greatest value in the last two. So neither is
///   mistaken for a leak. An appended array grows in steps whose distances and sizes double. Such steps are
///   one growing allocation (``GrowingSteps``), which counts as retained.
/// - **bounded**: it grew beyond all of the first block, but not beyond what it had reached in the first half
///   of all cycles. Steps at doubling distances would have come again.
/// - **flat**: it returned to where it was.
/// - **inconclusive**: it ends higher than ever in the first half, or rises by ranks (5 %) without rising all
///   the way, or its least values rise evenly and its greatest do not. More cycles decide.
///
/// A single cycle may end with a buffer that another thread has yet to free. It would be greater than all that a
/// leak reaches later, and look like the end of growth, so it counts as no more than its neighbours.
///
/// A cache that is still filling when the cycles end looks like a leak, and anything rarer than once a block
/// can't be found.
///
/// Sources: the rate and its interval are `TheilSen` of the blocks' least values. Using these rather than all
/// values is the lower envelope by which people judge a sawtooth by eye. A straight line through all values
/// fails: questdb/c-questdb-client #181.
public struct RetentionTest: Sendable, Hashable {
  /// The fate of the memory.
  public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    /// It grows by this much per cycle, and does not stop.
    case retains
    /// It grew and stopped, as a cache does.
    case bounded
    case flat
    /// More cycles are needed.
    case inconclusive
  }

  /// The number of parts that the judged cycles are cut into.
  public static let blocks = 8
  /// The fewest cycles that are judged: two a block.
  public static let fewestCycles = 2 * blocks

  /// The verdict.
  public let verdict: Verdict
  /// The growth per cycle, with its 95 % interval; 0 if it is bounded.
  public let rate: Estimate
  /// The number of judged cycles, without warm-up.
  public let cycles: Int
  /// The distance from the least to the greatest of the judged values.
  public let range: Int64
  /// The rise of the least values from the first block to the last if that is even; else the distance from the
  /// greatest value of the first block to what was held after both of the last two cycles, which is less than 0 if
  /// it merely rises and falls.
  private let growth: Double

  /// The number of cycles that may decide if these did not.
  public var decidingCycles: Int { 4 * cycles }

  /// Returns whether it grows, or may grow, by at least this much over the judged cycles. A single high value at
  /// the end may be chance, so it is no growth.
  func mayGrow(by amount: Double) -> Bool {
    switch verdict {
    case .retains: rate.point * Double(cycles) >= amount
    case .inconclusive: growth >= amount
    case .bounded, .flat: false
    }
  }

  /// Judges a series.
  /// - Parameters:
  ///   - values: what was held at the end of each cycle, in order, including warm-up.
  ///   - warmUp: the number of warm-up cycles.
  /// - Throws: `StatisticsError` if fewer than ``fewestCycles`` cycles remain to judge.
  public init(_ values: [Int64], warmUp: Int) throws(StatisticsError) {
    let recorded = values.dropFirst(warmUp)
    guard recorded.count >= Self.fewestCycles else {
      throw .tooFewPairs(found: recorded.count, needed: Self.fewestCycles)
    }
    let values = Self.withoutSpikes(values, warmUp: warmUp)
    let judged = Array(values.dropFirst(warmUp))
    let blocks = (0..<Self.blocks).map { block in
      Block(
        judged, from: block * judged.count / Self.blocks,
        to: (block + 1) * judged.count / Self.blocks)
    }
    let floors = try TheilSen(blocks.map { ($0.time, Double($0.least)) })
    let ceilings = try TheilSen(blocks.map { ($0.time, Double($0.greatest)) })
    // Half of all cycles, if a fifth is warm-up.
    let (first, second) = (blocks.prefix(3), blocks.dropFirst(3))
    let reached = first.map(\.greatest).max() ?? 0
    let stopped = (second.map(\.greatest).max() ?? 0) <= reached
    let left = (second.map(\.least).min() ?? 0) > blocks[0].greatest
    let isOutlier = (judged.last ?? 0) > reached
    let isEven = Self.riseEvenly(blocks.map(\.least))
    if isEven, Self.rise(blocks.map(\.greatest)) {
      (verdict, rate) = (.retains, floors.slope)
    } else if let growing = try GrowingSteps(values)?.rate() {
      (verdict, rate) = (.retains, growing)
    } else if isEven || (!stopped && (isOutlier || max(floors.pValue, ceilings.pValue) <= 0.05)) {
      (verdict, rate) = (.inconclusive, floors.slope)
    } else if stopped, left {
      verdict = .bounded
      rate = try Estimate(point: 0, lower: 0, upper: 0, standardError: 0, confidenceLevel: 0.95)
    } else {
      (verdict, rate) = (.flat, floors.slope)
    }
    cycles = judged.count
    range = (recorded.max() ?? 0) - (recorded.min() ?? 0)
    growth =
      isEven
      ? Double(blocks[Self.blocks - 1].least) - Double(blocks[0].least)
      : Double(judged.suffix(2).min() ?? 0) - Double(blocks[0].greatest)
  }

  private struct Block {
    /// The time at which it begins, in cycles.
    let time: Double
    let least: Int64
    let greatest: Int64

    init(_ values: [Int64], from start: Int, to end: Int) {
      time = Double(start)
      least = values[start..<end].min() ?? 0
      greatest = values[start..<end].max() ?? 0
    }
  }

  /// The values, with each that stands out alone lowered to the greater of its neighbours.
  ///
  /// It stands out if it exceeds them by more than the whole distance between all judged values that exceed no
  /// more than one of theirs. A leak is part of that distance, and so are a full cache and most of a sawtooth.
  /// The first and the last may be where a level ends or begins, so they count only if one between them is at
  /// least as great. The least value of a block stays, because a neighbour in the block is lower.
  private static func withoutSpikes(_ values: [Int64], warmUp: Int) -> [Int64] {
    let neighbours = values.indices.map { index in
      max(index > 0 ? values[index - 1] : .min, index + 1 < values.count ? values[index + 1] : .min)
    }
    let judged = values.indices.dropFirst(warmUp)
    let others = judged.filter { values[$0] <= neighbours[$0] }.map { Double(values[$0]) }
    guard let least = others.min(), let greatest = others.max() else { return values }
    let standing = values.indices.filter {
      Double(values[$0]) - Double(neighbours[$0]) > greatest - least
    }
    let ends = [values.startIndex, values.endIndex - 1]
    let highest = standing.filter { !ends.contains($0) }.map { values[$0] }.max()
    var lowered = values
    for index in standing where highest.map({ values[index] <= $0 }) ?? false {
      lowered[index] = neighbours[index]
    }
    return lowered
  }

  private static func rise(_ values: [Int64]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
  }

  private static func riseEvenly(_ values: [Int64]) -> Bool {
    let rises = zip(values, values.dropFirst()).map { Double($1) - Double($0) }.sorted()
    return rises[0] > 0 && rises[0] >= rises[rises.count / 2] / 4
  }
}
