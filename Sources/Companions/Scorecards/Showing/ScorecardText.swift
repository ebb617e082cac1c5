import Analysis
import Foundation
import Metrics
import Reports
import Scenarios
import Statistics

/// A scorecard in sentences.
public enum ScorecardText {
  /// The answer: what is best, or that it is unknown, and what would decide. Without alternatives, how much
  /// there is to learn. `full` is the same scorecard for a developer without skills, if some are known.
  public static func sentences(
    _ result: ScorecardResult, of full: ScorecardResult? = nil
  ) -> [String] {
    guard let ranking = result.ranking else { return guideline(result, of: full ?? result) }
    let pairs = result.orientedPairs
    var sentences: [String] = []
    if let winner = ranking.winner, result.card.alternatives.count > 2 {
      sentences.append("\(result.name(winner)) is best, whatever the weights within their ranges.")
    }
    sentences += pairs.map { sentence($0, result) }
    return sentences + failures(result).map { "\($0); its values come from the others." }
  }

  /// The alternatives with failed runs: `3 of 24 runs of objc failed`.
  static func failures(_ result: ScorecardResult) -> [String] {
    zip(result.card.alternatives, result.failedRuns).compactMap { alternative, failed in
      guard let failed, failed.count > 0 else { return nil }
      return "\(failed.count) of \(failed.of.counted("run", "runs")) of \(alternative.name) failed"
    }
  }

  private static func sentence(_ pair: OrientedPair, _ result: ScorecardResult) -> String {
    let (better, worse) = (result.name(pair.better), result.name(pair.worse))
    let score = times(pair.product.logScore, pair.product.overValues)
    let open = "No order is shown between \(better) and \(worse)"
    switch pair.product.order {
    case .first, .second:
      let weights =
        result.weights.areExact
        ? "" : ", and \(ends(pair.product.overAll)) over all weights within their ranges"
      return "\(better) is better than \(worse): \(score) times as good\(weights)."
    case .negligible:
      return
        "\(open): they differ by less than \(NumberFormat.percent(ScorecardResult.negligible)) %."
    case .openByValues:
      return
        "\(open): \(better) is \(score) times as good by what is known.\(unknown(pair, result))"
    case .openByWeights:
      return
        "\(open): with the weights as given \(better) is \(score) times as good, but it is "
        + "\(ends(pair.product.overAll)) over all weights within their ranges."
        + limits(pair, better, result)
    }
  }

  /// A sentence on the criterion whose values leave the order open.
  private static func unknown(_ pair: OrientedPair, _ result: ScorecardResult) -> String {
    guard let widest = pair.product.leastKnown else { return "" }
    let name = result.card.criteria[widest.criterion].name
    let part = NumberFormat.percent((widest.part * 100).rounded() / 100)
    let way =
      switch result.card.criteria[widest.criterion].values {
      case .metric: "more runs decide soonest there"
      case .judged, nil: "judging it more closely decides soonest"
      }
    return " '\(name)' leaves \(part) % of that open: \(way)."
  }

  /// A sentence on the weights that leave the order open.
  private static func limits(
    _ pair: OrientedPair, _ better: String, _ result: ScorecardResult
  ) -> String {
    // With two criteria, one says what the other does.
    let criteria = pair.product.limitingCriteria.prefix(result.card.criteria.count == 2 ? 1 : 3)
    let parts = criteria.compactMap { index -> String? in
      guard let limit = pair.product.limitingShares[index] else { return nil }
      // More weight for what favours the other one reverses the order.
      let ratio = pair.product.logRatios[index].range.lowerBound
      let range = result.weights.range(of: index)
      return
        "'\(result.card.criteria[index].name)' weighs \(ratio > 0 ? "more" : "less") than "
        + "\(percent(limit)) % (it may weigh \(percent(range.lowerBound)) to "
        + "\(percent(range.upperBound)) %)"
    }
    guard !parts.isEmpty else {
      return " No single weight decides; narrower ranges of several would."
    }
    return " \(better) is shown to be better while \(parts.joined(separator: ", or "))."
  }

  private static func guideline(
    _ result: ScorecardResult, of full: ScorecardResult
  ) -> [String] {
    let card = result.card
    var sentences: [String] = []
    if !card.skills.isEmpty {
      let (left, all) = (WorkingTime(of: card.skills), WorkingTime(of: full.card.skills))
      func time(_ time: WorkingTime) -> String {
        "\(plain(time.days)) days, \(plain(time.months)) months"
      }
      sentences.append(
        left == all
          ? "It takes \(plain(all.hours)) hours to learn: \(time(all))."
          : "\(plain(left.hours)) of \(plain(all.hours)) hours are left to learn: \(time(left)).")
    }
    let crucial = card.criteria.indices.filter { result.importance(of: $0) == .crucial }
      .sorted { result.weights.shares[$0] > result.weights.shares[$1] }
      .map { "\(card.criteria[$0].name) (\(percent(result.weights.shares[$0])) %)" }
    if !crucial.isEmpty { sentences.append("Crucial: \(crucial.joined(separator: ", ")).") }
    return sentences
  }
}

/// Remarks below tables, and words in tables.
extension ScorecardText {
  /// The order of two alternatives in a word or two.
  static func order(_ order: WeightedProduct.Order) -> String {
    switch order {
    case .first, .second: "shown"
    case .negligible: "negligible"
    case .openByWeights: "open by weights"
    case .openByValues: "open by values"
    }
  }

  static let turningNote =
    "Turns at: the share of the criterion at which both are equal, if the others keep their proportions."

  static func weightNotes(_ result: ScorecardResult) -> [String] {
    var notes: [String] = []
    if !result.card.skills.isEmpty {
      notes.append(
        "Factor = hours · times used (1 once, 2 twice, 3 a few, 4 several, 5 always); weight = factor "
          + "/ M, with M = \(plain(result.weights.total)) / 100 = \(plain(result.weights.multiplier))."
      )
    }
    let equal = 100 / Double(result.card.criteria.count)
    notes.append(
      "Not so important: up to \(plain(equal / 2)) %, half of an equal share; crucial: from "
        + "\(plain(equal * 1.5)) %, one and a half of it.")
    if !result.weights.areExact {
      notes.append("From and to: what a share can be while all weights move within their ranges.")
    }
    return notes
  }

  static func rankNotes(_ result: ScorecardResult) -> [String] {
    [
      "Score: the weighted product of ratios, against the best. A rank is a range if no order is shown."
    ] + reservations(result)
  }

  static func valueNotes(_ result: ScorecardResult) -> [String] {
    let areMeasured = result.values.joined().contains {
      if case .measured = $0 { true } else { false }
    }
    let level = NumberFormat.plain.string(for: result.confidenceLevel * 100)
    return areMeasured
      ? [
        "Measurements: the geometric mean over stories. The ranges of their ratios are \(level) % "
          + "intervals."
      ] : []
  }

  /// The limits of the order, one sentence each.
  static func reservations(_ result: ScorecardResult) -> [String] {
    result.reservations.map { reservation in
      switch reservation {
      case .acrossExperiments(let names):
        "\(quoted(names)): measured in different experiments, so all else that differed between these counts "
          + "as a difference of the alternatives."
      case .imported(let names):
        "\(quoted(names)): imported runs, taken as independent of each other."
      case .unfinished(let names):
        "\(quoted(names)): measuring has not ended, so more runs may change the values."
      }
    }
  }

  static func value(_ value: ScorecardResult.Value) -> String {
    func text(_ number: String, _ unit: String) -> String {
      unit.isEmpty ? number : "\(number) \(unit)"
    }
    switch value {
    case .measured(let number, let metric):
      return text(plain(number / metric.unit.displayScale), metric.unit.displaySymbol)
    case .judged(let amount, let unit):
      let number =
        amount.isExact
        ? plain(amount.value)
        : "\(plain(amount.value)) (\(plain(amount.range.lowerBound)) to "
          + "\(plain(amount.range.upperBound)))"
      return text(number, unit)
    }
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// `1.089 (1.026 to 1.155)`, from logarithms.
  private static func times(_ log: Double, _ range: ClosedRange<Double>) -> String {
    let format = range.ratioFormat
    guard range.lowerBound < range.upperBound else { return format.string(for: exp(log)) }
    return "\(format.string(for: exp(log))) (\(ends(range)))"
  }

  private static func ends(_ range: ClosedRange<Double>) -> String {
    let format = range.ratioFormat
    return "\(format.string(for: exp(range.lowerBound))) to "
      + "\(format.string(for: exp(range.upperBound)))"
  }

  private static func percent(_ share: Double) -> String {
    plain((share * 1000).rounded() / 10)
  }

  private static func plain(_ number: Double) -> String { NumberFormat.plain.string(for: number) }
}
