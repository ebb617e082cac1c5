/// A story of many users at any rate of arrivals.
///
/// A run lasts as long as the file says, but long enough for the users that a percentile needs, and no longer than
/// its requests fit into one answer. All requests of a user have latencies, also of the stories that come before:
/// people wait there, too, and a queue that grows there alone would not be seen.
public struct AdjustableLoad: Sendable {
  /// The rate of the file, users a second.
  public var ownRate: Double { load.arrivals }
  /// The rates at which runs are neither too long nor too large, users a second.
  public let rates: ClosedRange<Double>
  /// The name of the story.
  public let story: String
  /// The number of requests that a user sends, on average.
  public let requestsPerUser: Double
  /// The share of the users that may not be answered as expected.
  public var tolerated: Double { load.tolerated }
  /// The names of the stories that come before those of the users.
  public var earlierStories: [String] { scenario.earlierStories(of: load) }

  private let scenario: Scenario
  private let load: UserLoad
  private let fewestUsers: Double
  private let mostUsers: Double

  /// The longest time for which users arrive, unless the file says more: it decides which rates are too low.
  private static let longest = 20.0
  /// The shortest time for which users arrive: in less a queue hardly builds up.
  private static let shortest = 0.5
  /// The highest rate that a scenario may have.
  private static let mostArrivals = 100_000.0

  /// The load of a story, of which each run has at least so many users, on average; nil if it is not of many users at
  /// a steady rate, or if so many would send more requests than an answer can tell of.
  public init?(_ story: String, of scenario: Scenario, withUsers fewest: Int) {
    guard let load = scenario.story(named: story)?.users, load.pattern.peak == nil else {
      return nil
    }
    requestsPerUser = scenario.requestsPerUser(of: load)
    fewestUsers = Double(fewest)
    mostUsers = UserLoad.mostRequests / requestsPerUser
    guard fewestUsers <= mostUsers else { return nil }
    let longest = max(Self.longest, load.seconds)
    rates = fewestUsers / longest...min(Self.mostArrivals, mostUsers / Self.shortest)
    self.scenario = scenario
    self.story = story
    self.load = load
  }

  /// The time for which users arrive at a rate.
  public func duration(at rate: Double) -> Duration {
    .seconds(min(max(load.seconds, fewestUsers / rate), mostUsers / rate))
  }

  /// The scenario with the story at a rate.
  public func scenario(at rate: Double) -> Scenario {
    var changed = scenario
    for index in changed.stories.indices where changed.stories[index].name == story {
      changed.stories[index].users?.arrivals = rate
      changed.stories[index].users?.duration = duration(at: rate)
      changed.stories[index].users?.countsEarlier = true
    }
    changed.tellUsers()
    return changed
  }
}

extension Scenario {
  /// The number of requests that a user of a load sends, on average.
  func requestsPerUser(of load: UserLoad) -> Double {
    let shares = load.stories.reduce(0) { $0 + Double($1.share) }
    return load.stories.reduce(0) { sum, part in
      let steps = story(named: part.name).map { prerequisites(of: $0) + [$0] } ?? []
      let each = steps.flatMap(\.steps).reduce(0) { $0 + Double($1.repetitions) }
      return sum + Double(part.share) / shares * each
    }
  }
}
