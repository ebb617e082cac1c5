/// A step by its position: a story's name, and the step's index.
public struct StepReference: Hashable, Sendable {
  /// The story.
  public let story: String
  /// The index among the story's steps, from 0.
  public let index: Int

  /// Creates a reference.
  public init(story: String, index: Int) {
    self.story = story
    self.index = index
  }
}

extension Scenario {
  /// The step at that position, or nil.
  public subscript(_ reference: StepReference) -> Step? {
    guard let story = story(named: reference.story),
      story.steps.indices.contains(reference.index)
    else { return nil }
    return story.steps[reference.index]
  }

  /// All steps of the file, in order.
  public var stepReferences: [StepReference] { stories.flatMap(\.stepReferences) }

  /// All steps made when a story is replayed, in order: those of the stories before it come first.
  public func replayedSteps(of story: Story) -> [StepReference] {
    (prerequisites(of: story) + [story]).flatMap(\.stepReferences)
  }

  /// The same scenario with other expected outcomes.
  public func expecting(_ expectations: [StepReference: Expectation]) -> Scenario {
    var scenario = self
    // In one go: after each change all stories' places are found anew.
    scenario.stories = stories.map { story in
      var story = story
      for index in story.steps.indices {
        guard let expectation = expectations[StepReference(story: story.name, index: index)] else {
          continue
        }
        story.steps[index].expectation = expectation
      }
      return story
    }
    scenario.tellUsers()
    return scenario
  }
}

extension Story {
  fileprivate var stepReferences: [StepReference] {
    steps.indices.map { StepReference(story: name, index: $0) }
  }
}
