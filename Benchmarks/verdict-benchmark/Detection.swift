import Analysis
import Recording

/// How often an effect is found, by the level of one of 36 tests: Holm's first step, all other cells
/// unchanged.
struct Detection {
  let measurements: Measurements
  let test = PairTest(rule: .standard, tests: 36)

  init(_ measurements: Measurements) { self.measurements = measurements }

  /// The share of windows of so many neighbouring pairs in which a variant's effect on CPU time is
  /// found.
  func share(_ campaign: String, variant: String, pairs: Int) throws -> Double {
    try share(measurements.windows(campaign, variant, count: pairs))
  }

  /// For each story of real runs without an effect, the share of blocks in which one is found that
  /// was put on top of the candidate's CPU time.
  func shares(_ campaign: String, effect: Double, pairs: Int) throws -> [Double] {
    try measurements.stories(campaign).map { story in
      let blocks = measurements.blocks(campaign, story).map { block in
        block.prefix(pairs).map { $0.scaled(.cpu, by: 1 + effect) }
      }
      return try share(blocks)
    }
  }

  private func share(_ windows: [[MeasuredPair]]) throws -> Double {
    let found = try windows.count { try test.finds($0, .cpu) }
    return Double(found) / Double(max(1, windows.count))
  }
}
