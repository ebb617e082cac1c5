import Analysis
import Recording
import SeededRandom
import Statistics

/// Whole runs that go on until every cell is settled.
///
/// The blocks have 30 pairs; each story's pairs are those of two blocks drawn for it, one after the
/// other, for the schedule goes to 60.
struct AdaptiveRuns {
  /// What so many runs came to.
  struct Result {
    var runs = 0
    /// Runs with a regression in a story that has none.
    var falseAlarms = 0
    /// Runs in which the story with an effect was called regressed.
    var found = 0
    /// Pairs of stories, over all runs.
    var pairs = 0
    /// Stories, over all runs.
    var stories = 0

    var pairsPerStory: Double { Double(pairs) / Double(max(1, stories)) }
  }

  let measurements: Measurements
  let campaign: String
  var rule = DecisionRule.adaptive

  /// The rule up to version 6, which had no looks.
  static var ruleBefore: DecisionRule {
    var rule = DecisionRule.adaptive
    rule.looks = nil
    rule.futilityMargin = 0.015
    // All analyses shared it.
    rule.futilityLevel = 0.05 / Double(rule.stops.count)
    return rule
  }

  /// Whole runs with the effect on top of one story's CPU time, a story after the other.
  func result(_ count: Int, effect: Double, seed: UInt64) throws -> Result {
    var random = SplitMix64(seed: seed)
    let stories = measurements.stories(campaign)
    var result = Result()
    for index in 0..<count {
      let changed = effect == 0 ? nil : stories[index % stories.count]
      let run = MeasuredRun(
        stories: stories.map { story in
          let blocks = measurements.blocks(campaign, story)
          let pairs = random.pick(blocks) + random.pick(blocks)
          return (story, story == changed ? pairs.map { $0.scaled(.cpu, by: 1 + effect) } : pairs)
        })
      let (judgement, made) = try run.adaptive(rule)
      let regressed = judgement.gated.filter { $0.outcome.verdict == .regressed }
      result.runs += 1
      result.stories += stories.count
      result.pairs += made.values.reduce(0, +)
      if regressed.contains(where: { $0.name.story != changed }) { result.falseAlarms += 1 }
      if regressed.contains(where: { $0.name.story == changed }) { result.found += 1 }
    }
    return result
  }
}
