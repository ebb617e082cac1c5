import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import Statistics

/// The measurements of an alternative.
public struct AlternativeMeasurements: Sendable {
  /// The experiment.
  public let analysis: ExperimentAnalysis
  /// The alternative's build.
  public let build: String

  /// Creates it.
  public init(_ analysis: ExperimentAnalysis, build: String) {
    self.analysis = analysis
    self.build = build
  }
}

/// The result of a scorecard: the criteria's shares, and the order of any alternatives, as far as their
/// values and weights show it.
public struct ScorecardResult: Sendable {
  /// The scorecard.
  public let card: Scorecard
  /// Its weights.
  public let weights: Weights
  /// The value of each alternative, criterion by criterion; empty without alternatives.
  public let values: [[Value]]
  /// Each alternative's runs of the weighed stories: how many failed, and of how many; nil if it is only judged. Its
  /// values are of the others.
  public let failedRuns: [(count: Int, of: Int)?]
  /// The order of the alternatives, as far as it is shown; nil without alternatives.
  public let ranking: Ranking?
  /// The level of each measured ratio's interval: 95 % for all pairs of alternatives together, by
  /// Bonferroni's correction.
  public let confidenceLevel: Double
  /// The limits of the order, which readers must know.
  public let reservations: [Reservation]

  /// An alternative's value by a criterion.
  public enum Value: Sendable, Equatable {
    /// The geometric mean over stories of the means over runs, in base units.
    case measured(Double, Metric)
    case judged(Amount, unit: String)
  }

  /// A limit of a result.
  public enum Reservation: Sendable, Equatable {
    /// These criteria were measured at different times, or on different machines.
    case acrossExperiments([String])
    /// The runs for these criteria were imported, and are assumed to be independent.
    case imported([String])
    /// Measuring these alternatives was stopped, or goes on.
    case unfinished([String])
  }

  /// Smaller differences are negligible, as in verdicts, because moved code makes as much.
  public static let negligible = DecisionRule.standard.floor

  /// Computes a scorecard from the measurements of the alternatives with a source, by their names.
  /// - Throws: `InvalidScenario` for the criterion or alternative whose measurements are missing, or have no
  ///   ratio; `WeighingError.noWeight`.
  public init(_ card: Scorecard, _ measurements: [String: AlternativeMeasurements]) throws {
    self.card = card
    weights = try card.weights
    let sides = MeasuredAlternatives(card, measurements)
    let count = card.alternatives.count
    let pairCount = count * (count - 1) / 2
    let level = 1 - (1 - DecisionRule.standard.confidenceLevel) / Double(max(1, pairCount))
    confidenceLevel = level
    reservations = sides.reservations
    failedRuns = sides.failedRuns
    guard count > 1 else {
      values = []
      ranking = nil
      return
    }
    values = try card.criteria.map { criterion in
      try card.alternatives.indices.map { try sides.value($0, by: criterion) }
    }
    var pairs: [Ranking.Pair] = []
    for first in 0..<count {
      for second in first + 1..<count {
        let ratios = try card.criteria.map {
          try sides.logRatio(first, second, by: $0, confidenceLevel: level)
        }
        let product = WeightedProduct(
          ratios, weights: weights, negligible: log(1 + Self.negligible))
        pairs.append(Ranking.Pair(first, second, product))
      }
    }
    ranking = Ranking(of: count, pairs: pairs)
  }
}

extension ScorecardResult {
  /// The share of each group, in the file's order; nil if no criterion has a group.
  public var groups: [(name: String, amount: Double, share: Double)]? {
    guard card.criteria.contains(where: { $0.group != nil }) else { return nil }
    return card.groups.map { group in
      let indices = card.criteria.indices.filter { card.criteria[$0].group == group }
      return (
        group ?? "no group", indices.reduce(0) { $0 + weights.amounts[$1].value },
        indices.reduce(0) { $0 + weights.shares[$1] }
      )
    }
  }

  /// How important a criterion is.
  public func importance(of index: Int) -> Importance {
    Importance(share: weights.shares[index], among: card.criteria.count)
  }

  /// All pairs, in the order of the ranking, with the better alternative first.
  public var orientedPairs: [OrientedPair] {
    guard let ranking else { return [] }
    let places = ranking.order
    return places.indices.flatMap { place in
      places[(place + 1)...].compactMap { other in
        ranking.pair(places[place], other).map(OrientedPair.init)
      }
    }
  }
}

/// Two alternatives, the one with the better score first.
public struct OrientedPair: Sendable {
  /// The place of the better one.
  public let better: Int
  /// The place of the other one.
  public let worse: Int
  /// The score of the better one against the other.
  public let product: WeightedProduct

  /// Swaps the two if the second has the better score.
  init(_ pair: Ranking.Pair) {
    let isTurned = pair.product.logScore < 0
    better = isTurned ? pair.second : pair.first
    worse = isTurned ? pair.first : pair.second
    product = isTurned ? pair.product.reversed : pair.product
  }
}
