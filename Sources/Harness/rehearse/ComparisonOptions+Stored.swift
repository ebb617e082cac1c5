import ArgumentParser

extension ComparisonOptions {
  /// Refuses what would say how to measure, where stored experiments are compared.
  func checkNothingIsMeasured() throws {
    let given: [(option: String, isGiven: Bool)] = [
      ("--against", against != nil), ("--story", !story.isEmpty), ("--pairs", pairs != nil),
      ("--max-time", maxTime != nil), ("--memory-runs", memoryRunsGiven != nil),
      ("--seed", seed != nil), ("--name", name != nil), ("--no-layout-check", noLayoutCheck),
    ]
    if let useless = given.first(where: \.isGiven) {
      throw ValidationError(
        "\(useless.option) is about measuring; two stored experiments are compared as they are.")
    }
    if candidate.count > 1 {
      throw ValidationError(
        "There are \(candidate.count) candidates; of stored experiments one build is compared "
          + "with one.")
    }
  }
}
