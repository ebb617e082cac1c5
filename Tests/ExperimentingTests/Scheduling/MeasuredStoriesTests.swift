import Metrics
import Recording
import Scenarios
import TestSupport
import Testing

@testable import Experimenting

struct MeasuredStoriesTests {
  private static let proof = Decision.Proof(kind: .inputs, hash: "1f", differing: [])

  private func stories(_ decision: Decision, _ gates: [Gate]) -> [String] {
    var experiment = Replay.experiment(stories: ["s", "t", "u"], builds: Replay.builds("a", "b"))
    experiment.decision = decision
    return experiment.measured(for: gates).stories.map(\.name)
  }

  private let decision = Decision(
    purpose: .check, baseline: "a", candidate: "b", rule: .standard)

  @Test func `stories that are proven to be the same are measured only for their budgets`() {
    var decision = decision
    let gates = [Gate(metric: .cpuTime)]
    let budget = Gate(metric: .cpuTime, stories: ["t"], limit: .budget(1e9))
    #expect(stories(decision, gates) == ["s", "t", "u"])
    decision.storyProofs = ["s": Self.proof, "t": Self.proof]
    #expect(stories(decision, gates) == ["u"])
    #expect(stories(decision, gates + [budget]) == ["t", "u"])
    decision.newStories = Decision.NewStories(names: ["u"], areAll: false, reason: "it is new")
    #expect(stories(decision, gates).isEmpty)
    decision.storyProofs = nil
    decision.proof = Self.proof
    #expect(stories(decision, gates).isEmpty)
    #expect(stories(decision, gates + [budget]) == ["t"])
  }

  private func judgedByWork(_ gates: String, layouts: Int = 1) throws -> [String] {
    var scenario = try ScenarioParser.parse(
      """
      scenario: s
      builds: { a: { command: [driver] } }
      stories:
        list: { steps: [{ list: {}, expect: { count: 1 } }] }
        lend: { steps: [{ lend: {}, expect: { count: 1 } }] }
      \(gates)
      """, file: "f")
    scenario.layouts = layouts
    return scenario.storiesJudgedByWork.sorted()
  }

  @Test(arguments: [
    "", "gates: [{ metric: cpu-time }]",
    "gates: [{ metric: tree-cpu-time }, { metric: peak-memory }]",
    "gates: [{ metric: peak-anonymous-memory }, { metric: instructions }, { metric: allocations }]",
  ])
  func `gates without limits on what the work determines ask for no more`(_ gates: String) throws {
    #expect(try judgedByWork(gates) == ["lend", "list"])
  }

  @Test(arguments: [
    "metric: cpu-time, at-most: +5%", "metric: cpu-time, at-most: 200 ms",
    "metric: peak-memory, at-most: +2%", "metric: wall-time", "metric: off-cpu-time",
    "metric: minor-faults", "metric: voluntary-switches", "metric: tree-peak-memory",
  ])
  func `a limit, or a metric that also depends on the rest, asks for more in its stories`(
    _ gate: String
  ) throws {
    #expect(try judgedByWork("gates: [{ \(gate) }]").isEmpty)
    let both = "gates: [{ metric: cpu-time }, { \(gate), stories: [list] }]"
    #expect(try judgedByWork(both) == ["lend"])
  }

  @Test func `several layouts are a wish to know what moved code costs`() throws {
    #expect(try judgedByWork("", layouts: 4).isEmpty)
  }
}
