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
  /// Why.
  public let cause: Cause

  /// Why runs of a story failed.
  public enum Cause: Sendable, Hashable {
    /// The app crashed, hung, or led to another outcome than it was expected to.
    case app
    /// Both builds led to outcomes that the scenario allows, but to different ones.
    case differsFrom(String)
    /// Rehearse could not measure them.
    case tool
  }

  /// Whether all that failed was Rehearse. A crash is the app's.
  public var isOfTool: Bool { cause == .tool }

  /// What became of the story's cells.
  public var outcome: CellOutcome {
    switch cause {
    case .app: .failed(build: build, count: count, of: all)
    case .differsFrom(let other): .differing(baseline: other, candidate: build)
    case .tool: .unmeasured(build: build, count: count, of: all)
    }
  }

  /// What it makes of the whole comparison.
  var weight: JudgementOutcome { isOfTool ? .toolFailed : .appFailed }

  /// The stories that failed on either of two builds, by name, whatever is gated. The app's failures
  /// come before the tool's; those of instruments are none (``Recording/Run/storyFailure``).
  static func all(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String
  ) -> [String: StoryFailure] {
    func count(_ runs: [Run], _ matches: (RunFailure.Reason) -> Bool) -> Int {
      runs.count { $0.storyFailure.map { matches($0.reason) } ?? false }
    }
    let kinds: [(matches: (RunFailure.Reason) -> Bool, cause: Cause)] = [
      ({ $0 != .notMeasured && $0 != .outcomesDiffer }, .app),
      ({ $0 == .notMeasured }, .tool),
    ]
    var failures: [String: StoryFailure] = [:]
    for (story, runs) in Dictionary(grouping: analysis.runs, by: \.story) {
      for kind in kinds {
        for build in [baseline, candidate] where failures[story] == nil {
          let runs = runs.filter { $0.build == build }
          let count = count(runs, kind.matches)
          guard count > 0 else { continue }
          failures[story] = StoryFailure(
            story: story, build: build, count: count, all: runs.count, cause: kind.cause)
        }
        let compared = runs.filter { $0.build == baseline || $0.build == candidate }
        let differing = count(compared) { $0 == .outcomesDiffer }
        // Which side's runs have failed by it is the order of runs, and says nothing of the sides.
        if failures[story] == nil, differing > 0 {
          failures[story] = StoryFailure(
            story: story, build: candidate, count: differing, all: compared.count,
            cause: .differsFrom(baseline))
        }
      }
    }
    return failures
  }

  /// The stories of which counting instructions failed on either of two builds, by name. Whatever the
  /// reason, it is the tool that can't tell their number.
  static func ofCounting(
    _ analysis: ExperimentAnalysis, baseline: String, candidate: String
  ) -> [String: StoryFailure] {
    var failures: [String: StoryFailure] = [:]
    for (story, runs) in Dictionary(grouping: analysis.countedRuns, by: \.story) {
      for build in [baseline, candidate] where failures[story] == nil {
        let runs = runs.filter { $0.build == build }
        let count = runs.count { $0.countingFailure != nil }
        guard count > 0 else { continue }
        failures[story] = StoryFailure(
          story: story, build: build, count: count, all: runs.count, cause: .tool)
      }
    }
    return failures
  }
}
