import Metrics
import Recording
import Scenarios

/// The choice of the stories of a comparison that are measured.
extension Experiment {
  /// The experiment with only the stories measured in pairs: all except new ones, and of those that are proven to be
  /// the same on both sides, or to do the same work, only the ones with a budget.
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

extension Scenario {
  /// The stories whose gates ask for no more than their work: code that only moved fails none of them without a
  /// limit. Many users at once take other paths each time.
  var storiesJudgedByWork: Set<String> {
    // Layouts are a wish to know what moved code costs.
    guard layouts <= 1 else { return [] }
    let others = gatesInForce.filter { $0.limit != nil || !$0.metric.isOfWork }
    let names = stories.filter { story in
      story.users == nil && !others.contains { $0.covers(story: story.name) }
    }.map(\.name)
    return Set(names)
  }
}
