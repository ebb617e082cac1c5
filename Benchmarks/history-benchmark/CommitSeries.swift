import Foundation
import SeededRandom
import Statistics

/// What a check of each of many commits would have found of one story.
struct CommitSeries: Sendable {
  /// The logarithm of each commit's ratio to the anchor, with its error.
  private(set) var ratios: [LevelShifts.Value] = []
  /// The mean of each commit's own CPU time.
  private(set) var means: [Double] = []

  /// A series of `count` commits, of which all from the place of a change on cost more by its size,
  /// a share.
  init(
    of program: RecordedDuets, _ count: Int, pairs: Int, on fleet: Fleet,
    change: (place: Int, size: Double)? = nil, _ random: inout SplitMix64
  ) throws {
    let speeds = fleet.speeds(count, &random)
    for (commit, speed) in speeds.enumerated() {
      let factor = change.map { commit >= $0.place ? 1 + $0.size : 1 } ?? 1
      let duets = program.visit(pairs, &random)
      let candidates = duets.map { $0.candidate * speed * factor }
      let ratio = try PairedRatio(
        baseline: Distribution(duets.map { $0.baseline * speed }),
        candidate: Distribution(candidates)
      ).logRatio.ratio()
      guard
        let value = LevelShifts.Value(
          ratio: ratio.point, lower: ratio.lower, upper: ratio.upper)
      else { continue }
      ratios.append(value)
      means.append(candidates.reduce(0, +) / Double(pairs))
    }
  }
}
