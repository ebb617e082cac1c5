/// By what rule an experiment's runs are judged, and how often disturbed ones are made again;
/// declared before the first run.
public struct DisturbancePolicy: Sendable, Equatable, Codable {
  /// Which runs count as disturbed.
  public var rule: ContaminationRule
  /// How often a disturbed run is made again at most; 0 for never. Of several builds all runs of
  /// the same story and round are, so that pairs stay pairs.
  public var repeats: Int

  /// A policy.
  public init(rule: ContaminationRule = .standard, repeats: Int = 0) {
    self.rule = rule
    self.repeats = repeats
  }

  /// What will be made again and what counts then, for a user to read before the runs.
  public var description: String {
    rule.description
      + " It is made again at once, at most \(repeats == 1 ? "once" : "\(repeats) times"), with the "
      + "other builds' runs of its round; the first try that was not disturbed counts, else the one "
      + "disturbed least. What the run may have caused itself, waiting for memory and swapping, is "
      + "told, but makes no run again: it would choose the better tries of the build that needs more."
  }
}
