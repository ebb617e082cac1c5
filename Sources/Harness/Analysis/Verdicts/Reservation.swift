import Recording
import Scenarios

/// Why a story's verdicts say less than they seem to.
public enum Reservation: Sendable, Hashable {
  /// It calls nothing of the project that it is to be about.
  case placeholder(story: String)
  /// Of its commands nothing but the exit status is checked: whichever does less work looks better.
  case statusAlone(story: String)

  /// The story's name.
  public var story: String {
    switch self {
    case .placeholder(let story), .statusAlone(let story): story
    }
  }
}

extension ExperimentAnalysis {
  /// The scenario as it was measured; nil where there is none, as of commands and imports.
  var scenario: Scenario? {
    experiment.scenario.isEmpty ? nil : try? ScenarioParser.parse(experiment.scenario, file: "")
  }

  /// The reservations about its stories, in their order.
  var reservations: [Reservation] {
    guard let scenario else { return [] }
    return stories.compactMap { name in
      guard let story = scenario.story(named: name) else { return nil }
      if story.placeholder != nil { return .placeholder(story: name) }
      return story.isOfStatusAlone ? .statusAlone(story: name) : nil
    }
  }
}

extension Story {
  fileprivate var isOfStatusAlone: Bool {
    steps.allSatisfy { step in
      if case .command(let expectation) = step.expectation {
        expectation.isOfStatusAlone
      } else {
        false
      }
    }
  }
}
