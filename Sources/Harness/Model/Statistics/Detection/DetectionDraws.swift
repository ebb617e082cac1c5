import SeededRandom
import Synchronization

/// The samples that tell a ``DetectionDesign`` what it finds: drawn once for a design, the same on every
/// machine.
struct DetectionDraws: Sendable {
  /// The number of draws. It determines the power to half a percentage point.
  static let count = 4000

  /// One interim analysis of all samples, for σ = 1.
  private struct Interim {
    /// The smallest shift that the tests find.
    let shifts: [Double]
    let means: [Double]
    /// The distances of the futility bound and of the interval's upper end above the mean.
    let growthReaches: [Double]
    let reaches: [Double]
  }

  private let interims: [Interim]
  private let growth: Double
  private let margin: Double

  /// A Boolean value indicating whether any analysis can find anything, however great.
  let canFind: Bool

  /// The smallest true change that a sample finds, if noise has this deviation.
  ///
  /// At an interim analysis a shift is found if the tests show it and the estimate is above the floor. A
  /// smaller shift may have ended the series at an earlier analysis.
  func shift(_ draw: Int, deviation: Double, above bound: Double, floor: Double) -> Double {
    var found = Double.infinity
    var ended = -Double.infinity
    for interim in interims {
      let mean = interim.means[draw] * deviation
      let shown = max(bound + interim.shifts[draw] * deviation, floor - mean)
      found = min(found, max(shown, ended))
      ended = max(
        ended,
        min(
          growth - mean - interim.growthReaches[draw] * deviation,
          margin - mean - interim.reaches[draw] * deviation,
          // An interval that excludes the floor ends nothing.
          max(bound, floor) - mean + interim.reaches[draw] * deviation))
    }
    return found
  }
}

extension DetectionDraws {
  private static let drawn = Mutex<[DetectionDesign: DetectionDraws]>([:])
  private static let drawnErrors = Mutex<[Errors: [Double]]>([:])

  private struct Errors: Hashable {
    let values: Int
    let isTrimmed: Bool
  }

  /// More designs than a report has; beyond this all are drawn again.
  private static let maximumKept = 64

  /// The draws of a design, made if they don't exist yet.
  static func of(_ design: DetectionDesign) throws(StatisticsError) -> DetectionDraws {
    if let known = drawn.withLock({ $0[design] }) { return known }
    let draws = try DetectionDraws(design)
    drawn.withLock {
      if $0.count >= maximumKept { $0 = [:] }
      $0[design] = draws
    }
    return draws
  }

  /// The standard errors of samples of this many pairs, for σ = 1; for a mean, those of the design's own
  /// number.
  static func errors(_ kind: DetectionDesign.TestKind, pairs: Int) -> [Double] {
    let key: Errors
    switch kind {
    case .pairs: key = Errors(values: max(PairedRatio.fewestPairs, pairs), isTrimmed: true)
    case .mean(let degrees): key = Errors(values: min(degrees + 1, maximumDrawn), isTrimmed: false)
    }
    if let known = drawnErrors.withLock({ $0[key] }) { return known }
    // With more pairs the error shrinks with their root, and is known better and better.
    let count = min(key.values, maximumDrawn)
    let shrunk = key.isTrimmed ? (Double(count) / Double(key.values)).squareRoot() : 1
    let trimmed = key.isTrimmed ? PairedRatio.trimmedPerEnd(of: count) : 0
    var random = NormalDraws(seed: 2)
    var errors: [Double] = []
    for _ in 0..<Self.count {
      errors.append(shrunk * random.next(count).sorted().trimmedEstimate(perEnd: trimmed).error)
    }
    drawnErrors.withLock {
      if $0.count >= maximumKept { $0 = [:] }
      $0[key] = errors
    }
    return errors
  }

  /// More values than this add little and take time.
  private static let maximumDrawn = SignedRank.maximumCounted

  private init(_ design: DetectionDesign) throws(StatisticsError) {
    let counts: [Int]
    let isPairs: Bool
    let looks = Set(design.stopping?.looks ?? [])
    switch design.kind {
    case .pairs(let pairs): (counts, isPairs) = (looks.union(pairs).sorted(), true)
    case .mean(let degrees): (counts, isPairs) = ([min(degrees + 1, Self.maximumDrawn)], false)
    }
    // A great number of pairs is represented by a smaller one, with the great one's error.
    let drawnCounts = counts.map { isPairs ? min($0, Self.maximumDrawn) : $0 }
    let scales = zip(counts, drawnCounts).map { (Double($1) / Double($0)).squareRoot() }
    var random = NormalDraws(seed: 1)
    var shifts = counts.map { _ in [Double]() }
    var (means, errors) = (shifts, shifts)
    var tests: [DrawnTest] = []
    for count in drawnCounts {
      tests.append(try DrawnTest(count: count, level: design.level, isPairs: isPairs))
    }
    for _ in 0..<Self.count {
      let sample = random.next(drawnCounts[drawnCounts.count - 1])
      for (interim, count) in drawnCounts.enumerated() {
        let part = Array(sample[..<count]).sorted()
        let (mean, error) = tests[interim].estimate(part)
        means[interim].append(mean * scales[interim])
        errors[interim].append(error * scales[interim])
        shifts[interim].append(
          looks.contains(counts[interim])
            ? .infinity : tests[interim].shift(part, mean: mean, error: error) * scales[interim])
      }
    }
    var interims: [Interim] = []
    for interim in counts.indices {
      let student = try StudentT(degreesOfFreedom: tests[interim].degreesOfFreedom)
      var (growth, reach) = (Double.infinity, Double.infinity)
      if let stopping = design.stopping {
        growth = try student.upperQuantile(1 - stopping.growthConfidence)
        reach = try student.criticalValue(confidenceLevel: stopping.confidenceLevel)
      }
      interims.append(
        Interim(
          shifts: shifts[interim], means: means[interim],
          growthReaches: errors[interim].map { design.stopping == nil ? 0 : growth * $0 },
          reaches: errors[interim].map { design.stopping == nil ? 0 : reach * $0 }))
    }
    self.interims = interims
    growth = design.stopping?.growth.naturalLogarithm ?? -.infinity
    margin = design.stopping?.margin.naturalLogarithm ?? -.infinity
    canFind = zip(counts, tests).contains { !looks.contains($0) && $1.canFind }
  }
}
