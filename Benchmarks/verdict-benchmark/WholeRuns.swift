import Recording
import Comparing
import SeededRandom
import Statistics

/// False alarms in whole runs without an effect.
struct WholeRuns {
  static let pairs = 30

  let measurements: Measurements
  let campaign: String

  /// How many of the real whole runs have an alarm, and how many there are.
  func real() throws -> (alarms: Int, of: Int) {
    let count = stories.map { measurements.blocks(campaign, $0).count }.min() ?? 0
    var alarms = 0
    for index in 0..<count where try hasAlarm({ _ in index }) { alarms += 1 }
    return (alarms, count)
  }

  /// The same of runs put together from whole blocks, one drawn for each story.
  func resampled(_ count: Int, seed: UInt64) throws -> (alarms: Int, of: Int) {
    var random = SplitMix64(seed: seed)
    var alarms = 0
    for _ in 0..<count where try hasAlarm({ random.below($0) }) { alarms += 1 }
    return (alarms, count)
  }

  var stories: [String] { measurements.stories(campaign) }

  private func hasAlarm(_ pick: (Int) -> Int) throws -> Bool {
    let run = MeasuredRun(
      stories: stories.map { story in
        let blocks = measurements.blocks(campaign, story)
        return (story, blocks[pick(blocks.count)])
      })
    let judgement = try run.judgement(rule: .standard) { _ in Self.pairs }
    return judgement.outcome == .regression
  }
}
