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
    let check = try stage.check()
    var experiment = check.experiment
    func atOnce() -> Set<String> {
      check.measuring.storiesAtOnce(among: ["s", "t"], experiment, check.measuring.gates)
    }
    #expect(atOnce() == ["s", "t"])
    experiment.decision?.inputs = InputFinding()
    experiment.decision?.inputs?.scheduling = [
      "s": OwnScheduling(baseline: [], candidate: ["setpriority 10"])
    ]
    #expect(atOnce() == ["t"])
  }
}

extension SessionStage {
  /// A check of two stories, before its first run.
  func check() throws -> (measuring: PairedMeasuring, experiment: Experiment) {
    let measuring = try PairedMeasuring(
      scenario(), ComparisonSettings(memoryRuns: 0, checksLayout: false, seed: 7), for: .check,
      store: store, equipment())
    var experiment = Replay.experiment(
      stories: ["s", "t"], builds: Replay.builds("a", "b"), rounds: 60)
    experiment.decision = Decision(
      purpose: .check, baseline: "a", candidate: "b", rule: .adaptive)
    return (measuring, experiment)
  }
}
