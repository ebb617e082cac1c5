import Analysis
import Building
import Foundation
import Recording
import Running
import Statistics

/// The steps of a bisection: both ends, the story that shows the change, and then commit by commit.
struct CommitSearch {
  /// The story used for the search; nil if no story shows a change.
  private(set) var story: String?
  /// How both ends differ, story by story.
  private(set) var ends: [String: EndsTest] = [:]
  /// The story's measurements; nil if no change was shown.
  private(set) var bisection: Bisection?
  /// The search's finding; nil if it was interrupted or not started.
  private(set) var finding: BisectionFinding?
  /// A Boolean value indicating whether it ended because its time was up.
  private(set) var isOutOfTime = false
  /// The reasons why commits can't be measured, by their places.
  private(set) var failures: [Int: RunFailure] = [:]
  /// The searched history; commits that turn out to be the same as an end are removed.
  private(set) var history: CommitHistory
  /// The bad end as built and measured; the history's last commit is the same.
  private let bad: Commit
  private let equalEnds: EqualEnds?
  /// The first parents of all commits, including removed ones.
  private let parents: [String: String]
  private let builds: CommitBuilds
  private let measuring: CommitMeasuring
  private let settings: BisectionSettings
  private let deadline: ContinuousClock.Instant?
  private let equipment: Equipment

  init(
    _ history: CommitHistory, endingLike bad: Commit, _ equalEnds: EqualEnds?,
    _ builds: CommitBuilds, _ measuring: CommitMeasuring, _ settings: BisectionSettings,
    deadline: ContinuousClock.Instant?, _ equipment: Equipment
  ) {
    self.history = history
    self.bad = bad
    self.equalEnds = equalEnds
    parents = history.commits.reduce(into: [:]) { $0[$1.hash] = $1.parents.first }
    self.builds = builds
    self.measuring = measuring
    self.settings = settings
    self.deadline = deadline
    self.equipment = equipment
  }

  /// Carries it out.
  /// - Returns: false if the user asked to stop.
  mutating func carryOut(endingWith bad: BuiltDriver) async throws -> Bool {
    // The recorder completes the experiment only if everything was measured.
    var isComplete = try measureEnds(bad)
    if isComplete, let story = chosenStory {
      self.story = story
      isComplete = try await search(story)
    }
    guard isComplete else { return false }
    try declareCulprit()
    try measuring.recorder.finish(rounds: measuring.runs.map(\.round).max() ?? 0)
    return true
  }

  /// Stores the culprit, so that it can be explained at any time.
  private func declareCulprit() throws {
    guard let story, case .one(let place)? = finding?.kind,
      let parent = parents[history.commits[place].hash]
    else { return }
    var declared = measuring.recorder.experiment
    declared.decision?.culprit = Decision.Culprit(
      story: story, commit: history.commits[place].hash, parent: parent)
    try measuring.recorder.declare(declared)
  }

  private mutating func measureEnds(_ bad: BuiltDriver) throws -> Bool {
    let name = bad.record.name
    while true {
      ends = [:]
      var wanted: [String: Int] = [:]
      for story in measuring.stories {
        try requireEnds(bad, story)
        let test = try EndsTest(
          measuring.logarithms(of: name, story), tests: measuring.stories.count)
        ends[story] = test
        if case .more(let pairs) = test.result { wanted[story] = pairs }
        // Pairs without a value would be made forever.
        try requireValues(story)
      }
      guard let fewest = wanted.values.min() else { return true }
      if isOverdue {
        isOutOfTime = true
        return true
      }
      let stories = measuring.stories.filter { wanted[$0] != nil }
      // One pair first shows whether there is anything to measure.
      let isFirst = !measuring.runs.contains { $0.story == stories[0] }
      guard try measuring.measure(bad, stories, pairs: isFirst ? 1 : fewest) else { return false }
    }
  }

  private var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } == true }

  private func requireEnds(_ bad: BuiltDriver, _ story: String) throws {
    if let failure = measuring.failureOfGood(story) {
      throw Refusal.endFailed("good", history.good, story, failure)
    }
    if let failure = measuring.failure(of: bad.record.name, story) {
      throw Refusal.endFailed("bad", self.bad, story, failure)
    }
  }

  private func requireValues(_ story: String) throws {
    guard measuring.hasPair(of: bad.short, story),
      measuring.logarithms(of: bad.short, story).isEmpty
    else { return }
    throw Refusal.noValue(of: settings.metric, story, measured: measuring.metrics(of: story))
  }

  private var chosenStory: String? {
    let changed = measuring.stories.filter { ends[$0]?.result == .changed }
    func sureness(_ story: String) -> Double {
      guard let change = ends[story]?.change else { return 0 }
      return abs(change.location) / max(change.standardError, 1e-9)
    }
    let chosen = changed.max { sureness($0) < sureness($1) }
    if let chosen, changed.count > 1 {
      equipment.note(SessionNote.otherStories(changed.filter { $0 != chosen }, than: chosen))
    }
    return chosen
  }

  private mutating func search(_ story: String) async throws -> Bool {
    let whole = CommitGraph(history.commits, after: history.good.hash)
    if whole.descendsFromGood.contains(false) {
      equipment.note(
        SessionNote.notFromGood(whole.descendsFromGood.count { !$0 }, history.good))
    }
    while true {
      let graph = CommitGraph(history.commits, after: history.good.hash)
      let search = state(graph, story)
      bisection = search
      // In seconds; a build that takes no time would make commits cheaper than pairs.
      isOutOfTime = isOverdue
      let next =
        isOutOfTime
        ? .end(search.conclusion)
        : search.next(
          build: builds.time / .seconds(1), pair: max(1e-3, measuring.pairTime / .seconds(1)))
      switch next {
      case .end(let finding):
        self.finding = finding
        return true
      case .measure(let place, let pairs):
        let commit = graph.commits[place]
        guard try await visit(commit, story, pairs: pairs) else { return false }
        try requireValues(story)
        if history.commits.count < graph.count {
          equipment.note(SessionNote.equal(commit, left: history.commits.count))
        } else {
          equipment.note(
            SessionNote.visited(commit, by: state(graph, story), place, failures[place]))
        }
        if let failure = measuring.failureOfGood(story) {
          throw Refusal.endFailed("good", history.good, story, failure)
        }
      }
    }
  }

  private mutating func state(_ graph: CommitGraph, _ story: String) -> Bisection {
    var search = Bisection(graph, probability: settings.probability)
    failures = [:]
    for (place, commit) in graph.commits.enumerated() {
      let logarithms = measuring.logarithms(of: commit.short, story)
      search.add(logarithms, of: place)
      if let failure = measuring.failure(of: commit.short, story, hasValues: !logarithms.isEmpty) {
        failures[place] = failure
        search.skip(place)
      }
    }
    return search
  }

  private mutating func visit(_ found: Commit, _ story: String, pairs: Int) async throws -> Bool {
    let commit = found == history.commits.last ? bad : found
    do {
      let driver = try await builds.make(commit)
      if found != history.commits.last, !measuring.hasRun(of: commit.short, story),
        let end = try await equalEnds?.end(like: driver, story)
      {
        take(commit, as: end)
        return true
      }
      try measuring.recorder.take(driver.record)
      return try measuring.measure(driver, [story], pairs: pairs)
    } catch is CancellationError {
      return false
    } catch let error as BuildError {
      try skip(commit, since: error, story)
    } catch let error as RevisionError {
      switch error {
      case .noFolder, .noSubmodules, .outside: try skip(commit, since: error, story)
      default: throw error
      }
    }
    return true
  }

  /// Removes commits that can't be the culprit, because a commit is the same as an end.
  private mutating func take(_ commit: Commit, as end: EqualEnds.End) {
    switch end {
    case .good: history = history.after(commit)
    case .bad:
      history = history.upTo(commit)
      measuring.standsIn = (commit.short, for: bad.short)
    }
  }

  private func skip(_ commit: Commit, since error: any Error, _ story: String) throws {
    let revision = Revision(
      commit: commit.hash, branch: nil, committedAt: commit.authoredAt, isDirty: false)
    try measuring.recorder.take(
      BuildRecord(name: commit.short, recipe: "not built", revision: revision))
    try measuring.note(commit, notBuilt: error, story)
  }
}
