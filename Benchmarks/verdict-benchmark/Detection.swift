import Comparing
import Statistics

/// How often an effect is found, by the level of one of 36 tests: Holm's first step, all other cells
/// unchanged.
struct Detection {
  static let tests = 36.0

  let measurements: Measurements
  /// Growth that is never called a regression.
  let floor: Double

  init(_ measurements: Measurements, floor: Double = DecisionRule.standard.floor) {
    self.measurements = measurements
    self.floor = floor
  }

  /// The share of windows of so many neighbouring pairs in which a variant's effect is found.
  func share(
    _ campaign: String, variant: String, pairs: Int, quantity: MeasuredPair.Quantity = .cpu
  ) throws -> Double {
    try share(measurements.windows(campaign, variant, count: pairs), quantity)
  }

  /// For each story of real runs without an effect, the share of blocks in which one is found that
  /// was put on top of the candidate's CPU time.
  func shares(_ campaign: String, effect: Double, pairs: Int) throws -> [Double] {
    try measurements.stories(campaign).map { story in
      let blocks = measurements.blocks(campaign, story).map { block in
        block.prefix(pairs).map { $0.scaled(.cpu, by: 1 + effect) }
      }
      return try share(blocks, .cpu)
    }
  }

  private func share(
    _ windows: [[MeasuredPair]], _ quantity: MeasuredPair.Quantity
  ) throws -> Double {
    var found = 0
    for pairs in windows {
      let ratio = try PairedRatio(pairs, quantity)
      let level = DecisionRule.standard.alpha / Self.tests
      if try ratio.logRatio.pValue(ratioAtMost: 1 + floor) <= level { found += 1 }
    }
    return Double(found) / Double(max(1, windows.count))
  }
}

extension PairedRatio {
  init(_ pairs: [MeasuredPair], _ quantity: MeasuredPair.Quantity) throws(StatisticsError) {
    try self.init(
      baseline: Distribution(pairs.map { $0.baseline(quantity) }),
      candidate: Distribution(pairs.map { $0.candidate(quantity) }))
  }
}
