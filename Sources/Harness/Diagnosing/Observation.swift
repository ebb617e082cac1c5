/// What came of looking at one thing.
public enum Observation: Sendable, Equatable {
  /// It disturbs.
  case disturbance(Disturbance)
  /// It is as it should be; what was found, in a few words.
  case inOrder(name: String, found: String)
  /// It is not known; why.
  case unknown(name: String, reason: String)
}
