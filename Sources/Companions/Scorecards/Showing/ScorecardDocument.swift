import Analysis
import Foundation
import Metrics
import Reports
import Scenarios
import Statistics

/// A scorecard as JSON. Shares and confidence are fractions of 1, ratios say how many times as good the
/// better alternative of a pair is, and measurements are in base units.
public struct ScorecardDocument: Encodable {
  let name: String
  let title: String
  let file: String
  let criteria: [Criterion]
  let total: Double
  let multiplier: Double
  let groups: [Group]?
  let time: Time?
  let alternatives: [Alternative]?
  let pairs: [Pair]?
  let confidenceLevel: Double?
  let sentences: [String]

  /// A scorecard's document. `full` is the result for a developer without any of its skills.
  public init(_ result: ScorecardResult, of full: ScorecardResult) {
    name = result.card.name
    title = result.card.title
    file = result.card.file
    criteria = result.card.criteria.indices.map { Criterion($0, of: result) }
    total = result.weights.total
    multiplier = result.weights.multiplier
    groups = result.groups?.map { Group(name: $0.name, amount: $0.amount, share: $0.share) }
    time =
      result.card.skills.isEmpty
      ? nil : Time(WorkingTime(of: result.card.skills), of: WorkingTime(of: full.card.skills))
    alternatives = result.ranking.map { ranking in
      let best = ranking.logScores.max() ?? 0
      return ranking.order.map { index in
        Alternative(
          name: result.card.alternatives[index].name, bestRank: ranking.ranks[index].lowerBound,
          worstRank: ranking.ranks[index].upperBound, score: exp(ranking.logScores[index] - best),
          runs: result.failedRuns[index]?.of, failedRuns: result.failedRuns[index]?.count)
      }
    }
    pairs = result.ranking.map { _ in result.orientedPairs.map { Pair($0, of: result) } }
    confidenceLevel = result.ranking.map { _ in result.confidenceLevel }
    sentences = ScorecardText.sentences(result, of: full) + ScorecardText.reservations(result)
  }

  /// A number with its range.
  struct Range: Encodable {
    let value: Double
    let from: Double
    let to: Double

    init(_ amount: Amount) {
      (value, from, to) = (amount.value, amount.range.lowerBound, amount.range.upperBound)
    }

    init(_ value: Double, _ range: ClosedRange<Double>) {
      (self.value, from, to) = (value, range.lowerBound, range.upperBound)
    }

    /// A ratio, from logarithms.
    init(exponential log: Double, _ range: ClosedRange<Double>) {
      (value, from, to) = (exp(log), exp(range.lowerBound), exp(range.upperBound))
    }
  }

  struct Criterion: Encodable {
    let name: String
    let group: String?
    let hours: Range?
    let timesUsed: Range?
    let weight: Range
    let share: Range
    let importance: Importance
    let metric: String?
    let unit: String?
    let values: [String: Range]?

    init(_ index: Int, of result: ScorecardResult) {
      let criterion = result.card.criteria[index]
      name = criterion.name
      group = criterion.group
      if case .skill(let skill) = criterion.weight {
        (hours, timesUsed) = (Range(skill.hours), Range(skill.uses))
      } else {
        (hours, timesUsed) = (nil, nil)
      }
      weight = Range(criterion.weight.amount)
      share = Range(result.weights.shares[index], result.weights.range(of: index))
      importance = result.importance(of: index)
      switch criterion.values {
      case .metric(let metric, _): (self.metric, unit) = (metric.id, metric.unit.symbol)
      case .judged(_, let unit, _): (metric, self.unit) = (nil, unit)
      case nil: (metric, unit) = (nil, nil)
      }
      let names = result.card.alternatives.map(\.name)
      values =
        result.values.isEmpty
        ? nil
        : Dictionary(
          zip(
            names,
            result.values[index].map { value in
              switch value {
              case .measured(let mean, _): Range(mean, mean...mean)
              case .judged(let amount, _): Range(amount)
              }
            }), uniquingKeysWith: { first, _ in first })
    }
  }

  struct Group: Encodable {
    let name: String
    let amount: Double
    let share: Double
  }

  struct Time: Encodable {
    let hours: Double
    let days: Double
    let months: Double
    let ofHours: Double

    init(_ left: WorkingTime, of all: WorkingTime) {
      (hours, days, months, ofHours) = (left.hours, left.days, left.months, all.hours)
    }
  }

  struct Alternative: Encodable {
    let name: String
    let bestRank: Int
    let worstRank: Int
    let score: Double
    let runs: Int?
    let failedRuns: Int?
  }

  struct Pair: Encodable {
    let better: String
    let other: String
    let order: String
    let score: Range
    let scoreOverWeights: Range
    let criteria: [CriterionDocument]

    init(_ pair: OrientedPair, of result: ScorecardResult) {
      let product = pair.product
      better = result.card.alternatives[pair.better].name
      other = result.card.alternatives[pair.worse].name
      order = ScorecardText.order(product.order).replacing(" ", with: "-")
      score = Range(exponential: product.logScore, product.overValues)
      scoreOverWeights = Range(exponential: product.logScore, product.overAll)
      let (turning, limiting) = (product.turningShares, product.limitingShares)
      criteria = product.logRatios.indices.map { index in
        CriterionDocument(
          name: result.card.criteria[index].name,
          ratio: Range(
            exponential: product.logRatios[index].value, product.logRatios[index].range),
          turningShare: turning[index], limitingShare: limiting[index])
      }
    }
  }

  struct CriterionDocument: Encodable {
    let name: String
    let ratio: Range
    let turningShare: Double?
    let limitingShare: Double?
  }
}

extension Importance: Encodable {
  /// As a word: `not-so-important`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue.replacing(" ", with: "-"))
  }
}
