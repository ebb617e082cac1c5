import Analysis
import Metrics
import Recording

/// Peak memory from three runs of each side without address randomisation.
struct RepeatedMemory {
  let measurements: Measurements
  let campaign: String

  /// How many groups of three pairs are called regressed when the candidate has so many kB more.
  func regressed(added kilobytes: Double) throws -> (count: Int, of: Int) {
    let rule = DecisionRule.standard
    var (count, all) = (0, 0)
    for story in measurements.stories(campaign) {
      for pairs in measurements.windows(campaign, story, count: 3, step: 3) {
        all += 1
        let run = RepeatedRun(pairs: pairs, added: kilobytes)
        if try run.verdict(rule: rule) == .regressed { count += 1 }
      }
    }
    return (count, all)
  }
}
