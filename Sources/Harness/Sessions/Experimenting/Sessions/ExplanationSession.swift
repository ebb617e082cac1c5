import Analysis
import Building
import Metrics
import Recording
import Scenarios
import Statistics
import Store

/// Measures a baseline and a candidate in profiled pairs, and finds the functions that account for their
/// difference.
public struct ExplanationSession: Sendable {
  /// The two sides.
  public enum Sides: Sendable {
    case comparison(ComparisonChoice)
    /// A build and a copy of it, to see what the profiler itself shows without a difference.
    case copies(of: String?)
    /// A single build, to see who allocates in it.
    case alone(String?)
  }

  private let file: ScenarioFile
  private let sides: Sides
  private let settings: ComparisonSettings
  private let store: ResultStore
  private let equipment: Equipment

  /// The default number of pairs: 20 show functions that account for a twentieth of a change of 2 %, if the
  /// story takes half a second.
  public static let usualPairs = 20

  /// A session.
  public init(
    _ file: ScenarioFile, _ sides: Sides, _ settings: ComparisonSettings, store: ResultStore,
    _ equipment: Equipment
  ) {
    self.file = file
    self.sides = sides
    self.settings = settings
    self.store = store
    self.equipment = equipment
  }

  /// Builds, profiles and stores; returns the measurements of each candidate, the last one interrupted if the
  /// user asked to stop. A commit that the comparison to explain measured is built again.
  /// - Throws: `RunningError`; see ``ComparisonSession``; ``Refusal`` if there are too few pairs, if only services
  ///   allocate, or if files are no longer what was measured.
  public func carryOut(
    in call: SessionCall, explaining comparison: ExplainableComparison? = nil
  ) async throws -> [ExperimentAnalysis] {
    try requirePairs()
    if !settings.explained.isExplainedByProfiles, file.scenario.isOfRequests {
      throw Refusal.countsOfServices(settings.explained)
    }
    // Includes the profiles of runs from before an interruption.
    return try await measure(in: call, explaining: comparison).map { try store.withProfiles($0) }
  }

  /// Refuses too few pairs to show anything for this many stories.
  private func requirePairs() throws {
    let stories = file.replayedStories.count
    let needed = SignFlipFamily.fewestPairs(alpha: Explanation.alpha / Double(max(1, stories)))
    if settings.explained.isExplainedByProfiles, let pairs = settings.pairsGiven, pairs < needed {
      throw Refusal.tooFewPairs(pairs, needed: needed, stories: stories)
    }
  }

  private func measure(
    in call: SessionCall, explaining comparison: ExplainableComparison?
  ) async throws -> [ExperimentAnalysis] {
    let budget = TimeBudget(settings.timeLimit)
    switch sides {
    case .comparison(let choice):
      let now = await equipment.revision(of: file.folder)
      var again = comparison?.measured(choice, now)
      if let commit = comparison?.snapshot?.commit,
        (try? await equipment.builder.earlier(file.path, at: commit)) == nil
      {
        // Git has removed it. The files as they are may still be the same.
        again = nil
      }
      if again != nil, let comparison {
        equipment.note(
          SessionNote.builtAgain(comparison.experiment, withNewFiles: comparison.snapshot != nil))
      }
      var settings = settings
      // Git may have removed that of changed files, too. Each side then has its own.
      if let harness = comparison?.experiment.decision?.harness, let commit = harness.commit,
        (try? await equipment.builder.earlier(file.path, at: commit)) != nil
      {
        (settings.harness, settings.harnessCommit) = (harness.source, commit)
      }
      let session = try ComparisonSession(
        file, again ?? choice, settings, for: .explanation, store: store, equipment)
      return try await session.carryOut(in: call) { builds, harness in
        if let files = harness?.differing, !files.isEmpty {
          equipment.note(SessionNote.driverChanged(files))
        }
        guard let note = try comparison?.note(file.text, builds, now) else { return }
        equipment.note(note)
      } each: { _ in
      }.map(\.analysis)
    case .alone(let name), .copies(let name):
      let measuring = try PairedMeasuring(
        file, settings, for: .explanation, store: store, equipment)
      let revision = await equipment.revision(of: file.folder)
      let request = BuildRequest(.builds([try file.build(name)]), layouts: file.scenario.layouts)
      let driver = try await equipment.make(request, in: file.folder, within: budget).drivers[0]
      let twin: DriverTwin? =
        if case .copies = sides {
          DriverTwin(of: driver, named: Decision.copy(of: driver.record.name))
        } else {
          nil
        }
      defer { twin?.remove() }
      if twin?.isCopy == false { equipment.note(SessionNote.noTwin) }
      return [
        try measuring.measure(
          twin?.driver ?? driver, against: driver, at: revision, within: budget, in: call, part: 1,
          of: 1)
      ]
    }
  }
}

/// The stories of a stored comparison in which a metric changed, usually CPU time, and how both sides were
/// made; for a search for a commit, the story that found it.
public struct ExplainableComparison: Sendable {
  /// The experiment.
  public var experiment: Experiment
  /// The call that made it.
  public let invocation: Invocation
  /// The stories in which the metric regressed or improved, in order; all if the metric was not judged.
  public let stories: [String]

  /// Finds a comparison to explain in a store, by its number or name; nil for the last complete one.
  /// - Throws: ``Refusal`` if there is none or it can't be explained; `StoreError`, and errors of judging.
  public init(_ reference: String?, metric: Metric = .cpuTime, in store: ResultStore) throws {
    let purposes: [Decision.Purpose] = [.comparison, .check, .strictCheck]
    func isComparison(_ experiment: Experiment) -> Bool {
      experiment.source == .replay && experiment.invocation != nil
        && experiment.completedAt != nil && experiment.decision?.saved == nil
        && experiment.decision.map { purposes.contains($0.purpose) } ?? false
    }
    let found =
      if let reference { try store.experiment(reference) } else {
        try store.experiments().last(where: isComparison)
      }
    guard let experiment = found else { throw Refusal.nothingCompared }
    guard isComparison(experiment), let invocation = experiment.invocation else {
      throw Refusal.notExplainable(experiment)
    }
    self.experiment = experiment
    self.invocation = invocation
    if let culprit = experiment.decision?.culprit {
      stories = [culprit.story]
      return
    }
    // With steps, as the comparison judged them: ungated cells are judged together with them.
    let analysis = ExperimentAnalysis(experiment, runs: try store.runsWithSteps(of: experiment))
    guard let judged = try JudgedExperiment(analysis) else {
      throw Refusal.notExplainable(experiment)
    }
    let cells = (judged.judgement.gated + judged.judgement.others)
      .filter {
        // The CPU time of services is explained together with their driver's.
        $0.name.metric == metric || metric == .cpuTime && $0.name.metric.ofDriver == metric.ofDriver
      }
    let changed = cells.filter { cell in
      [.regressed, .improved].contains(cell.outcome.result?.verdict)
    }.map(\.name.story)
    // Allocations and waiting are measured only if a gate needs them.
    stories = analysis.stories.filter { story in
      changed.contains(story) || metric != .cpuTime && !cells.contains { $0.name.story == story }
    }
  }

  private var candidate: BuildRecord? {
    experiment.builds.first { $0.name == experiment.decision?.candidate }
  }

  /// The commit, on no branch, that was made of the measured files because new ones were among them, which the
  /// experiment's own revision does not show; nil if there were none. Git keeps it for some weeks.
  var snapshot: Revision? {
    guard experiment.revision?.isDirty == false, let made = candidate?.revision, made.isDirty
    else { return nil }
    return made
  }

  /// Returns what was measured, if the files are now another commit's; nil if they are what should be built.
  /// `choice` has both sides as its call named them; `now` is the commit of the files.
  public func measured(_ choice: ComparisonChoice, _ now: Revision?) -> ComparisonChoice? {
    guard case .revision(let baseline, let build) = choice, let measured = experiment.revision,
      !measured.isDirty, now?.commit != measured.commit || now?.isDirty == true
    else { return nil }
    return .revisions(baseline: baseline, candidate: (snapshot ?? measured).commit, build: build)
  }

  /// Returns a sentence naming what changed since the comparison, or nil, by the scenario's text, the builds
  /// and the commit of the files. Builds of one commit may differ, for example by their build times.
  /// - Throws: ``Refusal`` if a build is of other files.
  public func note(_ scenario: String, _ builds: [BuildRecord], _ now: Revision?) throws -> String?
  {
    let built = Dictionary(builds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let changes = experiment.builds.compactMap { build in built[build.name].map(build.changes) }
      .flatMap(\.self)
    var isSameCommit =
      experiment.revision.map { !$0.isDirty && $0.commit == now?.commit && now?.isDirty == false }
      ?? false
    // Neither revision shows new files, but what both sides were built of does.
    if let then = snapshot {
      isSameCommit = built[candidate?.name ?? ""]?.revision?.commit == then.commit
    }
    // The candidate is of the files in place; with two revisions its name differs for each commit.
    let ofWorkTree = experiment.builds.filter {
      $0.revision == nil || $0.name == experiment.decision?.candidate
    }.compactMap { build in
      built[build.name].map(build.changes)
    }.flatMap(\.self)
    if !isSameCommit, !ofWorkTree.isEmpty {
      throw Refusal.notWhatWasMeasured(experiment, ofWorkTree)
    }
    let all = experiment.changes(toScenario: scenario) + changes
    if !all.isEmpty { return SessionNote.notWhatWasMeasured(experiment, all) }
    // The records have no hashes of steps' programs.
    let isKnown = experiment.builds.allSatisfy { build in
      build.revision != nil || build.sha256 != nil || build.files?.isEmpty == false
    }
    return isSameCommit || isKnown ? nil : SessionNote.maybeNotWhatWasMeasured(experiment)
  }
}
