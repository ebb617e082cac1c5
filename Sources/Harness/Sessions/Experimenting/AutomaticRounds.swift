import Metrics
import Recording
import Statistics

/// The number of rounds that commands are measured in.
public enum RoundCount: Sendable, Equatable {
  case exactly(Int)
  /// As many as the measurements need.
  case automatic(AutomaticRounds)

  /// The least number of rounds.
  var minimum: Int {
    switch self {
    case .exactly(let count): count
    case .automatic(let rule): rule.minimum
    }
  }
}

/// The rule for the number of rounds if none is given: enough for a narrow 95 % interval of the wall time,
/// within bounds.
///
/// The interval is that of one command's mean; with several commands, that of each one's ratio to the first,
/// with rounds as pairs. It is checked after ``minimum`` rounds, and again after each estimated need: with a
/// half-width of h, (h / ``halfWidth``)² times as many rounds. Because h is itself uncertain, the number of
/// rounds at most doubles each time.
///
/// Stopping by the width ignores where the interval lies, so neither side gains by it. Its coverage is that
/// of a fixed number of runs to within about a percentage point (Y. S. Chow, H. Robbins, "On the asymptotic
/// theory of fixed-width sequential confidence intervals for the mean", Annals of Mathematical Statistics 36
/// (1965), 457-462).
public struct AutomaticRounds: Sendable, Equatable {
  /// The fewest rounds.
  public var minimum = 10
  /// The most rounds.
  public var maximum = 1000
  /// The sufficient half-width, as a share of the value.
  public var halfWidth = 0.01
  /// The time after which no more rounds are added, for each command; the minimum may take longer.
  public var timePerCommand = Duration.seconds(10)
  /// The same for all commands together; nil for ``timePerCommand``.
  public var timeLimit: Duration?

  /// The default rule.
  public init() {}

  /// Sets the fewest and the most rounds; nil leaves one as it is, unless the other crosses it.
  public mutating func bound(from fewest: Int?, to most: Int?) {
    maximum = most ?? max(maximum, fewest ?? 0)
    minimum = fewest ?? min(minimum, maximum)
  }

  /// Returns the number of rounds at the next check; nil if there are enough, no time for more, or no
  /// `precision`: the current half-width, as a share. The rounds so far took `elapsed`.
  func next(after made: Int, precision: Double?, elapsed: Duration, commands: Int) -> Int? {
    guard made > 0, let precision, precision.isFinite, precision > halfWidth else { return nil }
    let limit = timeLimit ?? timePerCommand * commands
    let missing = precision / halfWidth
    let wanted = (Double(made) * min(missing * missing, 2)).rounded(.up)
    let affordable = (Double(made) * (limit / max(elapsed, .nanoseconds(1)))).rounded(.down)
    let next = Int(min(wanted, affordable, Double(maximum)))
    return next > made ? next : nil
  }

  /// Returns the half-width of the 95 % interval of the wall time, as a share of the value; the greatest of
  /// several commands. Nil if a command has no measurements.
  static func precision(_ runs: [Run], of commands: [String]) -> Double? {
    func times(_ command: String) -> [Int: Double] {
      Dictionary(
        runs.filter { $0.build == command && $0.kind == .solo }.compactMap { run in
          run.measurements[.wallTime].map { (run.round, $0) }
        }, uniquingKeysWith: { _, last in last })
    }
    guard let first = commands.first.map(times), !first.isEmpty else { return nil }
    guard commands.count > 1 else {
      guard let summary = try? Summary(of: Distribution(Array(first.values))),
        let halfWidth = summary.confidenceHalfWidth
      else { return nil }
      return halfWidth / summary.mean
    }
    var widest = 0.0
    for command in commands.dropFirst() {
      let other = times(command)
      let rounds = first.keys.filter { other[$0] != nil }
      guard
        let ratio = try? PairedRatio(
          LogQuotients(
            baseline: rounds.compactMap { first[$0] }, candidate: rounds.compactMap { other[$0] })
        ).logRatio.ratio()
      else { return nil }
      widest = max(widest, (ratio.upper - ratio.lower) / 2 / ratio.point)
    }
    return widest
  }
}
