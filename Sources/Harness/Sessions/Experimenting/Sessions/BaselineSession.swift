import Analysis
import Metrics
import Recording
import Scenarios
import Store

/// Makes a baseline, by measuring a build alone or from a stored experiment.
public struct BaselineSession: Sendable {
  private let build: String?

  /// A session.
  /// - Parameter build: the build; nil for a scenario's first, or an experiment's only one.
  public init(build: String?) { self.build = build }

  /// Measures a scenario's build in the same way as a later check against the baseline.
  /// - Returns: everything that was recorded; without an end if the user asked to stop.
  public func measure(
    _ file: ScenarioFile, instructions: InstructionChoice, allocationRounds: Int = 0,
    in call: SessionCall,
    store: ResultStore, _ equipment: Equipment
  ) async throws -> ExperimentAnalysis {
    let gates = file.scenario.gates
    // A later check needs counts that repeat, however few were asked for.
    let counted = gates.countedRounds(
      asked: instructions.rounds, isWanted: instructions.rounds > 0)
    let session = try LoneSession(
      file, build: build, name: "\(file.scenario.name)-baseline", store: store, equipment)
    return try await session.measure(
      LonePlan(
        solo: file.scenario.runs, memory: RepeatRule.runsWithoutPairs,
        counted: counted,
        allocations: gates.allocationRounds(
          asked: allocationRounds, isWanted: allocationRounds > 0),
        counting: counted > 0 ? try instructions.repeatableCounting(gates: gates) : nil,
        seed: Experiment.anySeed()), in: call)
  }

  /// The baseline from an experiment.
  /// - Throws: ``Refusal`` with the reason if it can't make one.
  public func baseline(of analysis: ExperimentAnalysis) throws -> Baseline {
    do throws(RecordingError) {
      return try made(of: analysis)
    } catch {
      throw Refusal.noBaseline(of: analysis.experiment.name, since: error)
    }
  }

  private func made(of analysis: ExperimentAnalysis) throws(RecordingError) -> Baseline {
    guard let scenario = try? analysis.experiment.storedScenario else { throw .notReplayed }
    var baseline = try Baseline(
      of: analysis.experiment, runs: analysis.runs, build: try record(analysis.experiment),
      scenario: scenario.name, fixture: scenario.fixture)
    for (index, label) in analysis.experiment.stories.enumerated() {
      baseline.stories[index].replay = scenario.hashOfReplay(of: label)
    }
    return baseline
  }

  private func record(_ experiment: Experiment) throws(RecordingError) -> BuildRecord {
    let known = experiment.builds.map(\.name)
    guard let name = build ?? (known.count == 1 ? known[0] : nil) else {
      throw .severalBuilds(known)
    }
    guard let record = experiment.builds.first(where: { $0.name == name }) else {
      throw .noBuild(name, known: known)
    }
    return record
  }
}
