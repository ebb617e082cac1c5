import Statistics

/// Tells from what a process held at the ends of closed cycles whether it retains memory.
///
/// The values are exact, and the process was in the same state each time, so growth is no data of the
/// user's: it was retained, or kept for good reason, as a cache is that fills. The two are told apart by
/// when it ends. The judged cycles are cut into ``blocks`` of equal length, whose least and greatest
/// values are looked at:
///
/// - **retains**: both rise from each block to the next, and the least values evenly: each time by a quarter
///   of the usual at least, which six threads that start one after the other don't. Of a process that only
///   fluctuates, with all orders of blocks equally likely, it happens once in 8! = 40,320 times. What rises and falls in turns, with
///   a period up to half of the cycles, has the same least value in two blocks; a cache that is full after
///   six eighths of the cycles has the same greatest value in the last two. So neither is taken for it.
///   An array that is appended to grows in steps whose distances double, and their sizes with them. Such
///   steps are one allocation that grows (``GrowingSteps``), and it retains.
/// - **bounded**: it grew beyond all of the first block, but not beyond what it had reached in the first half
///   of all cycles. Steps whose
///   distances double would have come again.
/// - **flat**: it came back to where it was.
/// - **inconclusive**: it stands higher at the end than ever in the first half, or rises by ranks (5 %)
///   without rising all the way. More cycles decide.
///
/// A cache that is still filling when the cycles end can't be told from a leak, nor can what happens more
/// rarely than once in a block be found.
///
/// Sources: the rate and its interval are `TheilSen` of the blocks' least values; taking those
/// rather than all values is the lower envelope by which people judge a sawtooth by eye. That a straight
/// line through all values fails: questdb/c-questdb-client #181.
public struct RetentionTest: Sendable, Hashable {
  /// What became of the memory.
  public enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    /// It grows by so much a cycle, and does not stop.
    case retains
    /// It grew and stopped, as a cache does.
    case bounded
    /// It is what it was.
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
  /// The growth a cycle, with its interval of 95 %; 0 where it is bounded.
  public let rate: Estimate
  /// The cycles that were judged, without those of warm-up.
  public let cycles: Int
  /// The distance from the least to the greatest of the judged values.
  public let range: Int64

  /// The number of cycles that may decide what these did not.
  public var decidingCycles: Int { 4 * cycles }

  /// Judges a series.
  /// - Parameters:
  ///   - values: what was held at the end of each cycle, in order, those of warm-up included.
  ///   - warmUp: how many of them are of warm-up.
  /// - Throws: `StatisticsError` where fewer than ``fewestCycles`` are to be judged.
  public init(_ values: [Int64], warmUp: Int) throws(StatisticsError) {
    let judged = Array(values.dropFirst(warmUp))
    guard judged.count >= Self.fewestCycles else {
      throw .tooFewPairs(found: judged.count, needed: Self.fewestCycles)
    }
    let blocks = (0..<Self.blocks).map { block in
      Block(
        judged, from: block * judged.count / Self.blocks,
        to: (block + 1) * judged.count / Self.blocks)
    }
    let floors = try TheilSen(blocks.map { ($0.time, Double($0.least)) })
    let ceilings = try TheilSen(blocks.map { ($0.time, Double($0.greatest)) })
    // Half of all cycles, of which a fifth is warm-up.
    let (first, second) = (blocks.prefix(3), blocks.dropFirst(3))
    let reached = first.map(\.greatest).max() ?? 0
    let stopped = (second.map(\.greatest).max() ?? 0) <= reached
    let left = (second.map(\.least).min() ?? 0) > blocks[0].greatest
    let isOutlier = (judged.last ?? 0) > reached
    if Self.rise(blocks.map(\.greatest)), Self.riseEvenly(blocks.map(\.least)) {
      (verdict, rate) = (.retains, floors.slope)
    } else if let growing = try GrowingSteps(values)?.rate() {
      (verdict, rate) = (.retains, growing)
    } else if !stopped, isOutlier || max(floors.pValue, ceilings.pValue) <= 0.05 {
      (verdict, rate) = (.inconclusive, floors.slope)
    } else if stopped, left {
      verdict = .bounded
      rate = try Estimate(point: 0, lower: 0, upper: 0, standardError: 0, confidenceLevel: 0.95)
    } else {
      (verdict, rate) = (.flat, floors.slope)
    }
    cycles = judged.count
    range = (judged.max() ?? 0) - (judged.min() ?? 0)
  }

  /// A part of the judged cycles.
  private struct Block {
    /// Where it begins, in cycles.
    let time: Double
    let least: Int64
    let greatest: Int64

    init(_ values: [Int64], from start: Int, to end: Int) {
      time = Double(start)
      least = values[start..<end].min() ?? 0
      greatest = values[start..<end].max() ?? 0
    }
  }

  private static func rise(_ values: [Int64]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
  }

  private static func riseEvenly(_ values: [Int64]) -> Bool {
    let rises = zip(values, values.dropFirst()).map { Double($1) - Double($0) }.sorted()
    return rises[0] > 0 && rises[0] >= rises[rises.count / 2] / 4
  }
}
