import Foundation
import Recording
import Statistics

/// The effort that would decide an undecided cell, as far as its own pairs predict (`PairForecast`).
public struct DecidingEffort: Sendable, Hashable {
  /// The total number of pairs of the story.
  public let pairs: Int
  /// A Boolean value indicating whether the rule makes this many pairs by itself, given time; else somebody
  /// must ask for them.
  public let isWithinPlan: Bool
  /// How long that many rounds of all stories take; nil if it is unknown when runs began.
  public internal(set) var time: Duration?

  /// Finds it for the level of one test at one analysis, as if there were only one; nil if the pairs don't
  /// predict it. `isAdaptive` says whether the measurements decide how many pairs there are.
  init?(_ test: RatioTest, estimate: Estimate, level: Double, isAdaptive: Bool, rule: DecisionRule)
  {
    guard let forecast = test.forecast(analyses: rule.interims?.count ?? 1) else { return nil }
    let made = test.evidence.count
    let planned = InterimSchedule.standard
    var counts = isAdaptive ? planned.pairs.filter { $0 > made } : []
    counts += PairForecast.counts(
      from: isAdaptive ? max(made + 1, (planned.pairs.last ?? 0) + 30) : made + 1)
    let found = counts.first { count in
      // Even if time allows fewer pairs, that plan has the whole level.
      let analyses = isAdaptive ? max(1, planned.taken(with: count).count) : 1
      let share = level / Double(analyses)
      if estimate.point > test.negligible.upperBound,
        forecast.isShown(.above(test.bound), at: share, by: count)
      {
        return true
      }
      if estimate.point < test.negligible.lowerBound,
        forecast.isShown(.below(1), at: share, by: count)
      {
        return true
      }
      return forecast.isShown(
        .within(test.margin, confidenceLevel: rule.confidenceLevel), at: share, by: count)
    }
    guard let found else { return nil }
    pairs = found
    isWithinPlan = isAdaptive && found <= planned.pairs.last ?? 0
  }
}

extension ExperimentAnalysis {
  /// How long a round of all stories takes, including a control's pairs; nil if unknown.
  ///
  /// For each story it is the median time from one pair's start to the next one's, so that neither an
  /// interruption nor a single disturbed run counts. A pair that was made beside another counts for its share of what
  /// both took.
  public var timeOfRound: Duration? {
    struct StoryRound: Hashable {
      let story: String
      let isControl: Bool
      let round: Int
    }
    let new = experiment.decision?.newStories?.names ?? []
    var begun: [StoryRound: Double] = [:]
    var shares: [StoryRound: Double] = [:]
    for run in allRuns {
      guard [.duet, .solo, .control].contains(run.kind), let start = run.startedAt,
        !new.contains(run.story)
      else { continue }
      let place = StoryRound(story: run.story, isControl: run.kind == .control, round: run.round)
      let time = start.timeIntervalSinceReferenceDate
      begun[place] = min(begun[place] ?? time, time)
      if let arrangement = run.arrangement, arrangement.pairs > 1, let share = run.shareOfTime {
        shares[place] = share * 2 / .seconds(1)
      }
    }
    let order = begun.sorted { $0.value < $1.value }
    var times: [String: [Double]] = [:]
    for (one, next) in zip(order, order.dropFirst()) {
      times["\(one.key.isControl) \(one.key.story)", default: []].append(
        shares[one.key] ?? next.value - one.value)
    }
    let known = Set(order.map { "\($0.key.isControl) \($0.key.story)" })
    // A story's last and only pair has no known time.
    guard !times.isEmpty, times.count == known.count else { return nil }
    return .seconds(times.values.map { $0.sorted().medianOfSorted }.reduce(0, +))
  }
}
