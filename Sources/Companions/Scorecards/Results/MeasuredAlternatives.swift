import Analysis
import Foundation
import Metrics
import Recording
import Scenarios
import Statistics

/// The alternatives of a scorecard with their measurements: values and ratios of any two of them.
struct MeasuredAlternatives {
  private let card: Scorecard
  /// In the order of the alternatives; nil for those that are only judged.
  private let sides: [AlternativeMeasurements?]

  init(_ card: Scorecard, _ measurements: [String: AlternativeMeasurements]) {
    self.card = card
    sides = card.alternatives.map { measurements[$0.name] }
  }

  /// An alternative's value by a criterion.
  func value(
    _ index: Int, by criterion: Scorecard.Criterion
  ) throws -> ScorecardResult.Value {
    switch criterion.values {
    case .judged(let amounts, let unit, _): return .judged(amounts[index], unit: unit)
    case .metric(let metric, let stories):
      let names = try self.stories(stories, of: metric, criterion)
      let means = try names.map { story in
        let values = try measurements(index, of: metric, story, criterion)
        return values.map(\.value).reduce(0, +) / Double(values.count)
      }
      return .measured(
        exp(means.reduce(0) { $0 + log($1) } / Double(means.count)), metric)
    case nil: preconditionFailure("a scorecard with alternatives and a criterion without values")
    }
  }

  /// The logarithm of the first alternative's quality over the second's, by one criterion.
  func logRatio(
    _ first: Int, _ second: Int, by criterion: Scorecard.Criterion, confidenceLevel: Double
  ) throws -> WeightedProduct.LogRatio {
    switch criterion.values {
    case .judged(let amounts, _, let lowerIsBetter):
      let (good, other) =
        lowerIsBetter ? (amounts[second], amounts[first]) : (amounts[first], amounts[second])
      return .init(
        // A difference of logarithms, because a quotient may exceed the largest number.
        log(good.value) - log(other.value),
        range: log(good.range.lowerBound) - log(other.range.upperBound)...log(
          good.range.upperBound) - log(other.range.lowerBound))
    case .metric(let metric, let stories):
      let names = try self.stories(stories, of: metric, criterion)
      // For metrics less is better, so the second over the first.
      let ratio = try measured(first, second, metric, names, criterion)
      return .init(
        ratio.location, range: try ratio.interval(confidenceLevel: confidenceLevel))
    case nil: preconditionFailure("a scorecard with alternatives and a criterion without values")
    }
  }

  /// The second over the first: by pairs if both were measured side by side, otherwise from the means, story
  /// by story.
  private func measured(
    _ first: Int, _ second: Int, _ metric: Metric, _ stories: [String],
    _ criterion: Scorecard.Criterion
  ) throws -> LogRatio {
    do throws(NoRatio) {
      if let (own, other) = pairedSides(first, second) {
        let analysis = own.analysis
        let pairs = Pair.all(
          baseline: Comparison.means(analysis, metric, own.build, over: stories),
          candidate: Comparison.means(analysis, metric, other.build, over: stories), round: \.round)
        if pairs.isEmpty { throw .noCompleteRound }
        return try RatioTest(
          metric, pairs: pairs, layouts: analysis.layouts(of: metric), allowed: nil,
          rule: .standard
        ).logRatio
      }
      var ratios: [LogRatio] = []
      for story in stories {
        let values = [first, second].map { self.values($0, of: metric, story).map(\.value) }
        ratios.append(
          try RatioTest(
            metric, independent: values[0], values[1], allowed: nil, rule: .standard
          ).logRatio)
      }
      do throws(StatisticsError) {
        return try LogRatio.mean(of: ratios)
      } catch {
        throw .undefined(error.description)
      }
    } catch {
      let names = [first, second].map { "'\(card.alternatives[$0].name)'" }
      throw card.mistake(
        criterion.place,
        "no ratio of \(names.joined(separator: " and ")) by '\(metric.id)': \(error)")
    }
  }

  private func pairedSides(
    _ first: Int, _ second: Int
  ) -> (AlternativeMeasurements, AlternativeMeasurements)? {
    guard let own = sides[first], let other = sides[second],
      let number = own.analysis.experiment.number, other.analysis.experiment.number == number,
      own.analysis.experiment.source.isMeasured
    else { return nil }
    return (own, other)
  }

  /// The stories of a criterion: those that it names, otherwise all that any alternative has.
  private func stories(
    _ named: [String], of metric: Metric, _ criterion: Scorecard.Criterion
  ) throws -> [String] {
    let all = sides.compactMap(\.self).flatMap(\.analysis.stories).uniqued
    if let unknown = named.first(where: { !all.contains($0) }) {
      throw card.mistake(
        criterion.place, "there is no story '\(unknown)'", allowed: all.joined(separator: ", "),
        suggestion: NearestName.of(unknown, among: all))
    }
    let stories = named.isEmpty ? all : named
    if stories.isEmpty {
      throw card.mistake(criterion.place, "there are no measurements of any story")
    }
    for index in sides.indices {
      for story in stories { _ = try measurements(index, of: metric, story, criterion) }
    }
    return stories
  }

  private func measurements(
    _ index: Int, of metric: Metric, _ story: String, _ criterion: Scorecard.Criterion
  ) throws -> [ExperimentAnalysis.Measurement] {
    let found = values(index, of: metric, story)
    guard !found.isEmpty else {
      throw card.mistake(
        criterion.place,
        "'\(card.alternatives[index].name)' has no measurements of '\(metric.id)' in the story "
          + "'\(story)'", allowed: "'stories' that all alternatives have")
    }
    if let value = found.map(\.value).first(where: { $0 <= 0 }) {
      throw card.mistake(
        criterion.place,
        "'\(card.alternatives[index].name)' has a '\(metric.id)' of \(value) in the story "
          + "'\(story)', which has no ratio")
    }
    return found
  }

  private func values(
    _ index: Int, of metric: Metric, _ story: String
  ) -> [ExperimentAnalysis.Measurement] {
    guard let side = sides[index] else { return [] }
    return side.analysis.measurements(of: Cell(story: story, build: side.build, metric: metric))
  }

  /// Each alternative's runs of the weighed stories: how many failed, and of how many; nil if it is only judged.
  var failedRuns: [(count: Int, of: Int)?] {
    let weighed = card.criteria.compactMap { criterion -> [String]? in
      if case .metric(_, let stories) = criterion.values { stories } else { nil }
    }
    // A criterion that names no story is about all of them.
    let areAll = weighed.contains(where: \.isEmpty)
    let stories = Set(weighed.joined())
    return sides.map { side -> (count: Int, of: Int)? in
      guard let side, !weighed.isEmpty else { return nil }
      let runs = side.analysis.runs.filter {
        $0.build == side.build && (areAll || stories.contains($0.story))
      }
      return (count: runs.count { !$0.passed }, of: runs.count)
    }
  }

  /// The limits of the measured criteria's ratios.
  var reservations: [ScorecardResult.Reservation] {
    let measured = card.criteria.filter {
      if case .metric = $0.values { true } else { false }
    }.map(\.name)
    let experiments = sides.compactMap(\.self).map(\.analysis.experiment)
    guard !measured.isEmpty, let first = experiments.first else { return [] }
    let open = zip(card.alternatives, sides).filter { $1?.analysis.isUnfinished == true }
    let unfinished: [ScorecardResult.Reservation] =
      open.isEmpty ? [] : [.unfinished(open.map(\.0.name))]
    if experiments.contains(where: { !$0.source.isMeasured }) {
      return unfinished + [.imported(measured)]
    }
    return experiments.allSatisfy { $0.number == first.number }
      ? unfinished : unfinished + [.acrossExperiments(measured)]
  }
}
