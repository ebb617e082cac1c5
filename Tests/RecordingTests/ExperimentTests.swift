import Foundation
import Metrics
import Recording
import TestSupport
import Testing

struct ExperimentTests {
  /// Experiment 1, a search that found the second of two commits, or a later one that explains it.
  private func experiment(_ purpose: Decision.Purpose, number: Int64) -> Experiment {
    var experiment = Replay.experiment(stories: ["s", "t"], builds: Replay.builds("old", "new"))
    for (place, commit) in ["c4", "c5"].enumerated() {
      experiment.builds[place].revision = Revision(
        commit: commit, branch: nil, committedAt: Date(timeIntervalSince1970: 0), isDirty: false)
    }
    experiment.number = number
    experiment.scenario = "scenario: s"
    experiment.decision = Decision(
      purpose: purpose, baseline: "old", candidate: "new", rule: .adaptive)
    return experiment
  }

  private var search: Experiment {
    var search = experiment(.comparison, number: 1)
    search.decision?.culprit = Decision.Culprit(story: "t", commit: "c5", parent: "c4")
    return search
  }

  @Test func `an explanation of a found commit is known by commits, story and metric`() {
    let explanation = experiment(.explanation, number: 2)
    #expect(explanation.explains(search, in: .cpuTime))
    #expect(!explanation.explains(search, in: .offCPUTime))
    var ofWaiting = explanation
    ofWaiting.decision?.explained = .offCPUTime
    #expect(ofWaiting.explains(search, in: .offCPUTime))
    #expect(!ofWaiting.explains(search, in: .cpuTime))
  }

  @Test func `what differs in any of these, or came before, explains nothing of a search`() {
    let differences: [(inout Experiment) -> Void] = [
      { $0.number = 1 }, { $0.scenario = "scenario: other" }, { $0.stories.removeLast() },
      { $0.decision?.purpose = .comparison }, { $0.decision?.baseline = "new" },
      { $0.decision?.candidate = "old" }, { $0.builds[0].revision = nil },
      { $0.builds[1].revision?.commit = "c6" },
      {
        $0.invocation = Invocation(
          id: UUID(), arguments: ["explain"], folder: "/", scenario: "/other.yml", part: 1,
          parts: 1)
      },
    ]
    for (place, differ) in differences.enumerated() {
      var other = experiment(.explanation, number: 2)
      differ(&other)
      #expect(!other.explains(search, in: .cpuTime), "\(place)")
    }
  }
}
