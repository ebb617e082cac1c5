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
}
