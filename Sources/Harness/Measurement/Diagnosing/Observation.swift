/// The result of examining one topic.
public enum Observation: Sendable, Equatable {
  /// It disturbs measurements.
  case problem(Problem)
  /// It is fine; what was found, in a few words.
  case inOrder(name: String, found: String)
  /// It is unknown; why.
  case unknown(name: String, reason: String)
}
