import Recording

/// Receives the progress of a session.
public protocol Reporter: Sendable {
  /// Receives an event. It returns quickly, because the session waits meanwhile.
  func report(_ event: SessionEvent)
}

/// Something that a session reports while it lasts.
public enum SessionEvent: Sendable {
  /// The work in progress, in words that the next event replaces.
  case status(String)
  case building(String, line: String)
  /// A run was made, with the number done, the total, and the start of the first.
  case run(Run, done: Int, of: Int, since: ContinuousClock.Instant)
  /// A pair was made, with the numbers made and to come, and the start of the first.
  case pair(Pair<Run>, PairProgress, since: ContinuousClock.Instant)
  /// A look or an interim analysis was made.
  case interim(PairedExperiment.Interim)
  /// Nothing worth a line is being done.
  case idle
  /// A permanent sentence that the user must know.
  case note(String)
}
