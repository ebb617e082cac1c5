/// Something that makes figures worse than the app deserves, or harder to compare.
public struct Disturbance: Sendable, Equatable, Encodable {
  /// What it is about, such as `Frequency governor`.
  public let name: String
  /// How much it matters.
  public let severity: Severity
  /// What was found, in a few words.
  public let found: String
  /// What it does to which figures: whole sentences.
  public let effect: String
  /// What to do about it.
  public let remedy: Remedy
  /// Whether it is what others do at the moment, and says nothing of a minute later.
  public let isMomentary: Bool
}
