import Building
import DriverProtocol
import Recording
import Running
import Scenarios
import SystemPackage

/// Finds the stories of a scenario that a revision does not know, so that it can't be compared by them; and what only
/// the revision's own scenario checks.
///
/// If a revision's scenario lacks a story, its program may still do what the story asks for. So the story is
/// replayed there, and is new only if that fails twice.
struct EarlierScenario {
  private let file: ScenarioFile
  private let revision: Revision
  private let name: String
  /// The revision's own scenario, nil if it lacks it. If it can't be read, that of now: it may have all stories, and
  /// a new story is not compared.
  private let own: Scenario?

  /// Reads the scenario of a revision, with the revision's name as the user gave it.
  init(_ file: ScenarioFile, at commit: String, named name: String, by builder: any Builder)
    async throws
  {
    let earlier = try await builder.earlier(
      file.folder.appending(file.path.lastComponent.map { [$0] } ?? []), at: commit)
    self.file = file
    self.name = name
    revision = earlier.revision
    own = earlier.text.map { text in
      let own = try? ScenarioParser.parse(text, file: "\(file.path)", allowingUnrecorded: true)
      return own ?? file.scenario
    }
  }

  /// A substitute for the driver that the revision lacks.
  var absentDriver: BuiltDriver {
    let recipe = "none: the scenario is new"
    return BuiltDriver(
      record: BuildRecord(name: name, recipe: recipe, revision: revision), commands: [])
  }

  /// All stories, if building the revision's driver failed because the scenario is newer; nil if the failure
  /// is a real one.
  func allStories(since error: any Error) -> Decision.NewStories? {
    switch error {
    case RevisionError.noFolder(let folder, _):
      all(since: "the revision '\(name)' has no folder '\(folder)'")
    case is BuildError where own == nil:
      all(since: "the revision '\(name)' does not have the scenario, and can't be built for it")
    default: nil
    }
  }

  /// The checks that only the revision's own scenario makes; nil if there are none. Stories are not missed if the user
  /// selected some.
  var dropped: Decision.DroppedChecks? {
    guard let own else { return nil }
    let lacking =
      file.selectedStories == nil
      ? own.stories.map(\.name).filter { file.scenario.story(named: $0) == nil } : []
    let gates = file.scenario.looserGates(
      than: own, for: selected.filter { own.story(named: $0) != nil })
    return lacking.isEmpty && gates.isEmpty
      ? nil : Decision.DroppedChecks(stories: lacking, looserGates: gates)
  }

  /// The commands of the stories that the revision has, and the others; nil if it has none or all, or if a
  /// driver replays them.
  var commandsOfKnownStories: (commands: [StepCommand], new: Decision.NewStories)? {
    let new = selected.filter { !isKnown($0) }
    let known = file.scenario.stories.filter { isKnown($0.name) }
    guard file.scenario.isOfCommands, !new.isEmpty, !known.isEmpty else { return nil }
    let all = known.flatMap(file.scenario.prerequisites) + known
    return (
      all.flatMap(\.steps).compactMap(\.command),
      Decision.NewStories(
        names: new, areAll: new == selected,
        reason: "the revision '\(name)' has no such story, and can't be built for it")
    )
  }

  /// The stories that the revision neither has nor can replay; nil if there are none.
  /// - Throws: `CancellationError` if the user asked to stop.
  func newStories(
    replayedBy driver: BuiltDriver, on machine: Environment, _ equipment: Equipment
  ) throws -> Decision.NewStories? {
    var failed: Set<String> = []
    for story in selected.filter({ !isKnown($0) }) {
      if equipment.interruption.isRaised { throw CancellationError() }
      let executor = try equipment.executors.alone(
        ReplaySubject(file.keeping([story]), MadeBuilds([driver]), on: machine), counting: nil,
        isWatched: false)
      let plan = RunPlan(stories: [story], builds: [driver.record.name], rounds: 2, seed: 0)
      // One failure may be chance.
      let hasFailed = try plan.runs.allSatisfy { run in
        let failure = executor.execute(run).failure
        if failure?.reason == .interrupted { throw CancellationError() }
        return failure != nil && failure?.reason != .notMeasured
      }
      if hasFailed { failed.insert(story) }
    }
    guard !failed.isEmpty else { return nil }
    let reason = "the revision '\(name)' has no such story, and can't replay it"
    if failed.count == selected.count { return all(since: reason) }
    return Decision.NewStories(
      names: selected.filter(failed.contains), areAll: false, reason: reason)
  }

  /// Returns whether the revision's scenario has a story and all its prerequisites.
  private func isKnown(_ name: String) -> Bool {
    guard let own, let story = file.scenario.story(named: name) else { return false }
    return ([story] + file.scenario.prerequisites(of: story)).allSatisfy {
      own.story(named: $0.name) != nil
    }
  }

  private func all(since reason: String) -> Decision.NewStories {
    Decision.NewStories(names: selected, areAll: true, reason: reason)
  }

  private var selected: [String] { file.replayedStories.map(\.name) }
}
