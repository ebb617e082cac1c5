import Recording

extension Replay {
  /// What a run of one second records if others took this share of one CPU, percent.
  public static func interference(others percent: Int64) -> Interference {
    var interference = Interference(observed: 1_000_000_000, processors: 2, harness: 0)
    interference.run = 0
    interference.busy = percent * 10_000_000
    return interference
  }
}
