import Analysis
import Recording
import SeededRandom
import Statistics

/// False alarms in whole runs without an effect.
struct WholeRuns {
  static let pairs = 30

  let measurements: Measurements
  let campaign: String
  var gates = MeasuredRun.allGates

  /// How many of the real whole runs have an alarm, and how many there are.
  func real() throws -> (alarms: Int, of: Int) {
    let count = stories.map { measurements.blocks(campaign, $0).count }.min() ?? 0
    var alarms = 0
    for index in 0..<count where try hasAlarm({ _ in index }) { alarms += 1 }
    return (alarms, count)
  }

  /// The same where each story's pairs go on until none of its cells is open, as far as there are any.
  func realAdaptive() throws -> (alarms: Int, of: Int) {
    let count = stories.map { measurements.blocks(campaign, $0).count }.min() ?? 0
    var alarms = 0
    for index in 0..<count
    where try whole({ _ in index }).adaptive().judgement.outcome == .regression { alarms += 1 }
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
    try whole(pick).judgement(rule: .standard) { _ in Self.pairs }.outcome == .regression
  }

  private func whole(_ pick: (Int) -> Int) -> MeasuredRun {
    var run = MeasuredRun(
      stories: stories.map { story in
        let blocks = measurements.blocks(campaign, story)
        return (story, blocks[pick(blocks.count)])
      })
    run.gates = gates
    return run
  }
}
