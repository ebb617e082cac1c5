import Recording

/// Decides which stories get no further runs on a build, since they did nothing but fail there.
///
/// A story that fails always says so by its second run: of one that fails by chance in one run of ten
/// the first two fail in one case of a hundred. Where it failed on every build of the first round, that
/// round is enough. One that passed once goes on: how often it fails is a result.
public struct FailurePolicy {
  /// A story on a build.
  public struct StoryOnBuild: Sendable, Hashable {
    /// The story's name.
    public let story: String
    /// The build's name.
    public let build: String
    /// The purpose of the runs.
    public let kind: RunKind
  }

  /// The number of runs, none of which passed, after which a story is given up.
  static let enough = 2

  /// How much is tried before a story is given up.
  public enum Threshold: Sendable {
    /// A second failure decides, for each build by itself.
    case secondTry
    /// The first failure on any build decides for all of them: nobody needs one side alone.
    case none
  }

  private let threshold: Threshold
  private var failed: [StoryOnBuild: Int] = [:]
  private var passed: Set<StoryOnBuild> = []
  private var givenUp: Set<StoryOnBuild> = []

  init(_ threshold: Threshold = .secondTry) { self.threshold = threshold }

  /// Takes note of a run.
  mutating func count(_ run: Run) {
    let side = StoryOnBuild(story: run.story, build: run.build, kind: run.kind)
    if run.passed { passed.insert(side) }
    if (run.storyFailure ?? run.countingFailure) != nil { failed[side, default: 0] += 1 }
  }

  /// Returns whether a run need not be made.
  func hasGivenUp(on run: PlannedRun) -> Bool { givenUp.contains(run.side) }

  /// Gives up what is hopeless among the builds of a story, once each had its run of a round.
  /// - Returns: those that are given up now.
  mutating func take(_ sides: [StoryOnBuild]) -> [StoryOnBuild] {
    let hopeless = sides.filter { failed[$0, default: 0] > 0 && !passed.contains($0) }
    let failures = hopeless.map { failed[$0, default: 0] }.reduce(0, +)
    if threshold == .none {
      let now = sides.contains { failed[$0, default: 0] > 0 } ? sides : []
      givenUp.formUnion(now)
      return now
    }
    let isAll = hopeless.count == sides.count && failures >= Self.enough
    let now = hopeless.filter {
      isAll || failed[$0, default: 0] >= Self.enough
    }
    givenUp.formUnion(now)
    return now
  }
}

extension PlannedRun {
  /// The story and the build.
  public var side: FailurePolicy.StoryOnBuild {
    FailurePolicy.StoryOnBuild(story: story, build: build, kind: kind)
  }
}
