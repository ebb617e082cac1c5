import Recording
import Statistics

/// A test of the decision rule's assumptions, on pairs of a program with itself: that they are independent of
/// each other and lean to neither side.
///
/// Exchanging the sides of single pairs can't test that, because it destroys what it looks for. So whole
/// stretches change sides as well, pairs change places, and runs at different times are compared. All tests
/// together are wrong about a sound machine in at most ``alpha`` of cases.
public struct Dependence: Sendable {
  /// The tests.
  public let tests: [DependenceTest]

  /// The chance that independent pairs are called dependent by any of the tests.
  public static let alpha = 0.03
  /// The number of reshuffles for each test.
  public static let reshuffles = 4_000
  /// How far apart, as a share, stretches and runs may be: less does not change a verdict.
  public static let harmless = 0.0005
  /// A harmful autocorrelation: with this much, whole runs of noisy pairs raise six times as many false
  /// alarms as promised.
  public static let harmfulAutocorrelation = 0.3
  static let stretches = [5, 10]
  static let fewestStretches = 2

  /// A Boolean value indicating whether a test speaks against the machine.
  public var isShown: Bool { tests.contains(where: \.isShown) }

  /// Examines the pairs of one run, by the differences of each cell, together with those of earlier runs at
  /// other times, oldest first. The floor is the growth that a regression must exceed.
  /// - Throws: `StatisticsError` if a distribution's parameters are invalid.
  init(
    _ series: [PairSeries], earlier: [[PairSeries]], floor: Double, reshuffles: Int, seed: UInt64
  ) throws(StatisticsError) {
    let reshuffles = Reshuffles(count: reshuffles, seed: seed)
    let now = ReshuffledSeries(series: series, reshuffles: reshuffles)
    let needed = try Self.runsNeeded(series, floor: floor)
    let together = Self.joined(series, earlier)
    let judged = Judged(level: Self.alpha / Double(Self.stretches.count + 4))
    var tests = [try judged.neighbours(now)]
    for size in Self.stretches {
      tests.append(
        judged.component(.stretches(size), now, pairsNeeded: Self.fewestStretches * size) {
          $0.count < Self.fewestStretches * size
            ? nil : .sums(parts: DependenceStatistic.parts($0.count / size, of: $0.count))
        })
    }
    tests.append(
      judged.component(.wholeRun, now, pairsNeeded: PairedRatio.fewestPairs) {
        .sums(parts: [0..<$0.count])
      })
    let size = Self.stretches[Self.stretches.count - 1]
    tests.append(
      judged.component(.betweenStretches(size), now, pairsNeeded: Self.fewestStretches * size) {
        $0.count < Self.fewestStretches * size
          ? nil : .between(parts: DependenceStatistic.parts($0.count / size, of: $0.count))
      })
    tests.append(
      series.isEmpty
        ? DependenceTest(.betweenRuns, .untested(.noise))
        : judged.betweenRuns(
          ReshuffledSeries(series: together, reshuffles: reshuffles), needed: needed))
    self.tests = tests
  }

  /// Each cell with its pairs of earlier runs before its own; cells without any are left out.
  private static func joined(_ series: [PairSeries], _ earlier: [[PairSeries]]) -> [PairSeries] {
    series.compactMap { one in
      let before = earlier.compactMap { run in
        run.first { $0.name == one.name && $0.source == one.source }
      }
      if before.isEmpty { return nil }
      return before.reversed().reduce(one) { $0.after($1) }
    }
  }

  /// Returns how many runs show, in 90 % of cases, that their means differ by half the floor, or by what
  /// chance leaves in a run's mean if that is more. Nil if even ``DependenceTest/maximum`` do not.
  ///
  /// In k runs of n pairs of c stories, F with c(k - 1) and ck(n - 1) degrees of freedom is λ = 1 + n τ²/σ²
  /// times as great as by chance, with τ the deviation between runs.
  static func runsNeeded(_ series: [PairSeries], floor: Double) throws(StatisticsError) -> Int? {
    let variances = series.compactMap { one -> Double? in
      let values = one.values
      guard values.count > 1 else { return nil }
      let mean = values.reduce(0, +) / Double(values.count)
      return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
    }.sorted()
    let pairs = series.map(\.count).min() ?? 0
    guard let variance = variances.isEmpty ? nil : variances[variances.count / 2], pairs > 1
    else { return nil }
    let harm = floor * floor / 4
    let lambda = 1 + max(1, variance > 0 ? Double(pairs) * harm / variance : .infinity)
    let stories = Double(Set(series.map(\.source)).count)
    let level = alpha / Double(stretches.count + 4)
    for runs in 3...DependenceTest.maximum {
      let f = try FisherF(
        numerator: stories * Double(runs - 1),
        denominator: stories * Double(runs * (pairs - 1)))
      if try f.upperQuantile(level) <= lambda * f.upperQuantile(0.9) { return runs }
    }
    return nil
  }
}

/// Turns findings into answers, at the level of one test.
private struct Judged {
  let level: Double

  func neighbours(_ reshuffled: ReshuffledSeries) throws(StatisticsError) -> DependenceTest {
    let series = reshuffled.series
    let needed = Autocorrelation.fewestValues + 1
    guard series.contains(where: { $0.count >= needed }) else {
      return missing(.neighbours, series, needed)
    }
    let groups = PairSeries.groups(series).map { $0.map { series[$0].values } }
    guard let finding = reshuffled.finding({ $0.count < needed ? nil : .neighbours }),
      let found = try Autocorrelation(groups: groups)
    else { return DependenceTest(.neighbours, .untested(.noise)) }
    let harmful = Dependence.harmfulAutocorrelation
    // Enough for the upper end to stay below in 90 % of cases if there is none.
    let reach = (1.96 + 1.28) / harmful
    let answer: DependenceTest.Answer =
      finding.pValue <= level
      ? .shown
      : found.upper < harmful
        ? .notSeen : .notExcluded(pairsNeeded: Int((reach * reach).rounded(.up)))
    return DependenceTest(
      .neighbours, answer, value: .autocorrelation(found), pValue: finding.pValue,
      cell: finding.pValue <= level ? finding.outstanding.map { series[$0].name } : nil)
  }

  func component(
    _ question: DependenceTest.Question, _ reshuffled: ReshuffledSeries, pairsNeeded: Int,
    _ statistic: (PairSeries) -> DependenceStatistic?
  ) -> DependenceTest {
    let series = reshuffled.series
    guard series.contains(where: { statistic($0) != nil }) else {
      return missing(question, series, pairsNeeded)
    }
    guard let finding = reshuffled.finding(statistic) else {
      return DependenceTest(question, .untested(.noise))
    }
    var (variances, quotients): ([Double], [Double]) = ([], [])
    for (place, score) in zip(finding.cells, finding.scores) {
      guard let kind = statistic(series[place]) else { continue }
      let values = series[place].values
      let mean = kind.isOfOrder ? values.reduce(0, +) / Double(values.count) : 0
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      variances.append(kind.component(score, squares: squares, count: values.count))
      quotients.append(score / kind.expected(count: values.count))
    }
    let count = Double(max(1, variances.count))
    let deviation = max(0, variances.reduce(0, +) / count).squareRoot()
    let outstanding = finding.outstanding.flatMap { finding.cells.firstIndex(of: $0) }
    let maximum = max(deviation, outstanding.map { max(0, variances[$0]).squareRoot() } ?? 0)
    let isSeen = finding.pValue <= level
    return DependenceTest(
      question, isSeen ? (maximum > Dependence.harmless ? .shown : .harmless) : .notSeen,
      value: .component(deviation: deviation, variances: quotients.reduce(0, +) / count),
      pValue: finding.pValue,
      cell: isSeen ? finding.outstanding.map { series[$0].name } : nil)
  }

  /// Two runs test it as well as they can. With fewer than the number that would show harm, an effect that
  /// was not seen counts as absent.
  func betweenRuns(_ reshuffled: ReshuffledSeries, needed: Int?) -> DependenceTest {
    let series = reshuffled.series
    let found = series.map(\.runs.count).max() ?? 1
    let missing = DependenceTest.Answer.untested(.qualifications(found: found, needed: needed))
    guard found > 1 else { return DependenceTest(.betweenRuns, missing) }
    let test = component(.betweenRuns, reshuffled, pairsNeeded: PairedRatio.fewestPairs) { one in
      guard one.runs.count > 1 else { return nil }
      var parts: [Range<Int>] = []
      for run in one.runs {
        let start = parts.last?.upperBound ?? 0
        parts.append(start..<start + run.count)
      }
      return .between(parts: parts)
    }
    let isEnough = needed.map { found >= $0 } ?? false
    guard test.answer == .notSeen, !isEnough else { return test }
    return DependenceTest(
      .betweenRuns, missing, value: test.value, pValue: test.pValue, cell: test.cell)
  }

  private func missing(
    _ question: DependenceTest.Question, _ series: [PairSeries], _ needed: Int
  ) -> DependenceTest {
    let maximum = series.map(\.count).max() ?? 0
    return DependenceTest(
      question, .untested(series.isEmpty ? .noise : .pairs(found: maximum, needed: needed)))
  }
}
