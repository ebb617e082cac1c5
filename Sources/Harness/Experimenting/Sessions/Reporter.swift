/// Receives the progress of a session.
public protocol Reporter: Sendable {
  /// Receives an event. It returns quickly, because the session waits meanwhile.
  func report(_ event: SessionEvent)
}
