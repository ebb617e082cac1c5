import Recording
import TestSupport
import Testing

@testable import Experimenting

/// Which stories may be measured two at once.
@Suite struct StoriesAtOnceTests {
  @Test func `a story whose sides schedule themselves differently is not measured beside another`()
    throws
  {
    let stage = try SessionStage()
    let measuring = try PairedMeasuring(
      stage.scenario(), ComparisonSettings(memoryRuns: 0, checksLayout: false, seed: 7),
      for: .check, store: stage.store, stage.equipment())
    var experiment = Replay.experiment(
      stories: ["s", "t"], builds: Replay.builds("a", "b"), rounds: 60)
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .adaptive)
    func atOnce() -> Set<String> {
      measuring.storiesAtOnce(among: ["s", "t"], experiment, measuring.gates)
    }
    #expect(atOnce() == ["s", "t"])
    experiment.decision?.inputs = InputFinding()
    experiment.decision?.inputs?.scheduling = [
      "s": OwnScheduling(baseline: [], candidate: ["setpriority 10"])
    ]
    #expect(atOnce() == ["t"])
  }
}
