/// The decision rule's test of pairs: what both Student's t of the trimmed mean (``PairedRatio``, over
/// layouts ``ClusteredRatio``) and the exact signed rank of all pairs (``SignedRank``) show.
///
///     p = max(p of t, p of the signed rank)
///
/// With ten pairs the t test alone claims more than ten coin tosses can show: if a pair's difference has two
/// modes, because one side is slow by chance, 11 of 1,024 draws look certain to it. The signed rank assumes
/// only symmetry, and its p, and so this one, is never below 2⁻ⁿ, whatever the spread. The greater of two p
/// values is a p value: it is small only if both are.
///
/// Source: R. L. Berger, "Multiparameter Hypothesis Testing and Acceptance Sampling", Technometrics 24
/// (1982), 295-300, for tests that reject only if all of several do.
public struct PairedTest: Hashable, Sendable {
  /// The estimate from all pairs, with the t test's error and degrees.
  public let logRatio: LogRatio
  private let quotients: LogQuotients
  /// A second estimate whose t test must agree; nil if there is none.
  private let second: LogRatio?

  /// A test of pairs.
  /// - Throws: ``StatisticsError/tooFewPairs(found:needed:)`` for a single pair.
  public init(_ quotients: LogQuotients) throws(StatisticsError) {
    logRatio = try PairedRatio(quotients).logRatio
    self.quotients = quotients
    second = nil
  }

  /// A test of pairs of several machines, with the t test over the machines (``RandomEffects``).
  public init(_ machines: RandomEffects, pairs: LogQuotients) {
    logRatio = machines.mean
    second = machines.plain
    quotients = pairs
  }

  /// A test of pairs in clusters, with the t test over the clusters.
  /// - Throws: ``StatisticsError/tooFewClusters(found:needed:)``.
  public init(_ clusters: [LogQuotients]) throws(StatisticsError) {
    logRatio = try ClusteredRatio(clusters).logRatio
    quotients = LogQuotients(try Distribution(clusters.flatMap(\.values)))
    second = nil
  }

  /// The p value of "the ratio is at most this". Above `level` no exact value is needed: the t test's p is
  /// returned then, which is above the level, too, and saves counting.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the bound is above 0.
  public func pValue(
    ratioAtMost bound: Double, exactUpTo level: Double = 1
  ) throws(StatisticsError) -> Double {
    let p = max(
      try logRatio.pValue(ratioAtMost: bound), try second?.pValue(ratioAtMost: bound) ?? 0)
    if p > level { return p }
    return max(p, try SignedRank(quotients, ratioAtMost: bound).pValue)
  }

  /// The p value of "the ratio is at least this", the mirror image.
  /// - Throws: As ``pValue(ratioAtMost:exactUpTo:)``.
  public func pValue(ratioAtLeast bound: Double) throws(StatisticsError) -> Double {
    max(
      try logRatio.pValue(ratioAtLeast: bound), try second?.pValue(ratioAtLeast: bound) ?? 0,
      try SignedRank(quotients, ratioAtLeast: bound).pValue)
  }
}

/// The amount by which one side exceeds another, as a share of a third side's value: W - O with W = with /
/// base and O = without / base. It is a part of the base's cost, and such parts add up.
///
/// Both ratios are geometric (``LogQuotients``: exp of the 10 % trimmed mean of the logarithms), so they and
/// their difference are defined for all measurements above 0. The logarithm of (base - (with - without)) /
/// base would not do: it is undefined if one noisy round makes that negative, is biased by noise, and its
/// parts do not add up.
///
/// With u = W x̃ - O ỹ for each of n rounds, where x̃ and ỹ are ln(with / base) and
/// ln(without / base), winsorised as in ``PairedRatio``, and s_u the standard deviation of the u:
///
///     se = s_u / ((1 - 2g/n) √n), with h - 1 degrees of freedom
///
/// which is the first-order error (delta method) of the difference of two dependent trimmed means. With
/// several layouts the mean of the k layouts' differences counts, with s / √k and k - 1 degrees, as in
/// ``ClusteredRatio``.
///
/// Source: R. R. Wilcox, "Introduction to Robust Estimation and Hypothesis Testing" (4th edition,
/// 2017), section 5.9.5, for dependent trimmed means; G. Casella, R. L. Berger, "Statistical Inference"
/// (2nd edition, 2002), section 5.5.4, for the delta method.
public struct RatioDifference: Hashable, Sendable {
  /// W - O.
  public let difference: Double
  /// Its standard error; 0 if all rounds agree.
  public let standardError: Double
  /// The degrees of freedom of Student's t.
  public let degreesOfFreedom: Double
  /// (with - without) / base of each round.
  private let rounds: LogQuotients

  /// The measurements of three sides, in which values at the same position belong together; a side that is
  /// the base itself is given as the base.
  public struct Rounds: Hashable, Sendable {
    let base: [Double]
    let with: [Double]
    let without: [Double]

    /// Rounds, in their order.
    public init(base: [Double], with: [Double], without: [Double]) {
      (self.base, self.with, self.without) = (base, with, without)
    }
  }

  /// The difference that rounds show.
  /// - Throws: ``StatisticsError/tooFewPairs(found:needed:)`` for a single round, and the errors of
  ///   ``LogQuotients``.
  public init(_ rounds: Rounds) throws(StatisticsError) {
    let part = try Cluster(rounds)
    let n = part.effects.count
    guard n >= PairedRatio.fewestPairs else {
      throw .tooFewPairs(found: n, needed: PairedRatio.fewestPairs)
    }
    let g = PairedRatio.trimmedPerEnd(of: n)
    let deviation =
      (CentralMoments(sorted: part.effects.sorted()).second / Double(n - 1)).squareRoot()
    difference = part.difference
    standardError = deviation / (Double(n - 2 * g) / Double(n) * Double(n).squareRoot())
    degreesOfFreedom = PairedRatio.degreesOfFreedom(of: n)
    self.rounds = try LogQuotients(Distribution(part.rounds))
  }

  /// The mean of the differences of clusters, such as layouts of the code.
  /// - Throws: ``StatisticsError/tooFewClusters(found:needed:)``, and the errors of ``LogQuotients``.
  public init(_ clusters: [Rounds]) throws(StatisticsError) {
    var parts: [Cluster] = []
    for cluster in clusters { parts.append(try Cluster(cluster)) }
    guard parts.count >= ClusteredRatio.fewestClusters else {
      throw .tooFewClusters(found: parts.count, needed: ClusteredRatio.fewestClusters)
    }
    let moments = CentralMoments(sorted: parts.map(\.difference).sorted())
    let k = Double(parts.count)
    difference = moments.mean
    standardError = (moments.second / (k - 1) / k).squareRoot()
    degreesOfFreedom = k - 1
    rounds = try LogQuotients(Distribution(parts.flatMap(\.rounds)))
  }

  /// The difference with its interval.
  /// - Throws: ``StatisticsError/confidenceLevel(_:)`` unless the level lies between 0 and 1.
  public func estimate(confidenceLevel: Double = 0.95) throws(StatisticsError) -> Estimate {
    let reach =
      try StudentT(degreesOfFreedom: degreesOfFreedom)
      .criticalValue(confidenceLevel: confidenceLevel) * standardError
    return try Estimate(
      point: difference, lower: difference - reach, upper: difference + reach,
      standardError: standardError, confidenceLevel: confidenceLevel)
  }

  /// The two-sided p value of "there is no difference": the greater of Student's t's and that of the exact
  /// signed rank of all rounds, as in ``PairedTest``.
  /// - Throws: the errors of Student's t.
  public var pValue: Double {
    get throws(StatisticsError) {
      let t: Double
      if standardError > 0 {
        t = try StudentT(degreesOfFreedom: degreesOfFreedom)
          .upperTail(abs(difference) / standardError)
      } else {
        t = difference == 0 ? 1 : 0
      }
      let rank =
        difference > 0
        ? try SignedRank(rounds, ratioAtMost: 1) : try SignedRank(rounds, ratioAtLeast: 1)
      return min(1, 2 * max(t, rank.pValue))
    }
  }

  private struct Cluster {
    let difference: Double
    /// u of each round.
    let effects: [Double]
    let rounds: [Double]

    init(_ rounds: Rounds) throws(StatisticsError) {
      let with = try LogQuotients(baseline: rounds.base, candidate: rounds.with)
      let without = try LogQuotients(baseline: rounds.base, candidate: rounds.without)
      guard with.count > 0 else { throw .tooFewPairs(found: 0, needed: 1) }
      let (w, o) = (with.trimmedMean.exponential, without.trimmedMean.exponential)
      difference = w - o
      effects = zip(with.winsorised, without.winsorised).map { w * $0 - o * $1 }
      self.rounds = zip(rounds.base, zip(rounds.with, rounds.without)).map { ($1.0 - $1.1) / $0 }
    }
  }
}

extension LogQuotients {
  /// The values in their order, the outermost set to the next inner ones.
  fileprivate var winsorised: [Double] {
    let g = trimmedPerEnd
    return values.map { min(max($0, sorted[g]), sorted[count - 1 - g]) }
  }
}
