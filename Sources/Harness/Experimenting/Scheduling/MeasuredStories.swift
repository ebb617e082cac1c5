import Metrics
import Recording
import Scenarios

/// The choice of the stories of a comparison that are measured.
extension Experiment {
  /// The experiment with only the stories measured in pairs: all except new ones, and of those that are proven to be
  /// the same on both sides only the ones with a budget.
  func measured(for gates: [Gate]) -> Experiment {
    var measured = self
    measured.stories.removeAll { story in
      if decision?.newStories?.names.contains(story.name) == true { return true }
      return decision?.proof(of: story.name) != nil
        && !gates.contains { $0.isBudget && $0.covers(story: story.name) }
    }
    return measured
  }
}

extension Gate {
  /// A Boolean value indicating whether deciding it takes pairs.
  var needsPairs: Bool { !metric.isAllocationCount && !metric.isRetention }
}
