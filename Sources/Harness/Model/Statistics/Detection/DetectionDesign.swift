/// The design that decides, before anything is measured, which change will be found: the numbers of pairs at
/// which they are analysed, the level of a test, and the rules for stopping.
///
/// The **minimum detectable change** is the smallest true change that such a design finds with the wanted
/// power. The measured standard error is itself an estimate, from as few as ten pairs, so a change that is
/// just enough for that error would be found far less often. So both are drawn. For each of many samples z of
/// the standard normal distribution, the smallest shift at which the design finds it has a closed form
/// (``DetectionDraws``). Another sample z' of as many pairs as were measured has the error se(z'). With σ =
/// se / se(z') that gives one change for each draw, and the result is their quantile at the power. If only
/// noise decides, this is exactly the change that is found with that power by someone who measures its error
/// first.
///
/// Source: S. Weerahandi, "Generalized Confidence Intervals", Journal of the American Statistical
/// Association 88 (1993), 899-905, for σ = se / se(z').
public struct DetectionDesign: Hashable, Sendable {
  /// The kind of test.
  public enum TestKind: Hashable, Sendable {
    /// Pairs, after each of these numbers, by ``PairedTest``.
    case pairs([Int])
    /// A mean with this many degrees of freedom, once, by Student's t.
    case mean(degreesOfFreedom: Int)
  }

  /// When a series of pairs ends without a finding.
  public struct Stopping: Hashable, Sendable {
    /// The growth as a ratio below which it is shown to be…
    public let growth: Double
    /// … at this one-sided confidence…
    public let growthConfidence: Double
    /// … while the interval lies within this ratio…
    public let margin: Double
    /// … at this two-sided level.
    public let confidenceLevel: Double
    /// The numbers of pairs at which only that is asked, and nothing can be found.
    public let looks: [Int]

    /// A rule for stopping.
    public init(
      growth: Double, growthConfidence: Double, margin: Double, confidenceLevel: Double,
      looks: [Int] = []
    ) {
      self.looks = looks
      self.growth = growth
      self.growthConfidence = growthConfidence
      self.margin = margin
      self.confidenceLevel = confidenceLevel
    }
  }

  /// The kind of test.
  public let kind: TestKind
  /// The level of one test at one number of pairs.
  public let level: Double
  /// The chance of finding.
  public let power: Double
  /// When the series stops early; nil if all its pairs are made.
  public let stopping: Stopping?

  /// A design.
  /// - Throws: ``StatisticsError/probability(_:)`` unless level and power lie between 0 and 1;
  ///   ``StatisticsError/interimSchedule(_:)`` as ``InterimSchedule``;
  ///   ``StatisticsError/degreesOfFreedom(_:)`` unless there is one at least.
  public init(
    _ kind: TestKind, level: Double, power: Double, stopping: Stopping? = nil
  ) throws(StatisticsError) {
    for share in [level, power] where !(share > 0 && share < 1) { throw .probability(share) }
    switch kind {
    case .pairs(let counts): self.kind = .pairs(try InterimSchedule(pairs: counts).pairs)
    case .mean(let degrees):
      guard degrees > 0 else { throw .degreesOfFreedom(Double(degrees)) }
      self.kind = kind
    }
    self.level = level
    self.power = power
    self.stopping = stopping
  }

  /// The minimum detectable change, as a ratio.
  /// - Parameters:
  ///   - error: the measured standard error of the logarithm of the ratio.
  ///   - pairs: the number of pairs that it was measured from; for means it is the design's own number.
  ///   - bound: the ratio that must be shown to be exceeded.
  ///   - floor: the ratio that an estimate must exceed to count.
  /// - Returns: infinity beyond a thousandfold, and if too few pairs can't show anything at the level.
  /// - Throws: ``StatisticsError/undefined(function:argument:)`` unless the ratios are above 0.
  public func ratio(
    error: Double, pairs: Int, above bound: Double, floor: Double
  ) throws(StatisticsError) -> Double {
    for ratio in [bound, floor] where !(ratio > 0 && ratio.isFinite) {
      throw .undefined(function: "logarithm", argument: ratio)
    }
    let shift = try shift(
      error: error, pairs: pairs, above: bound.naturalLogarithm, floor: floor.naturalLogarithm)
    let ratio = shift.exponential
    return ratio <= 1000 ? ratio : .infinity
  }

  /// The minimum detectable mean above a bound, for a mean with this standard error.
  public func mean(error: Double, above bound: Double) throws(StatisticsError) -> Double {
    try shift(error: error, pairs: 0, above: bound, floor: bound)
  }

  private func shift(
    error: Double, pairs: Int, above bound: Double, floor: Double
  ) throws(StatisticsError) -> Double {
    let draws = try DetectionDraws.of(self)
    if !draws.canFind { return .infinity }
    let errors = DetectionDraws.errors(kind, pairs: pairs)
    var shifts: [Double] = []
    shifts.reserveCapacity(DetectionDraws.count)
    for draw in 0..<DetectionDraws.count {
      shifts.append(draws.shift(draw, deviation: error / errors[draw], above: bound, floor: floor))
    }
    return shifts.smallest(Int((power * Double(shifts.count - 1)).rounded(.up)))
  }
}

extension [Double] {
  /// The value at this place in ascending order.
  ///
  /// Source: C. A. R. Hoare, "Algorithm 65: Find", Communications of the ACM 4 (1961), 321-322.
  fileprivate mutating func smallest(_ place: Int) -> Double {
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = self[(low + high) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while self[left] < pivot { left += 1 }
        while pivot < self[right] { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if right < place { low = left }
      if place < left { high = right }
    }
    return self[place]
  }
}
