import Recording
import Scenarios
import Statistics

/// How far apart chance puts the two sides of a cell's pairs.
public struct CellNoise: Sendable, Hashable {
  /// The cell.
  public let name: CellName
  /// The purpose of the runs.
  public let kind: RunKind
  /// The number of pairs.
  public let pairs: Int
  /// The standard deviation of ln(candidate / baseline): 0.01 is about one percent.
  public let standardDeviation: Double
  /// The same without the few outlying pairs (`LogQuotients.robustDeviation`).
  public let robustDeviation: Double

  init(_ name: CellName, _ kind: RunKind, _ quotients: LogQuotients) {
    self.name = name
    self.kind = kind
    pairs = quotients.count
    standardDeviation = quotients.standardDeviation
    robustDeviation = quotients.robustDeviation
  }

  /// The noise of all gated cells that are compared over pairs. Cells with budgets, and memory that repeats,
  /// have no relevant noise.
  public static func all(_ analysis: ExperimentAnalysis, gates: [Gate]) -> [CellNoise] {
    guard let decision = analysis.experiment.decision else { return [] }
    return GatedPairs.all(analysis, decision, gates: gates).compactMap { cell in
      cell.quotients.map { CellNoise(cell.name, cell.kind, $0) }
    }
  }
}

/// A cell whose pairs are much noisier than during qualification.
public struct CellDrift: Sendable, Hashable {
  /// The noise now.
  public let now: CellNoise
  /// The noise then.
  public let then: CellNoise

  /// The cells of a comparison that have drifted.
  ///
  /// Nothing is said with several layouts: in each, the builds' functions are in different places, which also
  /// sets their pairs apart.
  /// - Throws: `StatisticsError` if the drift rule's numbers allow no test.
  public static func all(
    _ analysis: ExperimentAnalysis, since qualification: ExperimentAnalysis, gates: [Gate],
    rule: DriftRule = DriftRule()
  ) throws(StatisticsError) -> [CellDrift] {
    if analysis.experiment.layouts > 1 { return [] }
    let then = CellNoise.all(qualification, gates: gates)
    let both = CellNoise.all(analysis, gates: gates).compactMap { now in
      then.first { $0.name == now.name && $0.kind == now.kind }.map {
        CellDrift(now: now, then: $0)
      }
    }
    var drifts: [CellDrift] = []
    for drift in both
    where try rule.hasDrifted(drift.now, from: drift.then, cells: both.count) {
      drifts.append(drift)
    }
    return drifts
  }
}

/// When pairs are so much noisier than during qualification that the machine no longer measures as it did
/// then.
///
/// It has drifted if the robust deviation is more than ``factor`` times the qualified one, and the quotient
/// of the variances is beyond chance: the quantile of Fisher's F at ``alpha`` shared among the cells. A
/// median absolute deviation is worth 36.74 % of the values, so it counts as a variance with that share of
/// the degrees of freedom.
///
/// In 200,000 draws of 10 to 60 pairs compared with 30, the share of false drifts was 0.4 to 0.8 times alpha
/// for normal noise, and 0.8 to 2.5 times for Student's t with three degrees.
///
/// Source of the efficiency: P. J. Rousseeuw, C. Croux, "Alternatives to the Median Absolute
/// Deviation", Journal of the American Statistical Association 88 (1993), 1273-1283.
public struct DriftRule: Sendable, Hashable {
  /// The factor by which noise may grow.
  public var factor = 2.0
  /// The chance of a false drift, for all cells together.
  public var alpha = 0.01
  /// Harmless noise; less counts as this much: a share of the ratio.
  public var harmless = 0.0005

  static let efficiency = 0.3674

  /// Creates the rule with the default numbers.
  public init() {}

  /// Returns whether noise has grown; this many cells share alpha.
  /// - Throws: `StatisticsError` for fewer than two pairs.
  public func hasDrifted(
    _ now: CellNoise, from qualified: CellNoise, cells: Int
  ) throws(StatisticsError) -> Bool {
    let quotient = now.robustDeviation / max(harmless, qualified.robustDeviation)
    guard quotient > factor else { return false }
    let bound = try FisherF(
      numerator: degrees(now.pairs), denominator: degrees(qualified.pairs)
    ).upperQuantile(alpha / Double(max(1, cells)))
    return quotient * quotient > bound
  }

  private func degrees(_ pairs: Int) -> Double { Self.efficiency * Double(pairs - 1) }
}
