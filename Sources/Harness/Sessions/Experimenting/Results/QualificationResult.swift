import Analysis
import Foundation
import Recording
import Scenarios
import Store

/// The result of comparing a build with itself.
public struct QualificationResult: Sendable {
  /// The experiment's analysis.
  public let analysis: ExperimentAnalysis
  /// The qualification of the machine.
  public let qualification: Qualification
  /// The outcome.
  public var outcome: Outcome { qualification.outcome }

  /// Examines the measurements, at any time, with earlier ones of the same machine from the store; nil if the
  /// experiment was not made to qualify a machine.
  public init?(_ analysis: ExperimentAnalysis, in store: ResultStore) throws {
    guard analysis.experiment.decision?.purpose == .qualification,
      let qualification = try Qualification(
        analysis,
        earlier: try StoredQualification(store: store).earlier(
          than: analysis, gates: analysis.experiment.gates, among: store.experiments()),
        gates: analysis.experiment.gates)
    else { return nil }
    self.analysis = analysis
    self.qualification = qualification
  }

  /// Other findings. Both sides are the same program on purpose, and the outcome says how pairs were made.
  public var findings: [Finding] {
    analysis.findings.filter {
      switch $0 {
      case .identicalBuilds, .arrangement: false
      default: true
      }
    }
  }
}

/// Finds what a store knows about an experiment's machine.
struct StoredQualification {
  let store: ResultStore

  /// Returns whether the machine was qualified for a comparison's scenario and stories, and is unchanged.
  func state(for analysis: ExperimentAnalysis) throws -> QualificationState {
    let comparison = analysis.experiment
    let gates = try comparison.gates
    var outdated: QualificationState.Outdated?
    let experiments = try store.experiments()
    for candidate in experiments.reversed() where try serves(candidate, comparison) {
      guard let number = candidate.number, let then = candidate.environment,
        let now = comparison.environment
      else { continue }
      let differences = now.differences(from: then).map(\.description)
      if !differences.isEmpty {
        outdated = outdated ?? .init(experiment: number, differences: differences)
        continue
      }
      let qualification = try store.analysisToJudge(candidate, by: gates)
      // A machine that does well with one pair at a time may not with two.
      if !Self.storiesAtOnce(qualification).isSuperset(of: Self.storiesAtOnce(analysis)) {
        outdated = outdated ?? .init(experiment: number, differences: [Self.onlySingle])
        continue
      }
      let drifts = try CellDrift.all(analysis, since: qualification, gates: gates)
      if !drifts.isEmpty { return .drifted(experiment: number, cells: drifts) }
      // Exchanged sides take seconds, and disqualify no machine: the exact test of ranks, which must agree, keeps its
      // level under exchanges, whatever the pairs.
      let result = try Qualification(
        qualification,
        earlier: try earlier(than: qualification, gates: gates, among: experiments), gates: gates,
        flippedRuns: 0)
      return result?.isQualified ?? true
        ? .valid(experiment: number)
        : .unfit(experiment: number, advice: result?.advice.filter(\.isBad) ?? [])
    }
    return .missing(outdated: outdated)
  }

  /// The time between qualifications that makes them count as made at different times: a disturbance of
  /// minutes affects two consecutive ones alike.
  static let differentTimes = 3_600.0

  /// The earlier qualifications of the same machine with the same build, in the same way and at other times;
  /// the latest ten at most, oldest first, with what the gates judge.
  func earlier(
    than analysis: ExperimentAnalysis, gates: [Gate], among known: [Experiment]
  ) throws -> [ExperimentAnalysis] {
    let own = analysis.experiment
    guard let number = own.number, let machine = own.environment else { return [] }
    let atOnce = Self.storiesAtOnce(analysis)
    let stories = Set(own.stories.map(\.name))
    var found: [ExperimentAnalysis] = []
    var last = own.startedAt
    for candidate in known.reversed() {
      guard found.count < 10, candidate.number.map({ $0 < number }) ?? false,
        try serves(candidate, own), Self.haveSameBuild(candidate, own),
        candidate.environment.map({ machine.differences(from: $0).isEmpty }) ?? false,
        last.timeIntervalSince(candidate.startedAt) >= Self.differentTimes
      else { continue }
      let analysis = try store.analysisToJudge(candidate, by: gates)
      guard Self.storiesAtOnce(analysis).intersection(stories) == atOnce else { continue }
      found.append(analysis)
      last = candidate.startedAt
    }
    return found.reversed()
  }

  /// The stories of which a pair was made beside another's.
  private static func storiesAtOnce(_ analysis: ExperimentAnalysis) -> Set<String> {
    Set(analysis.runs.filter { ($0.arrangement?.pairs ?? 1) > 1 }.map(\.story))
  }

  /// The difference of a qualification of single pairs, in words.
  private static let onlySingle = "one pair at a time, and two were made at once now"

  /// Without a checksum, as for a command of several words, the recipe is compared.
  private static func haveSameBuild(_ one: Experiment, _ other: Experiment) -> Bool {
    guard let first = one.builds.first, let second = other.builds.first else { return false }
    return first.sha256 == second.sha256 && (first.sha256 != nil || first.recipe == second.recipe)
  }

  private func serves(_ candidate: Experiment, _ comparison: Experiment) throws -> Bool {
    guard candidate.decision?.purpose == .qualification, candidate.completedAt != nil else {
      return false
    }
    // A scenario that this version can't read is not one that is compared now.
    guard let scenario = try? candidate.storedScenario else { return false }
    return try scenario.name == comparison.storedScenario.name
      && Set(candidate.stories.map(\.name)).isSuperset(of: comparison.stories.map(\.name))
  }
}
