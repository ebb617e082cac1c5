import Recording
import Tables
import TestSupport
import Testing

@testable import Reports

struct ExperimentListTests {
  @Test func `what lacks parts of other machines is neither complete nor stopped`() {
    func state(
      ended: Bool, parts: Int? = nil, isRunning: Bool = false
    ) -> Table.ListedExperiment.Progress {
      var experiment = Replay.experiment(number: 1)
      if !ended { experiment.completedAt = nil }
      experiment.partition = parts.map { Partition(count: $0, parts: []) }
      return Table.ListedExperiment(experiment, runs: 2, failed: 0, isRunning: isRunning).state
    }
    #expect(state(ended: true) == .complete && state(ended: false) == .stopped)
    #expect(state(ended: true, parts: 2) == .partial && state(ended: false, parts: 2) == .partial)
    #expect(state(ended: false, parts: 2, isRunning: true) == .running)
  }
}
