import Analysis
import Building
import DriverProtocol
import Metrics
import Recording
import Running
import Scenarios
import Store

/// Measures candidates against a baseline in pairs, one experiment for each, stores every run, and judges.
public struct ComparisonSession: Sendable {
  private let file: ScenarioFile
  private let subjects: ComparisonSubjects
  private let purpose: Decision.Purpose
  private let usesProof: Bool
  private let allowedShared: [String]
  private let recordsInputs: Bool
  private let harness: (name: String, commit: String?)?
  private let measuring: PairedMeasuring
  private let store: ResultStore

  /// The number of candidates; each has an experiment.
  public var candidates: Int { subjects.count - 1 }

  /// Creates a session for a purpose, which determines whether verdicts fail; it only reads the machine.
  /// - Throws: ``Refusal`` if the file has no such builds or the processor's counters can't be used,
  ///   `RunningError` if a counter or profiler is missing, `SamplingError` if the machine can't be read.
  public init(
    _ file: ScenarioFile, _ choice: ComparisonChoice, _ settings: ComparisonSettings,
    for purpose: Decision.Purpose, store: ResultStore, _ equipment: Equipment
  ) throws {
    self.file = file
    self.purpose = purpose
    self.store = store
    usesProof = settings.usesProof
    allowedShared = settings.allowedShared
    recordsInputs = settings.recordsInputs
    harness = settings.harness.map { ($0, settings.harnessCommit) }
    subjects = try ComparisonSubjects(choice, of: file)
    measuring = try PairedMeasuring(file, settings, for: purpose, store: store, equipment)
  }

  /// Builds, measures, stores and judges each candidate; the last result is interrupted if the user asked to
  /// stop. Before anything is measured, `check` receives the builds and how their harnesses differ, and `examine` the
  /// inputs of both sides if they were recorded; both may refuse. `each` receives each result before the next
  /// candidate is measured.
  /// - Throws: `CancellationError` if the user asked to stop before the first run, ``Refusal`` if a revision does
  ///   not build, and errors of building, measuring, storing, `check`, `examine` and `each`.
  public func carryOut(
    in call: SessionCall,
    checking check: ([BuildRecord], HarnessFinding?) throws -> Void = { _, _ in },
    examining examine: (InputComparison) throws -> Void = { _ in },
    each: (JudgedExperiment) throws -> Void
  ) async throws -> [JudgedExperiment] {
    let budget = TimeBudget(measuring.timeLimit)
    // A branch may have moved since.
    let subjects = subjects.fixed(at: call.experiment()?.builds.map(\.revision?.commit) ?? [])
    // Before building: the builds are of the repository's current content.
    let revision = await measuring.equipment.revision(of: file.folder)
    let earlier = try await subjects.earlier(file, by: measuring.equipment.builder)
    let (builds, new) = try await make(
      subjects, earlier, within: budget,
      with: harness.map { name, known in
        // A branch may have moved since.
        let commit = call.experiment()?.decision?.harness?.commit ?? known
        return subjects.harness(name, at: commit)
      })
    // No other process may overwrite the executables before all are measured.
    defer { withExtendedLifetime(builds) {} }
    do {
      try check(builds.drivers.map(\.record), builds.harness)
      let results = try await measure(
        builds, earlier, new: new, at: revision, within: budget, in: call, examining: examine,
        each: each)
      await builds.putAway()
      return results
    } catch {
      await builds.putAway()
      throw error
    }
  }

  private func measure(
    _ builds: MadeBuilds, _ earlier: EarlierScenario?, new: Decision.NewStories?,
    at revision: Revision?, within budget: TimeBudget?, in call: SessionCall,
    examining examine: (InputComparison) throws -> Void, each: (JudgedExperiment) throws -> Void
  ) async throws -> [JudgedExperiment] {
    var results: [JudgedExperiment] = []
    let known = usesProof ? builds.proof : nil
    let isMade = builds.drivers.count > candidates
    let baseline = isMade ? builds.drivers[0] : earlier?.absentDriver ?? builds.drivers[0]
    var new = new
    if new == nil, known == nil {
      new = try earlier?.newStories(
        replayedBy: baseline, on: measuring.machine, measuring.equipment)
    }
    let stage = InputStage(
      file: file, machine: measuring.machine,
      equipment: try measuring.equipment.within(budget?.share(0.5)), allowed: allowedShared)
    let compared = file.replayedStories.map(\.name).filter { new?.names.contains($0) != true }
    let replays =
      known == nil && isMade && recordsInputs ? try replay(compared, of: builds, by: stage) : nil
    let candidateDrivers = builds.drivers.suffix(candidates)
    for (index, candidate) in candidateDrivers.enumerated() {
      var proof = known
      let inputs =
        if let replays {
          try await stage.result(
            replays, of: builds, candidate: index + 1, judgedByWork: storiesJudgedByWork)
        } else {
          InputStage.Result?.none
        }
      if measuring.equipment.interruption.isRaised, inputs != nil { throw CancellationError() }
      if let inputs { try examine(inputs.comparison) }
      // A new story is not part of the comparison.
      if usesProof, new == nil { proof = proof ?? inputs?.proof }
      let storyProofs = usesProof && proof == nil ? inputs?.storyProofs ?? [:] : [:]
      let analysis = try measuring.measure(
        candidate, against: baseline, at: revision,
        candidates: candidateDrivers.map(\.record.name),
        proof: proof, storyProofs: storyProofs, inputs: inputs, newStories: new,
        dropped: earlier?.dropped, harness: builds.harness,
        sameCode: sameCode(inputs, builds, baseline, candidate, place: index + 1),
        ancestry: await ancestry(of: candidate, since: baseline, at: revision),
        within: budget?.share(1 / Double(candidates - index)), in: call,
        part: index + 1, of: candidates)
      guard var result = try JudgedExperiment(analysis) else { continue }
      let isMeasured = !analysis.experiment.measured(for: []).stories.isEmpty
      let isWhole = analysis.experiment.partition == nil
      if purpose.isCheck, result.outcome != .interrupted, isMeasured, isWhole {
        result.qualification = try StoredQualification(store: store).state(for: analysis)
        result.trends = try store.trends(of: result)
      }
      results.append(result)
      try each(result)
      if result.outcome == .interrupted { break }
    }
    return results
  }

  /// The stories that need not be measured if they are proven to do the same work. A comparison that is no check
  /// shows what moved code costs, too; several machines measure all stories.
  private var storiesJudgedByWork: Set<String> {
    guard usesProof, purpose.isCheck, measuring.settings.part == nil else { return [] }
    return file.scenario.storiesJudgedByWork
  }

  /// The inputs of both sides' stories, or that they are not known, because the time was up; nil if there is no
  /// recorder.
  private func replay(
    _ stories: [String], of builds: MadeBuilds, by stage: InputStage
  ) throws -> InputStage.Replays? {
    let start = ContinuousClock.now
    var made = (done: 0, all: 0)
    do {
      return try stage.replay(stories, of: builds) { made = (done: $0, all: $1) }
    } catch let stopped as CancellationError {
      if measuring.equipment.interruption.isRaised { throw stopped }
      if measuring.settings.mustDecide, let limit = measuring.timeLimit {
        let time = ContinuousClock.now - start
        let missing: Duration? =
          made.done > 0 ? time * (Double(made.all) / Double(made.done) - 1) : nil
        // They have half of the time.
        throw Refusal.noTimeForInputs(limit, enough: missing.map { limit + $0 * 2 })
      }
      return stage.untraced(builds, because: SessionNote.noTimeForInputs)
    }
  }

  /// The commits that the candidate has and the baseline does not.
  private func ancestry(
    of candidate: BuiltDriver, since baseline: BuiltDriver, at revision: Revision?
  ) async -> [String]? {
    guard let commit = candidate.record.revision?.commit ?? revision?.commit else { return nil }
    return await measuring.equipment.builder.ancestry(
      of: commit, without: baseline.record.revision?.commit, in: file.folder)
  }

  /// The stories that run the same machine code on both sides; `place` is the candidate's among the sides.
  private func sameCode(
    _ inputs: InputStage.Result?, _ builds: MadeBuilds, _ baseline: BuiltDriver,
    _ candidate: BuiltDriver, place: Int
  ) -> [String] {
    if let records = inputs?.records, let sides = builds.inputs?.sides, !records.isEmpty,
      sides.count > place
    {
      return SameCode.stories(records, of: [sides[0], sides[place]])
    }
    // Command steps run their own programs.
    guard !file.scenario.isOfCommands, SameCode.isOneProgram(baseline.record, candidate.record)
    else { return [] }
    return file.scenario.stories.map(\.name)
  }

  /// Builds both sides. If the scenario is new at the baseline's revision, only the candidate; if stories are
  /// new there, the baseline without their programs. `earlier` is the scenario at that revision; nil if
  /// builds are compared. Without a harness, each side uses its own.
  private func make(
    _ subjects: ComparisonSubjects, _ earlier: EarlierScenario?, within budget: TimeBudget?,
    with harness: HarnessSource?
  ) async throws -> (builds: MadeBuilds, new: Decision.NewStories?) {
    do {
      return (try await make(subjects.sources(), harness, budget), nil)
    } catch {
      guard let earlier else { throw refusal(of: error) }
      // If the candidate can't be built, that shows now.
      do {
        if let new = earlier.allStories(since: error) {
          return (try await make(subjects.candidate, nil, budget), new)
        }
        if error is BuildError, let (known, new) = earlier.commandsOfKnownStories {
          return (try await make(subjects.sources(baselineSteps: known), harness, budget), new)
        }
      } catch {
        throw refusal(of: error)
      }
      throw refusal(of: error)
    }
  }

  private func refusal(of error: any Error) -> any Error {
    guard subjects.areRevisions, let error = error as? BuildError else { return error }
    return Refusal.unbuiltRevision(error)
  }

  private func make(
    _ sources: BuildRequest.Sources, _ harness: HarnessSource?, _ budget: TimeBudget?
  ) async throws -> MadeBuilds {
    // Budgets are measured even if both sides are equal.
    let hasBudgets = file.scenario.gatesInForce.contains(where: \.isBudget)
    return try await measuring.equipment.make(
      BuildRequest(
        sources, layouts: file.scenario.layouts, skippingProven: usesProof && !hasBudgets,
        recordingInputs: recordsInputs, harness: harness),
      in: file.folder, within: budget)
  }
}
