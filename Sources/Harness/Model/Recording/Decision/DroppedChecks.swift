extension Decision {
  /// The checks of the baseline's own scenario that the one in use, the work tree's, makes no more.
  public struct DroppedChecks: Sendable, Hashable, Codable {
    /// The stories that it lacks, by their names, in the order of the baseline's scenario.
    public var stories: [String]
    /// The metrics that its gates limit less, or no more: `cpu-time`, or in some stories only, `cpu-time of list`.
    public var looserGates: [String]

    /// Dropped checks.
    public init(stories: [String], looserGates: [String]) {
      self.stories = stories
      self.looserGates = looserGates
    }
  }
}
