import Metrics

extension Decision {
  /// The control of a comparison: the baseline and its own copy, in pairs of one story, measured among the
  /// pairs of both sides. They don't differ, so no difference may be shown.
  ///
  /// If it moves, something other than the change sets sides of this machine apart, and the times measured
  /// meanwhile say nothing about the change.
  public struct Control: Sendable, Hashable, Codable {
    /// The story; nil until the first round has shown the cheapest suitable one.
    public var story: String?
    /// A Boolean value indicating whether the other side is a copy of the program; else both sides are the
    /// same file.
    public var isCopy: Bool
    /// The greatest two-sided p that shows a move.
    ///
    /// With one in a hundred, chance spoils a check in fewer than one of a hundred cases, because the
    /// estimate must also lie beyond the rule's floor: `make bench-verdict` prints how often.
    public var level = 0.01

    /// The tested metric: the one that makes verdicts on times sharpest.
    public static let metric = Metric.cpuTime
    /// The number of pairs up to the first look or interim analysis, or up to the end.
    public static let pairs = 10
    /// After that, the number of rounds for each further pair.
    static let laterRounds = 3

    /// A control.
    public init(story: String? = nil, isCopy: Bool) {
      self.story = story
      self.isCopy = isCopy
    }
  }
}

extension Decision.Control {
  /// Spreads pairs evenly over the rounds that are certain. A round has at most two, so that the control
  /// never takes most of the time.
  /// - Parameters:
  ///   - round: from 1; 0 before the first.
  ///   - rounds: the number of rounds of all stories, up to the first look or analysis, or up to the end if there
  ///     is none.
  ///   - goesOn: whether more rounds may follow.
  /// - Returns: the number of pairs up to the end of the round.
  public static func pairs(through round: Int, of rounds: Int, goesOn: Bool) -> Int {
    let first = max(1, rounds)
    let all = min(pairs, 2 * first)
    guard round > first else { return max(0, round) * all / first }
    return all + (goesOn ? (round - first) / laterRounds : 0)
  }
}
