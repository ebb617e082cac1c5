import Analysis
import Recording
import Scenarios
import Statistics
import Store

/// Judges experiments combined from the parts of several machines.
public struct MergedComparison {
  /// One result for each candidate, in the order of the call.
  public let results: [JudgedExperiment]
  /// The first that was measured; nil if all are proven, which needs no quiet machine.
  public let measured: ExperimentAnalysis?
  /// The states of the machines' qualifications, grouped by similar machines; empty if nothing was measured.
  public private(set) var qualifications: [(machines: [String], state: QualificationState)] = []

  /// Judges the experiments combined last, or those with a name, for a purpose. A check of parts that were made for a
  /// strict check is strict, too. If a candidate was measured again, only its latest experiment counts.
  /// - Throws: ``Refusal`` if a part or a candidate is missing, or there is none; `StoreError`.
  public init(_ name: String? = nil, for purpose: Decision.Purpose, in store: ResultStore) throws {
    let known = try store.experiments().filter {
      $0.partition != nil && $0.decision != nil && name ?? $0.name == $0.name
    }
    guard let latest = known.last else { throw Refusal.nothingMerged(named: name) }
    let ofCall = known.filter {
      $0.name == latest.name && $0.seed == latest.seed
        && $0.decision?.baseline == latest.decision?.baseline
        && $0.partition?.candidates == latest.partition?.candidates
        && $0.commits == latest.commits
    }
    let chosen = Dictionary(
      ofCall.map { ($0.decision?.candidate ?? "", $0) }, uniquingKeysWith: { $1 })
    let candidates =
      latest.partition?.candidates ?? ofCall.compactMap { $0.decision?.candidate }.uniqued
    let absent = candidates.filter { chosen[$0] == nil }
    if !absent.isEmpty { throw Refusal.absent(absent, from: latest) }
    results = try candidates.compactMap { candidate in
      guard var experiment = chosen[candidate] else { return nil }
      if let missing = experiment.partition?.missingWords {
        throw Refusal.incomplete(experiment, missing)
      }
      let isStrict = purpose.isCheck && experiment.decision?.purpose == .strictCheck
      if !isStrict { experiment.decision?.purpose = purpose }
      return try JudgedExperiment(
        ExperimentAnalysis(experiment, runs: try store.runsWithSteps(of: experiment)))
    }
    measured = results.first { $0.analysis.experiment.decision?.proof == nil }?.analysis
    guard let first = measured else { return }
    let stored = StoredQualification(store: store)
    qualifications = try Self.kinds(of: first.experiment).map { machines, environment in
      (machines, try stored.state(for: first.restricted(to: machines, environment)))
    }
  }

  /// The groups of similar machines.
  private static func kinds(
    of experiment: Experiment
  ) -> [(machines: [String], environment: Environment)] {
    var kinds: [(machines: [String], environment: Environment)] = []
    for part in experiment.partition?.deciding ?? [] {
      let place = kinds.firstIndex { part.environment.differences(from: $0.environment).isEmpty }
      if let place {
        if !kinds[place].machines.contains(part.machine) {
          kinds[place].machines.append(part.machine)
        }
      } else {
        kinds.append(([part.machine], part.environment))
      }
    }
    return kinds
  }
}

extension ExperimentAnalysis {
  /// The experiment restricted to some machines, all similar to this one.
  fileprivate func restricted(
    to machines: [String], _ environment: Environment
  ) -> ExperimentAnalysis {
    var own = experiment
    own.environment = environment
    own.partition = nil
    return ExperimentAnalysis(
      own,
      runs: runs.filter { run in
        guard run.arrangement != nil else { return true }
        return experiment.partition?.part(ofRound: run.round).map { machines.contains($0.machine) }
          ?? false
      })
  }
}

extension Experiment {
  /// The commits of the scenario and of the baseline: two calls that compare other ones are told apart by them.
  fileprivate var commits: [String?] {
    let baseline = builds.first { $0.name == decision?.baseline }
    return [revision?.commit, baseline?.revision?.commit]
  }
}
