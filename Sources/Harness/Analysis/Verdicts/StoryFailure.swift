import Recording
import Statistics

/// Runs of a story that failed on a build: it has no verdicts then, and the comparison fails.
public struct StoryFailure: Sendable, Hashable {
  /// The story's name.
  public let story: String
  /// The build whose runs failed by themselves, not because their twins did; the candidate where both
  /// builds' did.
  public let build: String
  /// The number of runs that failed that way.
  public let count: Int
  /// The number of the build's runs of the story.
  public let all: Int
  /// Why.
  public let cause: Cause
  /// The wrong outcome of the first of these runs; nil if it failed otherwise.
  public var wrong: WrongOutcome?

  /// A step that led to something else than it has to.
  public struct WrongOutcome: Sendable, Hashable {
    /// The step, by its label, with its story if it is of another one.
    public let step: String
    /// What was found instead of what, to stand within a sentence.
    public let objection: String

    /// The outcome that a failure tells of; nil if it failed otherwise.
    fileprivate init?(_ failure: RunFailure?, of story: String) {
      guard let failure, failure.reason == .wrongOutcome else { return nil }
      let own = "\(story): "
      step = failure.step.map { $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : $0 } ?? story
      // What follows tells what to write if it is meant, and is no part of what was found.
      let clause = failure.message.prefix { $0 != "\n" }
      let start = "The step "
      objection = String(
        (clause.hasPrefix(start) ? clause.dropFirst(start.count) : clause)
          .reversed().drop { $0 == "." }.reversed())
    }
  }

  /// Why runs of a story failed.
  public enum Cause: Sendable, Hashable {
    /// The app crashed, hung, or led to another outcome than it was expected to.
    case app
    /// It did so on both builds; on the other one, the baseline, in `count` of `of` runs.
    case appOnBoth(baseline: String, count: Int, of: Int)
    /// Both builds led to outcomes that the scenario allows, but to different ones.
    case differsFrom(String)
    /// Rehearse could not measure them.
    case tool
  }

  /// A Boolean value indicating whether all that failed was Rehearse. A crash is the app's.
  public var isOfTool: Bool { cause == .tool }

  /// The outcome of the story's cells.
  public var outcome: CellOutcome {
    switch cause {
    case .app: .failed(build: build, count: count, of: all)
    case .appOnBoth(let other, let failed, let runs):
      .failedOnBoth(
        baseline: other, candidate: build, count: count + failed, of: all + runs)
    case .differsFrom(let other): .differing(baseline: other, candidate: build)
    case .tool: .unmeasured(build: build, count: count, of: all)
    }
  }

  /// The whole comparison's outcome by it.
  var weight: Outcome { isOfTool ? .toolFailed : .appFailed }

  /// The stories that failed on either of two builds, by name, whatever is gated. The app's failures
  /// come before the tool's; those of instruments are none (`Run.storyFailure`).
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

  /// The failure of a story by those of its sides: which of them came first says nothing.
  private static func both(_ sides: [StoryFailure]) -> StoryFailure? {
    guard sides.count == 2, sides[1].cause == .app else { return sides.first }
    let (baseline, candidate) = (sides[0], sides[1])
    return StoryFailure(
      story: candidate.story, build: candidate.build, count: candidate.count, all: candidate.all,
      cause: .appOnBoth(baseline: baseline.build, count: baseline.count, of: baseline.all),
      wrong: candidate.wrong)
  }

  /// The stories of which runs that count failed on either of two builds, by name. Whatever the reason, it
  /// is the tool that can't tell their number.
  /// - Parameter kind: what they count.
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
