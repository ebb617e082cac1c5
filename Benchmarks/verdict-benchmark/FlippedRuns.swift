import Comparing
import Recording
import Statistics

/// False alarms in very many whole runs without an effect, to see the tail: of real whole runs the
/// sides of each pair are exchanged at random (`SignFlips`).
struct FlippedRuns {
  let measurements: Measurements
  let campaign: String

  /// How many of so many runs have an alarm.
  /// - Parameter floor: growth that is no regression; 0 shows the test's own tail.
  func alarms(_ count: Int, floor: Double, seed: UInt64) throws -> Int {
    let stories = measurements.stories(campaign).map { measurements.blocks(campaign, $0) }
    let runs = try (0..<(stories.map(\.count).min() ?? 0)).map { block in
      try stories.enumerated().flatMap { index, story in
        try MeasuredPair.Quantity.allCases.map { quantity in
          SignFlips.Cell(
            source: "\(index)", quotients: try Self.quotients(story[block], quantity),
            ratioAtMost: 1 + floor)
        }
      }
    }
    return try SignFlips(runs: runs, alpha: DecisionRule.standard.alpha)
      .alarms(of: count, seed: seed)
  }

  private static func quotients(
    _ pairs: [MeasuredPair], _ quantity: MeasuredPair.Quantity
  ) throws -> LogQuotients {
    try LogQuotients(
      baseline: Distribution(pairs.map { $0.baseline(quantity) }),
      candidate: Distribution(pairs.map { $0.candidate(quantity) }))
  }
}
