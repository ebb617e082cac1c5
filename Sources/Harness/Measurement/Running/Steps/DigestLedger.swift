import Recording

/// Checks that every run of a step yields the same digest as the first run.
///
/// The fixture is seeded and the driver fixes the time, so every run of a story must have the same outcome.
/// A build without checks may answer wrongly and still exit with 0; a scenario that expects only a count
/// would not notice. If two builds differ, both are named, as nothing here tells which is right.
struct DigestLedger {
  private struct KnownDigest {
    let digest: String
    let build: String
    let round: Int
  }

  private var first: [String: [KnownDigest?]] = [:]
  private var ownFirst: [String: [String: [KnownDigest?]]] = [:]

  /// The run, marked as failed if a digest differs from its build's first run, or from the first run of all.
  mutating func checked(_ run: Run) -> Run {
    guard run.passed else { return run }
    let entries = run.steps.map { step in
      step.digest.map { KnownDigest(digest: $0, build: run.build, round: run.round) }
    }
    let own = ownFirst[run.story]?[run.build]
    if own == nil { ownFirst[run.story, default: [:]][run.build] = entries }
    if let own, let failed = differing(run, from: own) { return failed }
    guard let known = first[run.story] else {
      first[run.story] = entries
      return run
    }
    return differing(run, from: known) ?? run
  }

  /// The run marked as failed; nil if its digests are the same.
  private func differing(_ run: Run, from known: [KnownDigest?]) -> Run? {
    for (step, entry) in zip(run.steps, known) {
      guard let entry, let digest = step.digest, digest != entry.digest else { continue }
      guard entry.build != run.build else {
        return run.failing(.notRepeated(digest, after: entry.digest, inRun: entry.round), at: step)
      }
      return run.failing(
        .outcomesDiffer((run.build, digest), from: (entry.build, entry.digest, entry.round)),
        at: step)
    }
    return nil
  }

  /// Both runs of a pair, in the order of their starts. If their outcomes differ, both fail.
  mutating func checked(_ pair: Pair<Run>) -> Pair<Run> {
    var runs = pair.inOrder.map { checked($0) }
    for (index, other) in [(0, 1), (1, 0)] {
      guard runs[index].passed, let failure = runs[other].failure,
        failure.reason == .outcomesDiffer
      else { continue }
      runs[index].measurements = [:]
      runs[index].ending = .failed(failure)
    }
    let isBaselineFirst = pair.baseline.position <= pair.candidate.position
    return Pair(baseline: runs[isBaselineFirst ? 0 : 1], candidate: runs[isBaselineFirst ? 1 : 0])
  }
}

extension Run {
  /// The run marked as failed at a step, without measurements.
  fileprivate func failing(_ failure: RunFailure, at step: StepRecord) -> Run {
    var run = self
    run.measurements = [:]
    run.ending = .failed(failure.at(step))
    return run
  }
}
