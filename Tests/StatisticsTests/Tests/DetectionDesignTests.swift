import Foundation
import SeededRandom
import Statistics
import TestSupport
import Testing

struct DetectionDesignTests {
  /// Normal numbers by another way than the code's.
  ///
  /// Source: G. E. P. Box, M. E. Muller, "A Note on the Generation of Random Normal Deviates" (1958).
  private struct Normal {
    var random: SplitMix64

    mutating func next(_ count: Int, deviation: Double, shift: Double = 0) throws -> LogQuotients {
      var values: [Double] = []
      for _ in 0..<count {
        let (first, second) = (uniform(), uniform())
        values.append(shift + deviation * sqrt(-2 * log(first)) * cos(2 * .pi * second))
      }
      return LogQuotients(try Distribution(values))
    }

    /// Above 0 and below 1.
    private mutating func uniform() -> Double { (Double(random.next() >> 11) + 0.5) * 0x1p-53 }
  }

  @Test(arguments: [10, 20, 30], [0.01, 0.01 / 8])
  func `a change of the detectable size for the measured error is found in 88 to 92 % of cases`(
    _ pairs: Int, _ level: Double
  ) throws {
    let design = try DetectionDesign(.pairs([pairs]), level: level, power: 0.9)
    // Without a floor it goes with the error.
    let change = log(try design.ratio(error: 1e-3, pairs: pairs, above: 1, floor: 1)) / 1e-3
    var normal = Normal(random: SplitMix64(seed: UInt64(pairs)))
    let runs = 3000
    var found = 0
    for _ in 0..<runs {
      let error = try PairedRatio(normal.next(pairs, deviation: 0.01)).logRatio.standardError
      let test = try PairedTest(normal.next(pairs, deviation: 0.01, shift: change * error))
      if try test.pValue(ratioAtMost: 1, exactUpTo: level) <= level { found += 1 }
    }
    let power = Double(found) / Double(runs)
    #expect(power > 0.88 && power < 0.92, "\(power)")
  }

  /// The whole procedure of an adaptive comparison, of one cell, as the rule describes it.
  private struct Adaptive {
    let interims = [10, 15, 20, 30, 45, 60]
    let level: Double
    let stopping = DetectionDesign.Stopping(
      growth: 1.012, growthConfidence: 0.95, margin: 1.02, confidenceLevel: 0.95,
      looks: [5, 7, 12, 17, 25])

    /// Whether growth is found, and where it ended.
    func outcome(_ pairs: LogQuotients) throws -> (isFound: Bool, pairs: Int, error: Double) {
      for count in (interims + stopping.looks).sorted() {
        let test = try PairedTest(LogQuotients(Distribution(pairs.values.prefix(count))))
        let ratio = test.logRatio
        if interims.contains(count), ratio.ratio > 1.005,
          try test.pValue(ratioAtMost: 1, exactUpTo: level) <= level
        {
          return (true, count, ratio.standardError)
        }
        let interval = try ratio.ratio()
        let isFutile =
          try ratio.upperBound(confidenceLevel: stopping.growthConfidence) < stopping.growth
          && interval.upper <= 1.02 && interval.lower >= 1 / 1.02
          && interval.lower <= 1.005 && interval.upper >= 1 / 1.005
        if isFutile || count == 60 { return (false, count, ratio.standardError) }
      }
      return (false, 60, 0)
    }
  }

  @Test(.nightly)
  func
    `the detectable change is also found as often with interim analyses, on machines of any noise`()
    throws
  {
    let adaptive = Adaptive(level: 0.01 / 12 / 6)
    let design = try DetectionDesign(
      .pairs(adaptive.interims), level: adaptive.level, power: 0.9, stopping: adaptive.stopping)
    var known: [Int: Double] = [:]
    // Errors 8 % apart lead to changes that are hardly so far apart.
    func change(_ pairs: Int, _ error: Double) throws -> Double {
      let step = Int((log(error / 0.003) / 0.08).rounded())
      let key = step * 100 + pairs
      if let change = known[key] { return change }
      let near = 0.003 * exp(Double(step) * 0.08)
      let ratio = try design.ratio(error: near, pairs: pairs, above: 1, floor: 1.005)
      known[key] = log(ratio)
      return log(ratio)
    }
    var powers: [Double] = []
    for deviation in [0.004, 0.008, 0.012, 0.02, 0.035] {
      var normal = Normal(random: SplitMix64(seed: 7))
      let runs = 400
      var found = 0
      for _ in 0..<runs {
        let first = try adaptive.outcome(normal.next(60, deviation: deviation))
        let shift = try change(first.pairs, first.error)
        if try adaptive.outcome(normal.next(60, deviation: deviation, shift: shift)).isFound {
          found += 1
        }
      }
      powers.append(Double(found) / Double(runs))
    }
    // The margins at which pairs stop do not grow with the noise, so single ones are farther off.
    #expect(powers.allSatisfy { $0 > 0.84 && $0 < 0.96 }, "\(powers)")
    let mean = powers.reduce(0, +) / Double(powers.count)
    #expect(mean > 0.88 && mean < 0.92, "\(powers)")
  }

  private struct Reference {
    let pairs: [Int]
    let level: Double
    let error: Double
    let change: Double
  }

  private static let interims = [10, 15, 20, 30, 45, 60]

  /// By another simulation, with numpy, of 10,000 to 40,000 draws.
  private static let references: [Reference] = [
    Reference(pairs: [10], level: 0.01, error: 0.002, change: 0.011854),
    Reference(pairs: [20], level: 0.01 / 36, error: 0.002, change: 0.013972),
    Reference(pairs: [30], level: 0.01, error: 0.001, change: 0.0063426),
    Reference(pairs: [30], level: 0.01 / 36, error: 0.004, change: 0.024363),
    Reference(pairs: interims, level: 0.01 / 6, error: 0.001, change: 0.0082959),
    Reference(pairs: interims, level: 0.01 / 6, error: 0.01, change: 0.023332),
    Reference(pairs: interims, level: 0.01 / 216, error: 0.003, change: 0.012489),
    Reference(pairs: interims, level: 0.01 / 216, error: 0.012, change: 0.037497),
  ]

  @Test func `detectable changes agree within 3 % with an independent simulation`() throws {
    let stopping = DetectionDesign.Stopping(
      growth: 1.015, growthConfidence: 1 - 0.05 / 6, margin: 1.02, confidenceLevel: 0.95)
    for reference in Self.references {
      let design = try DetectionDesign(
        .pairs(reference.pairs), level: reference.level, power: 0.9,
        stopping: reference.pairs.count > 1 ? stopping : nil)
      let ratio = try design.ratio(
        error: reference.error, pairs: reference.pairs[0], above: 1, floor: 1.005)
      #expect(abs((ratio - 1) / reference.change - 1) < 0.03, "\(reference): \(ratio)")
    }
  }

  @Test func `the detectable change of a mean agrees with a simulation by numpy`() throws {
    let design = try DetectionDesign(.mean(degreesOfFreedom: 9), level: 0.01, power: 0.9)
    let found = try design.mean(error: 2, above: 50)
    // numpy: the quantile of (t · se - mean) / se' of 1,000,000 samples of ten.
    #expect(abs((found - 50) / 2 / 5.0067 - 1) < 0.03, "\(found)")
  }

  @Test func `without noise the floor is detectable, and more noise never lowers the change`()
    throws
  {
    let design = try DetectionDesign(.pairs([20]), level: 0.001, power: 0.9)
    #expect(try design.ratio(error: 0, pairs: 20, above: 1, floor: 1.005) == 1.005)
    #expect(try design.ratio(error: 0, pairs: 20, above: 1.02, floor: 1) == 1.02)
    let changes = try [1e-5, 1e-4, 1e-3, 1e-2].map {
      try design.ratio(error: $0, pairs: 20, above: 1, floor: 1.005)
    }
    #expect(changes == changes.sorted() && changes[0] >= 1.005)
  }

  @Test func `no change is detectable with too few pairs or under extreme noise`()
    throws
  {
    let few = try DetectionDesign(.pairs([9]), level: 0.001, power: 0.9)
    #expect(try few.ratio(error: 1e-6, pairs: 9, above: 1, floor: 1) == .infinity)
    let enough = try DetectionDesign(.pairs([10]), level: 0.001, power: 0.9)
    #expect(try enough.ratio(error: 1e-6, pairs: 10, above: 1, floor: 1) < 1.0001)
    #expect(try enough.ratio(error: 9, pairs: 10, above: 1, floor: 1) == .infinity)
  }

  @Test func `the detectable change for hundreds of pairs follows from the simulated one`() throws {
    func change(_ pairs: Int) throws -> Double {
      let design = try DetectionDesign(.pairs([pairs]), level: 0.01, power: 0.9)
      return try design.ratio(error: 1e-3, pairs: pairs, above: 1, floor: 1) - 1
    }
    // With an error that is known (2.326 + 1.282) of them; the signed rank asks for 2 % more.
    let many = try change(1000)
    #expect(many > 0.0036 && many < 0.0039, "\(many)")
    #expect(try abs(change(128) / many - 1) < 0.01)
  }

  @Test func `levels outside 0 to 1, and bounds without a logarithm, are refused`() throws {
    #expect(throws: StatisticsError.probability(0)) {
      try DetectionDesign(.pairs([10]), level: 0, power: 0.9)
    }
    #expect(throws: StatisticsError.probability(1)) {
      try DetectionDesign(.pairs([10]), level: 0.01, power: 1)
    }
    #expect(throws: StatisticsError.interimSchedule([1])) {
      try DetectionDesign(.pairs([1]), level: 0.01, power: 0.9)
    }
    #expect(throws: StatisticsError.degreesOfFreedom(0)) {
      try DetectionDesign(.mean(degreesOfFreedom: 0), level: 0.01, power: 0.9)
    }
    let design = try DetectionDesign(.pairs([10]), level: 0.01, power: 0.9)
    #expect(throws: StatisticsError.undefined(function: "logarithm", argument: 0)) {
      try design.ratio(error: 1, pairs: 10, above: 0, floor: 1)
    }
  }

  @Test func `the one-sided bound of 97.5 % is the upper end of the 95 % interval`() throws {
    let ratio = try PairedRatio(
      baseline: Distribution([1, 1, 1]), candidate: Distribution([0.99, 1.0, 1.01])
    ).logRatio
    #expect(
      agree(try ratio.upperBound(confidenceLevel: 0.975), try ratio.ratio().upper, within: 1e-10))
    #expect(throws: StatisticsError.probability(2)) { try ratio.upperBound(confidenceLevel: 2) }
  }
}
