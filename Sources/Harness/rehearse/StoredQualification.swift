import Analysis
import Comparing
import Recording
import ResultStore
import Scenarios

/// Looks up what a store knows of the machine that an experiment ran on.
struct StoredQualification {
  let store: ResultStore

  /// Whether the machine was qualified for a comparison's scenario and stories, and is as it was then.
  func state(for analysis: ExperimentAnalysis) throws -> QualificationState {
    let comparison = analysis.experiment
    var outdated: QualificationState.Outdated?
    for candidate in try store.experiments().reversed() where try serves(candidate, comparison) {
      guard let number = candidate.number, let then = candidate.environment,
        let now = comparison.environment
      else { continue }
      let differences = now.differences(from: then).map(\.description)
      if !differences.isEmpty {
        outdated = outdated ?? .init(experiment: number, differences: differences)
        continue
      }
      let qualification = ExperimentAnalysis(candidate, runs: try store.runs(of: number))
      // Those were made to be set beside others.
      if qualification.runs.contains(where: { $0.arrangement == .backToBack(.asked) }) { continue }
      let drifts = try CellDrift.all(analysis, since: qualification, gates: comparison.gates)
      return drifts.isEmpty
        ? .valid(experiment: number) : .drifted(experiment: number, cells: drifts)
    }
    return .missing(outdated: outdated)
  }

  private func serves(_ candidate: Experiment, _ comparison: Experiment) throws -> Bool {
    guard candidate.decision?.purpose == .qualification, candidate.completedAt != nil else {
      return false
    }
    // What an older version wrote, and this one can't read, is no scenario that is compared now.
    guard let scenario = try? candidate.storedScenario else { return false }
    return try scenario.name == comparison.storedScenario.name
      && Set(candidate.stories.map(\.name)).isSuperset(of: comparison.stories.map(\.name))
  }
}
