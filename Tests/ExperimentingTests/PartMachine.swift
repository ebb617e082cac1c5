import Experimenting
import Recording
import Scenarios
import TestSupport
import Testing

/// A machine that makes parts of a plan in a store of its own.
struct PartMachine {
  let stage: SessionStage
  var builds = ["a", "b"]
  var pairs = 8
  var seed: UInt64? = nil
  var (parts, interim): (Int, Int?) = (3, nil)
  var gates = "{ metric: cpu-time }, { metric: peak-anonymous-memory }"
  var purpose = Decision.Purpose.check
  /// A Boolean value indicating whether the plan is of many users; then it has gates of its own.
  var isOfUsers = false

  init() throws { stage = try SessionStage() }

  /// Makes a part.
  @discardableResult func make(
    _ number: Int, on machine: String? = nil, by equipment: Equipment? = nil,
    in call: SessionCall = SessionCall()
  ) async throws -> [JudgedExperiment] {
    let share = try #require(PlanShare(number, of: parts, interim: interim))
    let settings = ComparisonSettings(
      pairs: pairs, memoryRuns: 3, seed: seed,
      part: PartChoice(share, on: machine ?? "n\(number)"))
    let file =
      try isOfUsers
      ? stage.scenarioOfUsers(builds: builds) : stage.scenario(builds: builds, gates: gates)
    return try await ComparisonSession(
      file, .builds(baseline: nil, candidates: []), settings, for: purpose, store: stage.store,
      equipment ?? stage.equipment()
    ).carryOut(in: call) { _ in }
  }
}
