import Metrics

extension Decision {
  /// The control of a comparison: its baseline beside its own copy, in pairs of one story, measured
  /// among the pairs of both sides. Nothing differs there, so nothing may be shown to.
  ///
  /// Where it moves, something other than the change sets sides of this machine apart, and no time that was
  /// measured meanwhile says anything about the change.
  public struct Control: Sendable, Hashable, Codable {
    /// The story; nil until the first round has shown which is the cheapest that says something.
    public var story: String?
    /// A Boolean value indicating whether the other side is a copy of the program; else both sides are the
    /// same file.
    public var isCopy: Bool
    /// The greatest two-sided p that shows a move.
    ///
    /// With one in a hundred a check is spoilt by chance in fewer than one of a hundred cases, for the
    /// estimate has to lie beyond the rule's floor, too: `make bench-verdict` prints how often.
    public var level = 0.01

    /// The metric that is tested: what verdicts on times rest on is sharpest there.
    public static let metric = Metric.cpuTime
    /// The number of pairs up to the first interim analysis, or to the end.
    public static let pairs = 10
    /// After the first interim analysis, the number of rounds for each further pair.
    static let laterRounds = 3

    /// A control.
    public init(story: String? = nil, isCopy: Bool) {
      self.story = story
      self.isCopy = isCopy
    }
  }
}

extension Decision.Control {
  /// The number of pairs that are made up to the end of a round, spread evenly over the rounds that are sure
  /// to be made. A round has two at most, so that the control never takes most of the time.
  /// - Parameters:
  ///   - round: from 1; 0 before the first.
  ///   - rounds: the number of rounds that all stories take part in: to the first interim analysis, or
  ///     to the end where there is none.
  ///   - goesOn: whether rounds may follow these.
  public static func pairs(through round: Int, of rounds: Int, goesOn: Bool) -> Int {
    let first = max(1, rounds)
    let all = min(pairs, 2 * first)
    guard round > first else { return max(0, round) * all / first }
    return all + (goesOn ? (round - first) / laterRounds : 0)
  }
}
