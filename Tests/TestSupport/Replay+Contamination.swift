import Recording

extension Replay {
  /// What a run of a second records beside which others took this share of one CPU, percent.
  public static func contamination(others percent: Int64) -> Contamination {
    var contamination = Contamination(observed: 1_000_000_000, processors: 2, harness: 0)
    contamination.run = 0
    contamination.busy = percent * 10_000_000
    return contamination
  }
}
