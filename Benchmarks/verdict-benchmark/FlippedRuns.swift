import Analysis
import Recording
import Statistics

/// False alarms in very many whole runs without an effect, to see the tail: of real whole runs the
/// sides of each pair are exchanged at random (`SignFlips`).
struct FlippedRuns {
  let measurements: Measurements
  let campaign: String

  /// How many of so many runs have an alarm. Growth within `floor` is no regression; 0 shows the
  /// test's own tail. `together` is how many neighbouring pairs change sides together.
  func alarms(_ count: Int, floor: Double, together: Int = 1, seed: UInt64) throws -> Int {
    var rule = DecisionRule.standard
    rule.floor = floor
    let stories = measurements.stories(campaign).map { measurements.blocks(campaign, $0) }
    let runs = try (0..<(stories.map(\.count).min() ?? 0)).map { block in
      try stories.enumerated().flatMap { index, story in
        try MeasuredPair.Quantity.allCases.map {
          try PairTest.cell(story[block], $0, rule: rule, source: "\(index)")
        }
      }
    }
    return try SignFlips(runs: runs, together: together, alpha: rule.alpha)
      .alarms(of: count, seed: seed)
  }
}
