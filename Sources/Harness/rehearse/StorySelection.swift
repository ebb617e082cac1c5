import Scenarios

extension ScenarioFile {
  /// The same file with the builds that were asked for; stories that were not asked for stay in
  /// the scenario, since others may come after them, but are not replayed for themselves.
  /// - Throws: the exit status of wrong usage for names that the scenario does not have.
  func selecting(_ stories: [String], _ builds: [String]) throws -> ScenarioFile {
    try check(stories, among: scenario.stories.map(\.name), "story")
    try check(builds, among: scenario.builds.map(\.name), "build")
    var selected = self
    if !builds.isEmpty {
      selected.scenario.builds = scenario.builds.filter { builds.contains($0.name) }
    }
    selected.selectedStories = stories.isEmpty ? nil : Set(stories)
    return selected
  }

  /// Whether a story is to be replayed for itself.
  func isSelected(_ story: Story) -> Bool { selectedStories?.contains(story.name) ?? true }

  private func check(_ names: [String], among known: [String], _ what: String) throws {
    for name in names where !known.contains(name) {
      throw Refusal.unknown(what, name, in: "\(path)", known: known)
    }
  }
}
