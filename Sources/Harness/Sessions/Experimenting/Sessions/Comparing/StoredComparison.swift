import Analysis
import Recording
import Scenarios
import Store

/// Compares a build of one stored experiment with a build of another.
public struct StoredComparison: Sendable {
  /// The judged experiment.
  public let result: JudgedExperiment
  /// The objections to it, if it was made nevertheless.
  public let objections: [String]

  /// Compares two experiments by the names that users give them, and a build of each, its first if nil. If
  /// forced, it compares despite objections.
  /// - Throws: ``Refusal``, `StoreError`.
  public init(
    _ baseline: String, _ candidate: String, builds: (baseline: String?, candidate: String?),
    isForced: Bool, in store: ResultStore
  ) throws {
    // The candidate's gates apply; if its scenario can't be read, that is an objection.
    let gates = (try? store.experiment(candidate).gates) ?? []
    let a = try store.side(baseline, build: builds.baseline, gates)
    let b = try store.side(candidate, build: builds.candidate, gates)
    if a.name == b.name { throw Refusal.comparedWithItself(a.name) }
    objections = try StoredPair.objections(a, b) + store.changes(from: baseline, to: candidate)
    if !objections.isEmpty, !isForced {
      throw Refusal.notComparable(a.name, b.name, since: objections)
    }
    let decision = Decision(
      purpose: .comparison, baseline: a.name, candidate: b.name, rule: .standard)
    guard var result = try JudgedExperiment(StoredPair.analysis(a, b, decision: decision)) else {
      throw Refusal.notJudged(a.name, b.name)
    }
    result.notes += StoredPair.notes(a, b)
    self.result = result
  }
}

extension Scenario {
  /// How it differs from an earlier scenario in what these stories do, some of which (`others`) work on other files;
  /// the first reason that holds for all of them says enough.
  fileprivate func changes(
    from earlier: Scenario, of stories: [String], onOtherFiles others: [String]
  ) -> [String] {
    if name != earlier.name { return ["the scenario was \(earlier.name), and is \(name)"] }
    if setting != earlier.setting { return ["the scenario's fixture, services or home changed"] }
    let changed = stories.filter { others.contains($0) || !replays($0, as: earlier) }
    if changed.isEmpty { return [] }
    return ["the steps, files or expected outcomes of \(changed.joined(separator: ", ")) changed"]
  }
}

extension StoredComparison {
  /// The builds of two stored experiments to compare: the chosen ones; for measured commands, those with
  /// equal names; otherwise the first of each.
  /// - Throws: `StoreError`.
  public static func sides(
    _ baseline: String, _ candidate: String, chosen: (baseline: String?, candidate: String?),
    in store: ResultStore
  ) throws -> [(baseline: String?, candidate: String?)] {
    guard chosen.baseline == nil, chosen.candidate == nil else { return [chosen] }
    let (a, b) = (try store.experiment(baseline), try store.experiment(candidate))
    guard a.source == .command, b.source == .command else { return [chosen] }
    let common = b.builds.map(\.name).filter { name in a.builds.contains { $0.name == name } }
    return common.isEmpty ? [chosen] : common.map { ($0, $0) }
  }
}

extension ResultStore {
  /// The differences in what the replays of two stored experiments do: a change of the scenario would look like one of
  /// the app. Commands and imports have no scenario.
  fileprivate func changes(from baseline: String, to candidate: String) throws -> [String] {
    let (before, now) = (try experiment(baseline), try experiment(candidate))
    let others = now.storiesOfOtherFiles(than: before)
    guard before.scenario != now.scenario || !others.isEmpty else { return [] }
    guard let then = try? before.storedScenario, let scenario = try? now.storedScenario else {
      return ["the scenario of one is missing or can't be read"]
    }
    let earlier = Set(before.stories.map(\.name))
    return scenario.changes(
      from: then, of: now.stories.map(\.name).filter(earlier.contains), onOtherFiles: others)
  }

  /// A build of a stored experiment, with what the gates judge.
  fileprivate func side(
    _ reference: String, build: String?, _ gates: [Gate]
  ) throws -> StoredPair.StoredBuild {
    let analysis = try analysisToJudge(experiment(reference), by: gates)
    let name = build ?? analysis.builds.first ?? ""
    try Refusal.check([name], as: "build", in: "The experiment", known: analysis.builds)
    return StoredPair.StoredBuild(analysis, build: name)
  }
}
