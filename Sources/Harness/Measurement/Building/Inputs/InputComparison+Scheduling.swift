import Programs
import Recording

/// How stories change their own scheduling.
extension InputComparison {
  /// The calls by which stories do, on both sides, by the stories' names; without those that make none.
  public var scheduling: [String: OwnScheduling] {
    candidate.stories.reduce(into: [:]) { found, story in
      let earlier = baseline.stories[story.key]?.scheduling ?? []
      let own = OwnScheduling(baseline: earlier, candidate: story.value.scheduling)
      if own.baseline.isEmpty, own.candidate.isEmpty { return }
      found[story.key] = own
    }
  }
}
