import Recording

/// Remembers what each step led to first, and objects to runs that led to something else.
///
/// The fixture is seeded and time is the driver's to fix, so every run of a story has to lead to
/// the same. A build without checks may answer wrongly and still exit with 0; a scenario that
/// expects only a count would not see it.
struct DigestLedger {
  private struct Entry {
    let digest: String
    let build: String
    let position: Int
  }

  private var first: [String: [Entry?]] = [:]

  /// The run, as failed where a digest differs from the first run's.
  mutating func checked(_ run: Run) -> Run {
    guard run.passed else { return run }
    guard let known = first[run.story] else {
      first[run.story] = run.steps.map { step in
        step.digest.map { Entry(digest: $0, build: run.build, position: run.position) }
      }
      return run
    }
    for (step, entry) in zip(run.steps, known) {
      guard let entry, let digest = step.digest, digest != entry.digest else { continue }
      var run = run
      run.measurements = [:]
      run.ending = .failed(
        RunFailure(
          reason: .wrongOutcome,
          message: """
            The step led to digest \(digest); run \(entry.position), on the build \
            '\(entry.build)', had led to \(entry.digest). One of them is wrong.
            """, step: "\(step.story): \(step.label)"))
      return run
    }
    return run
  }
}
