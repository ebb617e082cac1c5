/// The mean of one change's effects on several machines, each measured in its own pairs, if the change may do
/// more on one machine than on another: the random-effects model.
///
/// With y_i the estimated ln(candidate / baseline) of machine i of k, and s_i its standard error:
///
///     w_i(τ²) = 1 / (s_i² + τ²)      μ(τ²) = Σ w_i y_i / Σ w_i      Q(τ²) = Σ w_i (y_i - μ)²
///     τ²      = the root of Q(τ²) = k - 1; 0 if Q(0) ≤ k - 1      (Paule and Mandel)
///     se²     = max(1, Q(τ²) / (k - 1)) / Σ w_i,  Student's t with k - 1 degrees
///                                                                    (Hartung and Knapp)
///
/// The quotient under the root is 1 if τ² > 0, because that defines Paule and Mandel's τ². It may not be
/// below 1, or machines that happen to agree would claim too much. So se = 1 / √Σ w_i.
///
/// Paule and Mandel's τ² was chosen because it assumes no distribution and makes weights and spread agree;
/// DerSimonian and Laird's is too small if machines differ much. With normal quantiles instead of Hartung and
/// Knapp's t, six machines that differ give several times the false alarms.
///
/// The s_i are estimates, too, from few pairs each: with four pairs on each of eight machines this test alone
/// gives 2.8 times as many false alarms as it should at a level of 0.1 %. So tests also require what
/// ``plain`` shows, the mean of the y_i, which needs no s_i. Both together gave at most 0.8 times as many,
/// for 3 to 12 machines with 2 to 8 pairs, of normal and of heavy-tailed differences.
///
/// Sources: R. C. Paule, J. Mandel, "Consensus Values and Weighting Factors", Journal of Research of the
/// National Bureau of Standards 87 (1982), 377-385; J. Hartung, G. Knapp, "On tests of the overall
/// treatment effect in meta-analysis with normally distributed responses", Statistics in Medicine 20
/// (2001), 1771-1782; C. Röver, G. Knapp, T. Friede, "Hartung-Knapp-Sidik-Jonkman approach and its
/// modification for random-effects meta-analysis with few studies", BMC Medical Research Methodology
/// 15:99 (2015), for the bound at 1.
public struct RandomEffects: Hashable, Sendable {
  /// The fewest machines that have a spread.
  public static let fewestEffects = 2

  /// The weighted mean, with its error and k - 1 degrees of freedom.
  public let mean: LogRatio
  /// The mean in which every machine weighs the same, with s / √k of the y_i: Student's t.
  public let plain: LogRatio
  /// τ², the variance of the machines' true logarithms.
  public let betweenVariance: Double
  /// I², the share of the y_i's spread that chance within machines does not explain, from 0 to 1.
  public let inconsistency: Double
  private let effects: [LogRatio]

  /// The mean of effects of machines.
  /// - Throws: ``StatisticsError/tooFewClusters(found:needed:)`` for a single one.
  public init(_ effects: [LogRatio]) throws(StatisticsError) {
    let k = effects.count
    guard k >= Self.fewestEffects else {
      throw .tooFewClusters(found: k, needed: Self.fewestEffects)
    }
    self.effects = effects
    let degrees = Double(k - 1)
    let moments = CentralMoments(sorted: effects.map(\.location).sorted())
    let variance = moments.second / degrees
    plain = LogRatio(
      location: moments.mean, standardError: (variance / Double(k)).squareRoot(),
      degreesOfFreedom: degrees)
    let alone = Weighted(effects, between: 0)
    inconsistency = alone.scatter > degrees ? (alone.scatter - degrees) / alone.scatter : 0
    // Q falls with τ², and is at most k - 1 at the y_i's own variance.
    var (low, high) = (0.0, alone.scatter > degrees ? variance : 0)
    while case let middle = (low + high) / 2, low < middle, middle < high {
      if Weighted(effects, between: middle).scatter > degrees {
        low = middle
      } else {
        high = middle
      }
    }
    betweenVariance = high
    let weighted = Weighted(effects, between: high)
    mean = LogRatio(
      location: weighted.mean, standardError: 1 / weighted.weight.squareRoot(),
      degreesOfFreedom: degrees)
  }

  /// The two-sided p value of "this machine is like the others": of its distance from their mean, with the
  /// errors of both and the others' τ. Nil for fewer than three machines, because it is unknown which one is
  /// off.
  ///
  ///     t = (y_i - μ_-i) / √(s_i² + τ_-i² + se_-i²)
  ///
  /// Source: W. Viechtbauer, M. W.-L. Cheung, "Outlier and influence diagnostics for meta-analysis",
  /// Research Synthesis Methods 1 (2010), 112-125 (studentized deleted residuals); with Student's t of the
  /// fewest degrees involved, because the errors are estimates.
  public func pValue(ofBeingAlike index: Int) throws(StatisticsError) -> Double? {
    guard effects.count > Self.fewestEffects, effects.indices.contains(index) else { return nil }
    let own = effects[index]
    var rest = effects
    rest.remove(at: index)
    let others = try RandomEffects(rest)
    let variance =
      Self.variance(of: own) + others.betweenVariance
      + others.mean.standardError * others.mean.standardError
    let degrees = min(own.degreesOfFreedom, others.mean.degreesOfFreedom)
    let t = abs(own.location - others.mean.location) / variance.squareRoot()
    return try min(1, 2 * StudentT(degreesOfFreedom: degrees).upperTail(t))
  }

  /// Pairs that all agree have no error, and would have infinite weight. They get an invisible error of a
  /// thousand-millionth.
  private static func variance(of effect: LogRatio) -> Double {
    max(effect.standardError * effect.standardError, 1e-18)
  }

  /// μ, Σ w and Q for one τ².
  private struct Weighted {
    let mean: Double
    let weight: Double
    let scatter: Double

    init(_ effects: [LogRatio], between: Double) {
      let weights = effects.map { 1 / (RandomEffects.variance(of: $0) + between) }
      let sum = weights.reduce(0, +)
      // Relative to the first, so that equal effects give no scatter.
      let first = effects[0].location
      let raised = zip(weights, effects).reduce(0) { $0 + $1.0 / sum * ($1.1.location - first) }
      let mean = first + raised
      self.mean = mean
      weight = sum
      scatter = zip(weights, effects).reduce(0) { result, effect in
        result + effect.0 * (effect.1.location - mean) * (effect.1.location - mean)
      }
    }
  }

  /// Returns whether groups of pairs are shown to have different means at a level: the one-way analysis of
  /// variance, whose F = MSB / MSW has k - 1 and N - k degrees of freedom.
  ///
  /// Source: H. Scheffé, "The Analysis of Variance" (1959), chapter 3.
  public static func differ(
    _ groups: [LogQuotients], level: Double
  ) throws(StatisticsError) -> Bool {
    let total = groups.map(\.count).reduce(0, +)
    let (above, below) = (groups.count - 1, total - groups.count)
    guard above > 0, below > 0 else { return false }
    let moments = groups.map { CentralMoments(sorted: $0.sorted) }
    let within = moments.map(\.second).reduce(0, +) / Double(below)
    let mean = zip(moments, groups).map { $0.mean * Double($1.count) }.reduce(0, +) / Double(total)
    let between =
      zip(moments, groups).map { Double($1.count) * ($0.mean - mean) * ($0.mean - mean) }
      .reduce(0, +) / Double(above)
    let bound = try FisherF(numerator: Double(above), denominator: Double(below))
      .upperQuantile(level)
    return between > bound * max(within, 1e-18)
  }
}
