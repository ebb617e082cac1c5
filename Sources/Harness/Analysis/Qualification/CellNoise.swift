import Recording
import Scenarios
import Statistics

/// The distance that chance makes between the two sides of a cell's pairs.
public struct CellNoise: Sendable, Hashable {
  /// The cell.
  public let name: CellName
  /// The purpose of the runs.
  public let kind: RunKind
  /// The number of pairs.
  public let pairs: Int
  /// The standard deviation of ln(candidate / baseline): 0.01 is one percent, nearly.
  public let standardDeviation: Double
  /// The same without the few pairs that went astray (`LogQuotients.robustDeviation`).
  public let robustDeviation: Double

  init(_ name: CellName, _ kind: RunKind, _ quotients: LogQuotients) {
    self.name = name
    self.kind = kind
    pairs = quotients.count
    standardDeviation = quotients.standardDeviation
    robustDeviation = quotients.robustDeviation
  }

  /// The noise of all gated cells that are compared over pairs; those with budgets, and memory
  /// that repeats, have none that matters.
  public static func all(_ analysis: ExperimentAnalysis, gates: [Gate]) -> [CellNoise] {
    guard let decision = analysis.experiment.decision else { return [] }
    return GatedPairs.all(analysis, decision, gates: gates).compactMap { cell in
      cell.quotients.map { CellNoise(cell.name, cell.kind, $0) }
    }
  }
}

/// A cell whose pairs are much noisier than when the machine was qualified.
public struct CellDrift: Sendable, Hashable {
  /// The noise now.
  public let now: CellNoise
  /// The noise then.
  public let then: CellNoise

  /// The cells of a comparison that have drifted.
  ///
  /// Of several layouts nothing is said: two builds' functions lie in other places in each, which
  /// sets their pairs apart as well.
  /// - Throws: `StatisticsError` where the drift rule's numbers allow no test.
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

/// When pairs are so much noisier than those by which a machine was qualified that it is no longer
/// the same machine, as far as measuring goes.
///
/// It has drifted where the robust deviation is more than ``factor`` times the qualified one, and the
/// quotient of the variances is beyond what chance makes of it: the quantile of Fisher's F at
/// ``alpha`` shared among the cells. A median absolute deviation is worth 36.74 % of the values,
/// so it counts as a variance of so many degrees of freedom.
///
/// In 200,000 draws of 10 to 60 pairs beside 30 the share of false drifts was 0.4 to 0.8 times alpha
/// for normal noise, 0.8 to 2.5 times for Student's t of three degrees.
///
/// Source of the efficiency: P. J. Rousseeuw, C. Croux, "Alternatives to the Median Absolute
/// Deviation", Journal of the American Statistical Association 88 (1993), 1273-1283.
public struct DriftRule: Sendable, Hashable {
  /// The factor by which noise may have grown.
  public var factor = 2.0
  /// The chance that chance alone is called a drift, in all cells together.
  public var alpha = 0.01
  /// Noise that does no harm, and counts as no less: a share of the ratio.
  public var harmless = 0.0005

  static let efficiency = 0.3674

  /// The rule as measured.
  public init() {}

  /// Returns whether noise has grown.
  /// - Parameter cells: how many are asked about.
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
