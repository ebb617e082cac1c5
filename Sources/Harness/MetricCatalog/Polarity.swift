/// Which direction of a metric is the better one.
public enum Polarity: String, Sendable, Hashable, Codable {
  /// Less is better, as with memory and time.
  case lowerIsBetter = "lower-is-better"
  /// Neither is: the figure tells of the surroundings, such as other processes' use.
  case context
}
