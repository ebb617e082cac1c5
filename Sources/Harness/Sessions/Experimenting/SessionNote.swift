import Analysis
import Recording
import Running
import Statistics

/// The notes of running sessions.
enum SessionNote {
  static func noFixedAddresses(_ reason: String) -> String {
    "There are no runs without address randomisation here: \(reason)."
  }

  /// For a comparison, whose pairs measure anonymous memory then.
  static func memoryOverPairs(_ reason: String) -> String {
    "Anonymous memory is compared over pairs, because there are no runs without address randomisation here: "
      + "\(reason)."
  }

  /// The time of measuring as it was earlier, before the first run; `left` is what a time limit leaves, nil
  /// without one.
  static func cost(of stories: Int, _ time: Duration, left: Duration?) -> String {
    let words = "\(stories.counted("story", "stories")), about \(ProgressLine.words(time))"
    guard let left, left < time else { return "\(words)." }
    return "\(words) without --max-time, which leaves \(ProgressLine.words(left))."
  }

  /// The time of measuring by one of the first rounds, if nothing was known before: that of the first look or
  /// analysis, and the most if there are others.
  static func firstCost(
    of stories: Int, _ pairs: Int, _ time: Duration, most: (pairs: Int, time: Duration)?
  ) -> String {
    let words =
      "\(stories.counted("story", "stories")), about \(ProgressLine.words(time)) for \(pairs) pairs of each"
    guard let most else { return "\(words)." }
    return
      "\(words), and at most \(ProgressLine.words(most.time)) for \(most.pairs), if they are needed."
  }

  /// The time limit allows fewer pairs of each story than planned. The smallest detectable change depends on
  /// the root of the number of pairs, once there are `fewest`: enough to show a change of one cell among all
  /// that are judged together. `timeOfRound` is the duration of a round of all stories; nil if unknown.
  static func fewerPairs(
    _ affordable: Int, insteadOf planned: Int, fewest: Int = 0, timeOfRound: Duration? = nil
  ) -> String {
    let beginning =
      "--max-time leaves time for \(affordable) pairs of each story instead of up to \(planned)"
    guard affordable >= fewest else {
      let time =
        timeOfRound.map { " (about \(ProgressLine.words($0 * fewest)) of measuring)" } ?? ""
      return
        "\(beginning): fewer than \(fewest) can't show any change, however large. Allow time for \(fewest) "
        + "or more\(time)."
    }
    let factor = (Double(planned) / Double(affordable)).squareRoot()
    return
      "\(beginning), so a change must be at least \(NumberFormat.coarse.string(for: factor)) times as "
      + "large to be found. Allow more time to find smaller changes."
  }

  /// The time was up before it was known what stories read; as the end of a sentence.
  static let noTimeForInputs = "--max-time left no time to record it"

  static let noTimeForRepeats =
    "--max-time left no time for all runs that are measured alone, for memory, allocations, cycles and budgets of "
    + "new stories."

  /// The time was up before all instructions were counted; as the end of a sentence.
  static let noTimeForCounts = "--max-time left no time to count its instructions"

  /// The cleanup after the last run failed; without an error it was not begun, because the user asked to stop.
  static func notCleanedUp(_ words: [String], _ error: (any Error)?) -> String {
    let cleanup = "The cleanup '\(ShellWords.line(words))'"
    guard let error else {
      return "\(cleanup) was not carried out, because measuring was interrupted."
    }
    return (error as? RunFailure).map { "\(cleanup) failed: \($0.message)" }
      ?? "\(cleanup) was not carried out: \(error)"
  }

  static func givenUp(_ side: FailurePolicy.StoryOnBuild, leaving left: Int) -> String {
    "\(side.story) failed on '\(side.build)' in every run, so it is not run there again: "
      + "\(left.counted("run is", "runs are")) left out."
  }

  static let noTwin =
    "Both sides are the same file, because it can't be copied in its folder, or a command of several words "
    + "starts it."

  static let countersCount = "The processor's counters count the instructions."

  static func callgrindCounts(_ reason: String) -> String {
    "Callgrind counts the instructions; the processor's counters can't: \(reason)."
  }

  static func equalCommits(_ count: Int, of all: Int) -> String {
    let (verb, rest) = count == 1 ? ("changes", "it is") : ("change", "they are")
    return "\(count) of \(all.counted("commit", "commits")) \(verb) no file that the stories or "
      + "their makes read, so \(rest) not measured."
  }

  static func emptyHome(_ paths: [String]) -> String {
    "Each run has an empty home folder of its own, and \(paths.listed(atMost: 3)) "
      + "of yours \(paths.count == 1 ? "is" : "are") not found there. 'home: shared' in the scenario lets "
      + "runs use yours."
  }

  static func pointers(_ paths: [String]) -> String {
    "\(paths.listed(atMost: 3)): read as git-lfs's pointer, because the content was not fetched. Unset "
      + "GIT_LFS_SKIP_SMUDGE, or call 'git lfs fetch --all'."
  }

  static let uncommitted = "Uncommitted changes are in no commit, so they are not measured."
}

/// Notes of explanations.
extension SessionNote {
  /// The files are another commit's than those of the explained comparison, or new ones that it measured may have
  /// changed.
  static func builtAgain(_ experiment: Experiment, withNewFiles hasNewFiles: Bool) -> String {
    if hasNewFiles {
      return
        "Experiment \(experiment.number ?? 0) measured \(experiment.revision?.short ?? "a commit") with new "
        + "files: that commit is built with them, and explained."
    }
    return "The files are not those of experiment \(experiment.number ?? 0), which measured "
      + "\(experiment.revision?.short ?? "another commit"): that commit is built and explained."
  }

  static func driverChanged(_ files: [String]) -> String {
    "The driver changed (\(files.listed(atMost: 3))): the functions may be the harness's, not the app's. Run both "
      + "sides with one, by 'rehearse compare' with --harness-from work-tree, and explain that."
  }

  static func maybeNotWhatWasMeasured(_ experiment: Experiment) -> String {
    "Experiment \(experiment.number ?? 0) measured uncommitted files, which may have changed since: the "
      + "functions are those of the files as they are now."
  }

  static func notWhatWasMeasured(_ experiment: Experiment, _ changes: [String]) -> String {
    "This is not what experiment \(experiment.number ?? 0) measured: "
      + "\(changes.joined(separator: "; ")). The functions are those of the files as they are now."
  }
}

/// Notes of a search for a commit.
extension SessionNote {
  static func scenarioOfWorkTree(_ file: ScenarioFile, _ good: Commit) -> String {
    "\(good.short) does not have \(file.path): all commits are measured with the scenario as it is now."
  }

  static let untraced =
    "The stories can't be traced here (that takes strace), so it goes unnoticed if a program changes its "
    + "priority, scheduling class or CPUs: then pairs share a CPU unequally."

  static func otherStories(_ stories: [String], than chosen: String) -> String {
    "Searching by the story '\(chosen)', whose change is the surest. These changed too: "
      + "\(stories.map { "'\($0)'" }.joined(separator: ", ")); '--story' chooses one."
  }

  static func notFromGood(_ count: Int, _ good: Commit) -> String {
    "\(count) of the commits branched off before \(good.short) and came in by a merge. They are searched "
      + "only as far as their merges tell, because a comparison with \(good.short) would also show its own "
      + "changes."
  }

  static func equal(_ commit: Commit, left: Int) -> String {
    "\(commit.short) \(commit.subject.prefix(48)): it reads the same as an end of the search, so it is not "
      + "measured; \(left.counted("commit", "commits")) left."
  }

  static func visited(
    _ commit: Commit, by search: Bisection, _ place: Int, _ failure: RunFailure?
  ) -> String {
    let name = "\(commit.short) \(commit.subject.prefix(48))"
    if let failure {
      let what = failure.reason == .notStarted ? "does not build or start" : "fails"
      return "\(name): skipped, because it \(what). \(failure.message.prefix(160))"
    }
    let pairs = search.pairs[place] ?? []
    let finding = search.conclusion
    // The fewest that together have the probability that the culprit needs in the end.
    var (left, sum) = (0, 0.0)
    let whole = finding.culprits.reduce(0, +)
    for share in finding.culprits.sorted(by: >) where sum < search.probability * whole {
      sum += share
      left += 1
    }
    let size = (try? LogQuotients(Distribution(pairs))).flatMap {
      try? PairedRatio($0).logRatio.ratio()
    }
    let change = size.map { "\($0.change($0.point)) %" } ?? "no value"
    return "\(name): \(change) after \(pairs.count.counted("pair", "pairs")); "
      + "\(left.counted("commit", "commits")) left."
  }
}
