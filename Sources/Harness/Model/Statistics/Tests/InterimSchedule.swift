/// When running measurements are analysed, and what each interim analysis may claim.
///
/// Frequent analyses find something in the end. So each of K interim analyses of m tests has the level alpha
/// / (m K): by Bonferroni's inequality the chance of any false rejection at any analysis is at most alpha,
/// whatever the dependence and whatever stopped the measurement.
///
/// Sources: C. E. Bonferroni, "Teoria statistica delle classi e calcolo delle probabilità" (1936), for
/// the inequality; C. Jennison, B. W. Turnbull, "Group Sequential Methods" (2000), chapter 2 for
/// analyses at fixed numbers and chapter 10 for stopping early without a finding.
public struct InterimSchedule: Hashable, Sendable, Codable {
  /// The numbers of pairs at the interim analyses, in ascending order.
  public let pairs: [Int]

  /// 10, 15, 20, 30, 45 and 60 pairs: from the fewest that decide, each about half as many again.
  public static let standard = InterimSchedule(checked: [10, 15, 20, 30, 45, 60])

  /// A schedule.
  /// - Throws: ``StatisticsError/interimSchedule(_:)`` unless there is at least one interim analysis, the
  ///   first is at two pairs or more, and each is later than the one before.
  public init(pairs: [Int]) throws(StatisticsError) {
    guard let first = pairs.first, first >= PairedRatio.fewestPairs,
      zip(pairs, pairs.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw .interimSchedule(pairs) }
    self.pairs = pairs
  }

  private init(checked pairs: [Int]) { self.pairs = pairs }

  /// Reads a schedule from its list of numbers.
  public init(from decoder: any Decoder) throws {
    try self.init(pairs: decoder.singleValueContainer().decode([Int].self))
  }

  /// Writes the list of numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(pairs)
  }

  /// K, the number of interim analyses.
  public var count: Int { pairs.count }

  /// The interim analyses that this many pairs allow.
  public func taken(with pairCount: Int) -> [Int] { pairs.filter { $0 <= pairCount } }

  /// The level of one test at one interim analysis.
  public func level(_ alpha: Double, tests: Int) -> Double {
    alpha / (Double(max(1, tests)) * Double(count))
  }

  /// One p value for all interim analyses taken: K times the smallest, at most 1.
  public func combined(_ pValues: [Double]) -> Double {
    min(1, Double(count) * (pValues.min() ?? 1))
  }
}
