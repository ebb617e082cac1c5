import Recording
import Statistics

/// The time that pairs take: a round of all stories, and a pair of the control.
public struct RoundTime: Sendable, Equatable {
  /// The time of one pair of each story.
  public let round: Duration
  /// The time of a pair of the control; zero without one.
  public var control: Duration = .zero

  /// The time of this many rounds, including the control's pairs.
  public func total(_ rounds: Int, by rule: DecisionRule) -> Duration {
    let stops = rule.stops
    let pairs = Decision.Control.pairs(
      through: rounds, of: min(rounds, stops.first ?? rounds), goesOn: stops.count > 1)
    return round * rounds + control * pairs
  }

  /// The number of rounds that there is time for, including the control's pairs: at most as many as planned, and
  /// never fewer than a comparison has.
  func affordable(in time: Duration, of planned: Int, by rule: DecisionRule) -> Int {
    var rounds = Int(min(max(0, time / round), Double(planned)))
    while rounds > PairedRatio.fewestPairs, total(rounds, by: rule) > time { rounds -= 1 }
    return max(PairedRatio.fewestPairs, rounds)
  }
}

extension DecisionRule {
  /// The rule and the number of rounds if there is time for only some of those planned. The remaining interim
  /// analyses may then have levels as great as if no others had been planned.
  func affording(
    _ affordable: Int, of planned: Int
  ) throws(StatisticsError) -> (rule: DecisionRule, rounds: Int) {
    guard let interims else { return (self, min(planned, affordable)) }
    var rule = self
    let left = interims.taken(with: affordable)
    rule.interims = try InterimSchedule(
      pairs: left.isEmpty ? [min(affordable, interims.pairs[0])] : left)
    return (rule, rule.interims?.pairs.last ?? planned)
  }

  /// The fewest rounds that can show a change of one of this many cells if there is time for no more; nil if not
  /// even all that are planned can. With fewer, a comparison might call a cell unchanged, but could never call
  /// one worse, however much it is.
  /// - Throws: ``StatisticsError`` if the rule's numbers allow no test.
  public func fewestRounds(showingOneOf cells: Int, of planned: Int) throws -> Int? {
    guard planned >= PairedRatio.fewestPairs else { return nil }
    for affordable in PairedRatio.fewestPairs...planned {
      let plan = try affording(affordable, of: planned)
      let level = plan.rule.interims?.level(alpha, tests: cells) ?? alpha / Double(max(1, cells))
      if plan.rounds >= PairForecast.fewest(showingAt: level) { return affordable }
    }
    return nil
  }
}
