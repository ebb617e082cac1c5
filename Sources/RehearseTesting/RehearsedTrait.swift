import Testing

/// A trait of a test, or of a suite, that replays stories of a scenario and fails with the verdict.
///
/// ```swift
/// @Test(.rehearsed("Scenarios/words.yml", story: "count", against: "main"))
/// func countIsNoSlower() {}
/// ```
///
/// The installed `rehearse` measures and decides, through `rehearse check`; this trait has no rules
/// of its own. A failure is recorded as an issue with the sentence that the terminal shows, and the
/// report's page is attached. Nothing passes by omission: if `rehearse` is not installed, or a
/// story crashes or can't be measured or compared, the test fails and says why. If it passes although
/// a story is new, or with a reservation, a warning says so.
///
/// Stories are replayed once for each test or suite with the trait, before its body or its tests,
/// regardless of arguments. Only one test replays at a time, even if several processes run tests.
public struct RehearsedTrait: TestTrait, SuiteTrait, TestScoping {
  let rehearsal: Rehearsal

  /// A suite's stories are replayed once, not again for each of its tests.
  public var isRecursive: Bool { false }

  /// Returns this trait for a whole test or suite, nil for a single case of a test.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? self : nil
  }

  /// Replays the stories, records failures, and continues with the test or suite.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await rehearsal.report()
    try await function()
  }
}

extension Trait where Self == RehearsedTrait {
  /// Replays stories before the test, and fails if they got worse.
  /// - Parameters:
  ///   - scenario: the scenario's file, relative to the folder of the package's Package.swift.
  ///   - stories: the stories; all of the scenario's if none is named.
  ///   - revision: a branch, tag or commit to compare the current files with.
  ///   - baseline: a saved baseline to compare one build with. Without a revision and a baseline the
  ///     scenario's builds are compared with each other.
  ///   - pairs: the exact number of pairs of each story; by default as many as the verdicts need.
  ///   - maxTime: the time after which the call stops, including builds.
  ///   - isStrict: whether an inconclusive verdict fails too. By default it is a warning.
  ///   - store: the file that keeps experiments; by default `Results/rehearse.sqlite` in the package.
  ///   - options: further options of `rehearse check`, as on the command line.
  ///   - filePath: a file in the package; by default the test's own.
  ///   - sourceLocation: where failures and warnings are shown; by default at the trait.
  /// - Returns: a trait for a test or a suite.
  public static func rehearsed(
    _ scenario: String, story stories: String..., against revision: String? = nil,
    saved baseline: String? = nil, pairs: Int? = nil, maxTime: Duration? = nil,
    strict isStrict: Bool = false, store: String? = nil, options: [String] = [],
    filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let check = CheckCall(
      scenario: scenario, stories: stories, revision: revision, baseline: baseline, pairs: pairs,
      maxTime: maxTime, isStrict: isStrict, store: store, options: options)
    return RehearsedTrait(
      rehearsal: Rehearsal(check: check, testFile: filePath, sourceLocation: sourceLocation))
  }
}

/// The installed `rehearse`.
public enum RehearseExecutable {
  /// A Boolean value indicating whether it exists, for tests to be skipped elsewhere: `.enabled(if:
  /// RehearseExecutable.isInstalled)`. It is also true if REHEARSE_EXECUTABLE names it wrongly, so that tests fail.
  public static var isInstalled: Bool { ExecutableSearch().isInstalled }
}
