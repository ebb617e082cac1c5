import Recording

extension RunFailure {
  /// The same; of a time-out with how much of the time the process was stopped by a signal, because
  /// then it may not have been slow at all.
  /// - Parameters:
  ///   - stopped: ns.
  ///   - subject: as in `The command`.
  func telling(stopped: Int64, of subject: String) -> RunFailure {
    guard reason == .timedOut, stopped > 0 else { return self }
    var failure = self
    // As exact as samples are apart.
    let time = Duration.milliseconds(stopped / 10_000_000 * 10).formattedSeconds
    failure.message += " \(subject) was stopped by a signal for \(time) of it."
    return failure
  }
}
