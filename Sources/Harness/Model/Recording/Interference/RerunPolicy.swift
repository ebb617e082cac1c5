/// The rule for disturbed runs, and how often they are repeated; declared before the first run.
public struct RerunPolicy: Sendable, Equatable, Codable {
  /// The rule for which runs count as disturbed.
  public var rule: InterferenceRule
  /// The greatest number of times that a disturbed run is repeated; 0 for never. With several builds all runs
  /// of the same story and round are repeated, so that pairs stay pairs.
  public var repeats: Int

  /// A policy.
  public init(rule: InterferenceRule = .standard, repeats: Int = 0) {
    self.rule = rule
    self.repeats = repeats
  }

  /// The runs that will be repeated and those that count then, for a user to read before the runs.
  public var description: String {
    rule.description
      + " It is repeated at once, at most \(repeats == 1 ? "once" : "\(repeats) times"), with the "
      + "other builds' runs of its round; the first undisturbed try counts, or else the least disturbed "
      + "one. Waiting for memory and swapping are reported, but are no reason to repeat a run, which may "
      + "have caused them itself: repeating would favour the build that needs more memory."
  }
}
