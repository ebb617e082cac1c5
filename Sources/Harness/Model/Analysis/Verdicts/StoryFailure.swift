import Recording
import Statistics

/// Failed runs of a story on a build: it has no verdicts then, and the comparison fails.
public struct StoryFailure: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The build whose runs failed by themselves, not because their twins did; the candidate if both did.
  public let build: String
  /// The number of runs that failed that way.
  public let count: Int
  /// The number of the build's runs of the story.
  public let all: Int
  /// The reason.
  public let cause: Cause
  /// The wrong outcome of the first of these runs; nil if it failed otherwise.
  public var wrong: WrongOutcome?

  /// A step with an unexpected outcome.
  public struct WrongOutcome: Sendable, Hashable {
    /// The step's label, with its story if it is another's.
    public let step: String
    /// The found and the expected value, as part of a sentence.
    public let objection: String

    /// The wrong outcome behind a failure; nil if it failed otherwise.
    fileprivate init?(_ failure: RunFailure?, of story: String) {
      guard let failure, failure.reason.isOfOutcome else { return nil }
      step = failure.step.map { $0.story == story ? $0.label : "\($0)" } ?? story
      objection = failure.clause.prefix(1).lowercased() + failure.clause.dropFirst()
    }
  }

  /// The reason why runs of a story failed.
  public enum Cause: Sendable, Hashable {
    /// The app crashed, hung, or had an unexpected outcome.
    case app
    /// It did so on both builds: on the baseline in `count` of `of` runs.
    case appOnBoth(baseline: String, count: Int, of: Int)
    /// Both builds led to outcomes that the scenario allows, but to different ones.
    case differsFrom(String)
    /// Rehearse could not measure them.
    case tool
  }

  /// A Boolean value indicating whether only Rehearse failed. A crash is the app's.
  public var isOfTool: Bool { cause == .tool }

  /// The outcome of the story's cells.
  public var outcome: CellOutcome {
    switch cause {
    case .app: .failed(build: build, count: count, of: all)
    case .appOnBoth(let other, let failed, let runs):
      .failedOnBoth(baseline: other, candidate: build, count: count + failed, of: all + runs)
    case .differsFrom(let other): .differing(baseline: other, candidate: build)
    case .tool: .unmeasured(build: build, count: count, of: all)
    }
  }

  /// The comparison's outcome due to it.
  var weight: Outcome { isOfTool ? .toolFailed : .appFailed }

  /// The stories that failed on either of two builds, by name, gated or not. The app's failures come before
  /// the tool's; those of instruments don't count (`Run.storyFailure`).
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
        let sides = [baseline, candidate].uniqued.compactMap { build -> StoryFailure? in
          let runs = runs.filter { $0.build == build }
          let count = count(runs, kind.matches)
          guard count > 0 else { return nil }
          let first = runs.lazy.compactMap(\.storyFailure).first { kind.matches($0.reason) }
          return StoryFailure(
            story: story, build: build, count: count, all: runs.count, cause: kind.cause,
            wrong: StoryFailure.WrongOutcome(first, of: story))
        }
        failures[story] = failures[story] ?? Self.both(sides)
        let compared = runs.filter { $0.build == baseline || $0.build == candidate }
        let differing = count(compared) { $0 == .outcomesDiffer }
        // Which side's runs failed depends on the order of runs, and says nothing about the sides.
        if failures[story] == nil, differing > 0 {
          failures[story] = StoryFailure(
            story: story, build: candidate, count: differing, all: compared.count,
            cause: .differsFrom(baseline))
        }
      }
    }
    return failures
  }

  /// The failure of a story from those of its sides. Their order says nothing.
  private static func both(_ sides: [StoryFailure]) -> StoryFailure? {
    guard sides.count == 2, sides[1].cause == .app else { return sides.first }
    let (baseline, candidate) = (sides[0], sides[1])
    return StoryFailure(
      story: candidate.story, build: candidate.build, count: candidate.count, all: candidate.all,
      cause: .appOnBoth(baseline: baseline.build, count: baseline.count, of: baseline.all),
      wrong: candidate.wrong)
  }

  /// The stories whose counting runs of this kind failed on either of two builds, by name. Whatever the
  /// reason, the tool could not determine the counts.
  static func ofCounting(
    _ kind: RunKind, _ analysis: ExperimentAnalysis, baseline: String, candidate: String
  ) -> [String: StoryFailure] {
    var failures: [String: StoryFailure] = [:]
    for (story, runs) in Dictionary(
      grouping: analysis.runs.filter({ $0.kind == kind }), by: \.story)
    {
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
