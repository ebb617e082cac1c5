import DriverProtocol
import Statistics

/// The extent to which what a step leads to is checked.
private enum OutcomeCheck {
  /// A value: a fact, a digest, an error, or what later requests take.
  case value
  /// A status, or not even that, although there is more.
  case statusAlone
  /// A status, and there is no more.
  case statusIsAll
}

extension Step {
  /// A Boolean value indicating whether nothing is checked but the exit status of its command, or the status of its
  /// answer, although there is more: less work would pass.
  public var isOfStatusAlone: Bool { check(amongUsers: false) == .statusAlone }

  /// The extent to which it is checked. What many users get is not compared with digests.
  fileprivate func check(amongUsers: Bool) -> OutcomeCheck {
    guard let request else { return expectation.isOfStatusAlone ? .statusAlone : .value }
    guard case .outcome(let facts, let digest) = expectation else { return .value }
    let status = AnswerPart.status.rawValue
    // By HTTP such answers have no content, whatever the server did.
    let isEmpty =
      request.method == "HEAD" || [204, 205, 304].contains { facts[status] == .integer($0) }
    let isOfDigest = digest != nil && !amongUsers && !isEmpty && !request.changing.contains(.whole)
    if isOfDigest || !request.taken.isEmpty || facts.keys.contains(where: { $0 != status }) {
      return .value
    }
    return isEmpty ? .statusIsAll : .statusAlone
  }
}

extension Scenario {
  /// Returns whether nothing of a story is checked but statuses, although there is more. That holds for a story of
  /// many users if it holds for one of those that they do, also before others.
  public func isOfStatusAlone(_ story: Story) -> Bool {
    parts(of: story).contains { $0.isOfStatusAlone(amongUsers: story.users != nil) }
  }

  /// The labels of a story's steps, or of those that its users do, of which nothing is checked but a status, although
  /// there is more; each once.
  public func stepsOfStatusAlone(in story: Story) -> [String] {
    parts(of: story).flatMap(\.steps)
      .filter { $0.check(amongUsers: story.users != nil) == .statusAlone }.map(\.label).uniqued
  }

  /// The stories whose steps are measured with a story: itself, or all that its users do.
  private func parts(of story: Story) -> [Story] {
    guard let users = story.users else { return [story] }
    return users.stories.compactMap { self.story(named: $0.name) }
      .flatMap { prerequisites(of: $0) + [$0] }
  }
}

extension Story {
  fileprivate func isOfStatusAlone(amongUsers: Bool) -> Bool {
    let checks = steps.map { $0.check(amongUsers: amongUsers) }
    return checks.contains(.statusAlone) && !checks.contains(.value)
  }
}
