import Analysis
import Recording

/// Runs of a story that failed on a build: it has no verdicts then, and the comparison fails.
public struct StoryFailure: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The build whose runs failed by themselves, not because their twins did.
  public let build: String
  /// How many failed that way.
  public let count: Int
  /// How many runs of the story the build has.
  public let all: Int
  /// Whether all that failed was Rehearse: the runs could not be measured. A crash is the app's.
  public let isOfTool: Bool

  /// What became of the story's cells.
  var outcome: CellOutcome {
    isOfTool
      ? .unmeasured(build: build, count: count, of: all)
      : .failed(build: build, count: count, of: all)
  }

  /// What it makes of the whole comparison.
  var weight: JudgementOutcome { isOfTool ? .toolFailed : .appFailed }

  /// The stories that failed on either of two builds, by name; whatever is gated, whatever the runs
  /// were made for. The app's failures come before the tool's.
  static func all(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String
  ) -> [String: StoryFailure] {
    var failures: [String: StoryFailure] = [:]
    for (story, runs) in Dictionary(grouping: analysis.runs, by: \.story) {
      for isOfTool in [false, true] {
        for build in [baseline, candidate] where failures[story] == nil {
          let runs = runs.filter { $0.build == build }
          let count = runs.count {
            guard let reason = $0.failure?.reason, reason.isItsOwn else { return false }
            return (reason == .notMeasured) == isOfTool
          }
          guard count > 0 else { continue }
          failures[story] = StoryFailure(
            story: story, build: build, count: count, all: runs.count, isOfTool: isOfTool)
        }
      }
    }
    return failures
  }
}
