import Analysis
import SeededRandom

/// Whole runs of programs whose code was only moved: the 24 shifts of the text of four programs, six of
/// each, that were measured.
struct MovedCode {
  let measurements: Measurements

  /// How many of so many whole runs of 12 shifts, drawn from all, end with a regression. With
  /// `counted`, instructions were counted, which are the same on both sides.
  func regressions(_ count: Int, counted: Bool, seed: UInt64) throws -> (alarms: Int, of: Int) {
    let shifts = measurements.campaigns.filter { $0.hasPrefix("align-") }.flatMap { campaign in
      measurements.stories(campaign).map { measurements.blocks(campaign, $0).flatMap(\.self) }
    }
    var random = SplitMix64(seed: seed)
    var alarms = 0
    for _ in 0..<count {
      var run = MeasuredRun(
        stories: (0..<12).map { ("s\($0)", Array(random.pick(shifts).prefix(60))) })
      run.areCounted = counted
      if try run.adaptive().judgement.outcome == .regression { alarms += 1 }
    }
    return (alarms, count)
  }
}
