import SeededRandom

/// A simulation of false alarms in whole runs in which nothing changed: the sides of measured pairs are
/// exchanged at random, many times.
///
/// If both sides are the same program, either could have been the candidate. So each exchange is a run that
/// could have been measured, in the same states of the same machine; independent draws would hide those
/// states. All measurements of a pair change sides together.
///
/// Exchanging single pairs shows the tail, but hides what pairs have in common, such as a side that is slower
/// for a while. So stretches of neighbouring pairs change sides together, too.
///
/// It performs only the rule's tests and Holm's steps, because 20,000 recorded runs would be millions of
/// records.
///
/// Source: R. A. Fisher, "The Design of Experiments" (1935), section 21.
public struct SignFlips: Sendable {
  private let runs: [Flippable]
  private let alpha: Double

  /// The pairs of one gated cell in a whole run.
  public struct Cell: Sendable {
    /// The name of what is measured: measurements of one source and round change sides together.
    public let source: String
    /// The pairs' rounds, in the order of the quotients.
    public let rounds: [Int]
    /// The layouts of their code; if there are several, they decide.
    public let layouts: [Int]
    /// The pairs.
    public let quotients: LogQuotients
    /// The ratio that counts as no growth.
    public let ratioAtMost: Double
    /// The estimates that count as no change, however certain.
    public let negligible: ClosedRange<Double>

    /// Creates a cell. By default its rounds are 1, 2, … and all have the same layout.
    public init(
      source: String, rounds: [Int]? = nil, layouts: [Int] = [], quotients: LogQuotients,
      ratioAtMost: Double, negligible: ClosedRange<Double> = 1...1
    ) {
      self.source = source
      self.rounds = rounds ?? Array(1...quotients.count)
      self.layouts = layouts
      self.quotients = quotients
      self.ratioAtMost = ratioAtMost
      self.negligible = negligible
    }
  }

  /// Creates a simulation of whole runs.
  /// - Parameters:
  ///   - runs: the gated cells of each.
  ///   - together: how many neighbouring pairs of a source change sides together; all of a run if it has no
  ///     more.
  ///   - otherTests: the number of other tests that share alpha in each run without showing growth.
  ///   - alpha: the chance of any false alarm in a whole run that the rule allows.
  public init(runs: [[Cell]], together: Int = 1, otherTests: Int = 0, alpha: Double) {
    self.runs = runs.filter { !$0.isEmpty }.map {
      Flippable($0, together: together, otherTests: otherTests)
    }
    self.alpha = alpha
  }

  /// Returns how many of this many runs are called worse, each being one of the given runs with sides
  /// exchanged; 0 if none was given.
  /// - Throws: `StatisticsError` if a cell has pairs that allow no test.
  public func alarms(of count: Int, seed: UInt64) throws(StatisticsError) -> Int {
    if runs.isEmpty { return 0 }
    var random = SplitMix64(seed: seed)
    var alarms = 0
    for _ in 0..<count {
      let run = runs[random.below(runs.count)]
      let signs = run.signs(&random)
      if try run.raisesAlarm(signs, alpha: alpha) { alarms += 1 }
    }
    return alarms
  }
}

/// A whole run whose pairs know their signs.
private struct Flippable {
  let cells: [(cell: SignFlips.Cell, slots: [Int], clusters: [[Int]])]
  let tests: Int
  let slotCount: Int

  init(_ cells: [SignFlips.Cell], together: Int, otherTests: Int) {
    struct SourceStretch: Hashable {
      let source: String
      let stretch: Int
    }
    // Stretches are counted in existing pairs: a cell of a source may lack a round.
    let rounds = Dictionary(grouping: cells, by: \.source).mapValues { cells in
      Dictionary(
        uniqueKeysWithValues: Set(cells.flatMap(\.rounds)).sorted().enumerated()
          .map { ($1, $0 / max(1, together)) })
    }
    var slots: [SourceStretch: Int] = [:]
    self.cells = cells.map { cell in
      let own = cell.rounds.map { round in
        let place = SourceStretch(source: cell.source, stretch: rounds[cell.source]?[round] ?? 0)
        let slot = slots[place] ?? slots.count
        slots[place] = slot
        return slot
      }
      let clusters = Dictionary(grouping: cell.layouts.indices) { cell.layouts[$0] }
        .sorted { $0.key < $1.key }.map(\.value)
      return (cell, own, clusters)
    }
    tests = cells.count + otherTests
    slotCount = slots.count
  }

  func signs(_ random: inout SplitMix64) -> [Double] {
    (0..<slotCount).map { _ in random.below(2) == 0 ? 1 : -1 }
  }

  /// Returns whether any cell is called worse: Holm's procedure shows its growth, and the estimate is not
  /// negligible.
  func raisesAlarm(_ signs: [Double], alpha: Double) throws(StatisticsError) -> Bool {
    var shown: [(p: Double, counts: Bool)] = []
    for (cell, slots, clusters) in cells {
      let flipped = zip(cell.quotients.values, slots).map { $0 * signs[$1] }
      let test =
        clusters.count > 1
        ? try PairedTest(Self.quotients(flipped, clusters))
        : try PairedTest(LogQuotients(Distribution(flipped)))
      // No growth at all has a p of a half or more.
      if test.logRatio.ratio <= cell.ratioAtMost && alpha < 0.5 { continue }
      // Above alpha, no step of Holm's shows anything.
      let p = try test.pValue(ratioAtMost: cell.ratioAtMost, exactUpTo: alpha)
      if p <= alpha { shown.append((p, test.logRatio.ratio > cell.negligible.upperBound)) }
    }
    for (step, cell) in shown.sorted(by: { $0.p < $1.p }).enumerated() {
      guard cell.p * Double(tests - step) <= alpha else { return false }
      if cell.counts { return true }
    }
    return false
  }

  private static func quotients(
    _ values: [Double], _ clusters: [[Int]]
  ) throws(StatisticsError) -> [LogQuotients] {
    var quotients: [LogQuotients] = []
    for cluster in clusters {
      quotients.append(LogQuotients(try Distribution(cluster.map { values[$0] })))
    }
    return quotients
  }
}
