import Recording

/// Decides which stories get no further runs on a build because they only failed there.
///
/// A story that always fails shows it by its second run: one that fails by chance once in ten runs
/// fails the first two in one case of a hundred. If it failed on every build in the first round,
/// that round is enough. A story that passed once continues: how often it fails is a result.
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

  /// The number of runs, all failed, after which a story is given up.
  static let enough = 2

  /// How often a story is tried before it is given up.
  public enum Threshold: Sendable {
    /// A second failure decides, for each build separately.
    case secondTry
    /// The first failure on any build decides for all builds: one side alone is of no use.
    case none
  }

  private let threshold: Threshold
  private var failed: [StoryOnBuild: Int] = [:]
  private var passed: Set<StoryOnBuild> = []
  private var givenUp: Set<StoryOnBuild> = []

  init(_ threshold: Threshold = .secondTry) { self.threshold = threshold }

  mutating func count(_ run: Run) {
    let side = StoryOnBuild(story: run.story, build: run.build, kind: run.kind)
    if run.passed { passed.insert(side) }
    if (run.storyFailure ?? run.countingFailure) != nil { failed[side, default: 0] += 1 }
  }

  func hasGivenUp(on run: PlannedRun) -> Bool { givenUp.contains(run.side) }

  /// Gives up the hopeless builds of a story, once each had its run of a round.
  /// - Returns: those given up now.
  mutating func take(_ sides: [StoryOnBuild]) -> [StoryOnBuild] {
    let hopeless = sides.filter { failed[$0, default: 0] > 0 && !passed.contains($0) }
    let failures = hopeless.map { failed[$0, default: 0] }.reduce(0, +)
    if threshold == .none {
      let now = sides.contains { failed[$0, default: 0] > 0 } ? sides : []
      givenUp.formUnion(now)
      return now
    }
    let isAll = hopeless.count == sides.count && failures >= Self.enough
    let now = hopeless.filter { isAll || failed[$0, default: 0] >= Self.enough }
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
