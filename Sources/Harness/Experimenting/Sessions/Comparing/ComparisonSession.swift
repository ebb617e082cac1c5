import Analysis
import Building
import Metrics
import DriverProtocol
import Recording
import Running
import Scenarios
import Store

/// Measures candidates against a baseline in pairs, each in an experiment of its own, stores every
/// run, and judges.
public struct ComparisonSession: Sendable {
  private let file: ScenarioFile
  private let subjects: ComparisonSubjects
  private let purpose: Decision.Purpose
  private let usesProof: Bool
  private let allowedShared: [String]
  private let recordsInputs: Bool
  private let harness: String?
  private let measuring: PairedMeasuring
  private let store: ResultStore

  /// The number of candidates, each of which makes an experiment.
  public var candidates: Int { subjects.count - 1 }

  /// A session; no more than reading the machine is done.
  /// - Parameter purpose: what it is for, which says whether verdicts fail.
  /// - Throws: ``Refusal`` where the file has no such builds, and where the machine can't be read.
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
    harness = settings.harness
    subjects = try ComparisonSubjects(choice, of: file)
    measuring = try PairedMeasuring(
      file, settings, for: purpose, store: store, equipment)
  }

  /// Builds, measures, stores and judges.
  /// - Parameters:
  ///   - call: the call that it is measured for.
  ///   - each: is handed each candidate's result before the next is measured. The last one is
  ///     interrupted where the user asked to stop.
  /// - Throws: ``Interrupted`` where that was before the first run, ``Refusal`` where a revision does
  ///   not build, and what building, measuring, storing and `each` throw.
  public func carryOut(
    in call: SessionCall, each: (JudgedExperiment) throws -> Void
  ) async throws -> [JudgedExperiment] {
    let budget = TimeBudget(measuring.timeLimit)
    // A branch may have gone on since.
    let subjects = subjects.fixed(at: call.experiment()?.builds.map(\.revision?.commit) ?? [])
    // Before the builds are made: they are of what the repository holds now.
    let revision = await measuring.equipment.revision(of: file.folder)
    let earlier = try await subjects.earlier(file, by: measuring.equipment.builder)
    let (builds, new) = try await make(
      subjects, earlier, within: budget,
      with: harness.map { name in
        // A branch may have gone on since.
        let commit = call.experiment()?.decision?.harness?.commit
        return subjects.harness(name, at: commit)
      })
    // No other process may build over the executables before the last of them was measured.
    defer { withExtendedLifetime(builds) {} }
    do {
      let results = try await measure(
        builds, earlier, new: new, at: revision, within: budget, in: call, each: each)
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
    each: (JudgedExperiment) throws -> Void
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
      file, on: measuring.machine, try measuring.equipment.within(budget?.share(0.5)),
      allowing: allowedShared)
    let compared = file.scenario.stories.filter(file.isSelected).map(\.name)
      .filter { new?.names.contains($0) != true }
    let replays =
      known == nil && isMade && recordsInputs ? try replay(compared, of: builds, by: stage) : nil
    let candidateDrivers = builds.drivers.suffix(candidates)
    for (index, candidate) in candidateDrivers.enumerated() {
      var proof = known
      let inputs =
        if let replays {
          try await stage.result(replays, of: builds, candidate: index + 1)
        } else {
          InputStage.Result?.none
        }
      // A story that is new is no part of what was compared.
      if usesProof, new == nil { proof = proof ?? inputs?.proof }
      let analysis = try measuring.measure(
        candidate, against: baseline, at: revision, candidates: candidates,
        proof: proof, inputs: inputs, newStories: new, harness: builds.harness,
        sameCode: sameCode(inputs, builds, baseline, candidate, place: index + 1),
        ancestry: await ancestry(of: candidate, since: baseline, at: revision),
        within: budget?.share(1 / Double(candidates - index)), in: call,
        part: index + 1, of: candidates)
      guard var result = try JudgedExperiment(analysis) else { continue }
      let isMeasured = proof == nil && new?.areAll != true
      let isWhole = analysis.experiment.partition == nil
      if purpose.isCheck, result.outcome != .interrupted, isMeasured, isWhole {
        result.qualification = try StoredQualification(store: store).state(for: analysis)
      }
      results.append(result)
      try each(result)
      if result.outcome == .interrupted { break }
    }
    return results
  }

  /// What the stories of both sides read; nil where the time was up before all of it was known.
  private func replay(
    _ stories: [String], of builds: MadeBuilds, by stage: InputStage
  ) throws -> InputStage.Replays? {
    do {
      return try stage.replay(stories, of: builds)
    } catch let stopped as Interrupted {
      if measuring.equipment.interruption.isRaised { throw stopped }
      measuring.equipment.note(SessionNote.noTimeForInputs)
      return nil
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

  /// The stories that run the same machine code on both sides.
  /// - Parameter place: the candidate's among the sides.
  private func sameCode(
    _ inputs: InputStage.Result?, _ builds: MadeBuilds, _ baseline: BuiltDriver,
    _ candidate: BuiltDriver, place: Int
  ) -> [String] {
    if let records = inputs?.records, let sides = builds.inputs?.sides, !records.isEmpty,
      sides.count > place
    {
      return SameCode.stories(records, of: [sides[0], sides[place]])
    }
    // Steps that are commands run programs of their own.
    guard !file.scenario.isOfCommands, SameCode.isOneProgram(baseline.record, candidate.record)
    else { return [] }
    return file.scenario.stories.map(\.name)
  }

  /// Makes both sides; of a scenario that is new at the baseline's revision the candidate alone, and of
  /// stories that are new there the baseline without their programs.
  /// - Parameters:
  ///   - earlier: the scenario at that revision; nil where builds are compared.
  ///   - harness: whose harness both sides are to have; nil for each its own.
  private func make(
    _ subjects: ComparisonSubjects, _ earlier: EarlierScenario?, within budget: TimeBudget?,
    with harness: HarnessSource?
  ) async throws -> (builds: MadeBuilds, new: Decision.NewStories?) {
    do {
      return (try await make(subjects.sources(), harness, budget), nil)
    } catch {
      guard let earlier else { throw refusal(of: error) }
      // Where it is the candidate that can't be made, that is found now.
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
    // Budgets are measured, however equal both sides are.
    let hasBudgets = file.scenario.gatesInForce.contains(where: \.isBudget)
    return try await measuring.equipment.make(
      BuildRequest(
        sources, layouts: file.scenario.layouts, skippingProven: usesProof && !hasBudgets,
        recordingInputs: recordsInputs, harness: harness),
      in: file.folder, within: budget)
  }
}

/// The two sides of a comparison, as a user names them.
public enum ComparisonChoice: Sendable {
  /// Builds of the scenario: all others with the first unless named.
  case builds(baseline: String?, candidates: [String])
  /// The files as they are now with those of a branch, tag or commit; the first build unless named.
  case revision(String, build: String?)
  /// The files as they were at one branch, tag or commit with those of another; the first build unless named.
  case revisions(baseline: String, candidate: String, build: String?)
  /// The files as they are now with executables that were kept.
  case anchor(Anchor, build: String?)
}

/// The builds of a comparison: a baseline, and those that are set against it.
private struct ComparisonSubjects {
  private let builds: [Build]
  /// The baseline's revision; nil where builds are compared.
  private let revision: String?
  /// The candidate's; nil for the files as they are now.
  private let candidateRevision: String?
  /// The commits that stand for both revisions; nil for those that they name now.
  private var commits: (baseline: String?, candidate: String?) = (nil, nil)
  private let anchor: Anchor?
  private let givenFiles: [String]

  var areRevisions: Bool { revision != nil }
  var count: Int { areRevisions ? 2 : builds.count }

  /// The name of the files as they are now.
  private static let workTree = "work-tree"

  init(_ choice: ComparisonChoice, of file: ScenarioFile) throws {
    givenFiles = file.scenario.textsOfGiven
    if case .revisions(_, let candidate, _) = choice {
      candidateRevision = candidate
    } else {
      candidateRevision = nil
    }
    switch choice {
    case .revision(let revision, let name), .revisions(let revision, _, let name):
      (self.revision, anchor) = (revision, nil)
      builds = [try file.build(name)]
    case .anchor(let anchor, let name):
      (revision, self.anchor) = (anchor.record.revision?.commit, anchor)
      builds = [try file.build(name ?? anchor.record.name)]
    case .builds(let name, let names):
      (revision, anchor) = (nil, nil)
      let baseline = try file.build(name)
      let candidates =
        names.isEmpty
        ? file.scenario.builds.filter { $0.name != baseline.name } : try names.map(file.build)
      if candidates.isEmpty { throw Refusal.oneBuild(in: file.path) }
      if candidates.contains(where: { $0.name == baseline.name }) {
        throw Refusal.comparedWithItself(baseline.name)
      }
      builds = [baseline] + candidates
    }
  }

  /// The same at the commits that the revisions named when it was begun.
  /// - Parameter commits: those of both sides; empty where it begins now.
  func fixed(at commits: [String?]) -> ComparisonSubjects {
    var fixed = self
    fixed.commits = (commits.first ?? nil, commits.dropFirst().first ?? nil)
    return fixed
  }

  /// The scenario as it was at the baseline's revision; nil where builds are compared.
  func earlier(
    _ file: ScenarioFile, by builder: any Builder
  ) async throws -> EarlierScenario? {
    guard let revision, let name else { return nil }
    return try await EarlierScenario(
      file, at: commits.baseline ?? revision, named: name, by: builder)
  }

  /// The revision's name in the experiment; nil where builds are compared.
  private var name: String? {
    // No branch's name has a space in it, so the two never are called the same.
    (anchor?.name ?? revision).map(Self.name)
  }

  private static func name(_ revision: String) -> String {
    if revision == workTree { return "revision \(revision)" }
    let isHash = revision.utf8.count >= 40 && revision.allSatisfy(\.isHexDigit)
    return isHash ? String(revision.prefix(10)) : revision
  }

  private var candidateSide: RevisionBuilder.Side {
    guard let candidateRevision else {
      return .init(
        builds[0], at: .workTree, as: Self.workTree, givenFiles: givenFiles)
    }
    return .init(
      builds[0], at: .named(commits.candidate ?? candidateRevision),
      as: Self.name(candidateRevision), givenFiles: givenFiles)
  }

  /// Whose harness both sides are to have.
  /// - Parameter commit: what the name stood for when the experiment was begun; nil if it begins now.
  func harness(_ name: String, at commit: String?) -> HarnessSource {
    let now: SourceState = name == Self.workTree ? .workTree : .named(name)
    return HarnessSource(name, at: commit.map { .named($0) } ?? now)
  }

  /// Where the candidate's sources are, of a comparison of revisions.
  var candidate: BuildRequest.Sources {
    .revisions([candidateSide])
  }

  /// Where the sources are, the baseline's first.
  /// - Parameter steps: the commands that the baseline is to have the programs of; nil for all.
  func sources(baselineSteps steps: [StepCommand]? = nil) -> BuildRequest.Sources {
    guard let revision, let name else { return .builds(builds) }
    var baseline = builds[0]
    if let steps { baseline.origin = .steps(steps.map { $0.resolved(by: baseline.variables) }) }
    return .revisions([
      .init(
        baseline, at: .named(commits.baseline ?? revision), as: name, anchor: anchor,
        givenFiles: givenFiles),
      candidateSide,
    ])
  }
}

/// The extent and the name of a comparison.
public struct ComparisonSettings: Sendable {
  /// Exactly so many pairs of each story; nil for as many as it takes.
  public var pairs: Int?
  /// The time limit of measuring; nil for as long as it takes.
  public var timeLimit: Duration?
  /// The number of runs of each side for anonymous memory alone.
  public var memoryRuns: Int
  /// Who counts instructions, and how often: of all stories where somebody asked, else of only those
  /// that need it.
  public var instructions: InstructionChoice
  /// The number of runs of each side that count allocations, of all stories; 0 for as many as gates need.
  public var allocationRounds: Int
  /// A Boolean value indicating whether instructions are counted where a small change in time may
  /// be the place of the code.
  public var checksLayout: Bool
  /// A Boolean value indicating whether a build that is proven to be the same at both revisions is not
  /// measured.
  public var usesProof: Bool
  /// A Boolean value indicating whether it is recorded what stories read.
  public var recordsInputs = true
  /// The paths that both sides may share although each should have its own.
  public var allowedShared: [String] = []
  /// Whose harness both revisions are to have, a revision or `work-tree`; nil for each its own.
  public var harness: String?
  /// The seed of the order of pairs; nil for any.
  public var seed: UInt64?
  /// The name of the experiment; nil for the scenario's name with the purpose.
  public var name: String?
  /// The part that this machine makes; nil where it makes all.
  public var part: PartChoice?
  /// The metric whose change an explanation explains.
  public var explained = Metric.cpuTime
  /// A Boolean value indicating whether the baseline is measured beside its own copy, too.
  public var hasControl = false

  /// Settings.
  public init(
    pairs: Int? = nil, timeLimit: Duration? = nil, memoryRuns: Int = 3,
    instructions: InstructionChoice = InstructionChoice(), allocationRounds: Int = 0,
    checksLayout: Bool = true, usesProof: Bool = true, seed: UInt64? = nil, name: String? = nil,
    part: PartChoice? = nil
  ) {
    self.pairs = pairs
    self.timeLimit = timeLimit
    self.memoryRuns = memoryRuns
    self.instructions = instructions
    self.allocationRounds = allocationRounds
    self.checksLayout = checksLayout
    self.usesProof = usesProof
    self.seed = seed
    self.name = name
    self.part = part
  }

  /// The number of pairs, where it is known before: parts can't wait for each other's results.
  var pairsGiven: Int? { pairs ?? (part == nil ? nil : PartChoice.usualPairs) }

  /// By which numbers it is judged.
  /// - Parameter comparisons: how many candidates share the chance of a false alarm.
  func rule(comparisons: Int) -> DecisionRule {
    var rule = pairsGiven == nil ? DecisionRule.adaptive : .standard
    // Bonferroni: over the candidates, and over the analyses that the plan of parts declares.
    rule.alpha /= Double(max(1, comparisons) * (part?.share.analyses.count ?? 1))
    return rule
  }
}

extension Decision.Purpose {
  /// A Boolean value indicating whether verdicts make the program fail.
  var isCheck: Bool { self == .check || self == .strictCheck }
}

extension Scenario {
  /// The texts that drivers are given, which may name files.
  fileprivate var textsOfGiven: [String] {
    let given = [fixture] + stories.flatMap(\.steps).map(\.arguments)
    return given.flatMap(\.values).flatMap(\.texts)
  }
}

extension Scalar {
  /// The text, or those of a list.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .bool, .integer, .number: []
    }
  }
}
