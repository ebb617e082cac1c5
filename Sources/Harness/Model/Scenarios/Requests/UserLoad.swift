import DriverProtocol
import Statistics

/// Many users at once: stories that begin at times of their own, however long those before take.
public struct UserLoad: Sendable, Equatable {
  /// The users that arrive in a second; the most if the pattern changes that, but for a spike.
  public var arrivals: Double
  /// How arrivals are distributed.
  public var pattern: UserArrivals.Pattern
  /// For how long users arrive.
  public var duration: Duration
  /// The number that the times of arrivals are drawn from.
  public var seed: Int
  /// The stories, each with its share of the users.
  public var stories: [(name: String, share: Int)]
  /// The share of the users that may not be answered as expected.
  public var tolerated = 0.0
  /// A Boolean value indicating whether requests of the stories that come before have latencies, too.
  var countsEarlier = false

  /// The most requests of one load: as many times as fit into an answer.
  public static let mostRequests = 50_000.0

  /// For how long users arrive, in seconds.
  var seconds: Double { duration / .seconds(1) }

  var users: Double { arrivals * pattern.mean * seconds }

  /// The load in one line: `users 200/s poisson for 5 s: browse ×8, lend`.
  var label: String {
    let parts = stories.map { $0.name + ($0.share > 1 ? " ×\($0.share)" : "") }
    return "users \(arrivals.short)/s \(pattern.rawValue) for \(seconds.short) s: "
      + parts.joined(separator: ", ")
  }

  /// Returns whether two loads are the same.
  public static func == (a: UserLoad, b: UserLoad) -> Bool {
    a.arrivals == b.arrivals && a.pattern == b.pattern && a.duration == b.duration
      && a.seed == b.seed && a.tolerated == b.tolerated && a.countsEarlier == b.countsEarlier
      && a.stories.elementsEqual(b.stories, by: ==)
  }

  /// The load for the driver, with what users do.
  func message(in scenario: Scenario) -> UserArrivals {
    UserArrivals(
      rate: arrivals, pattern: pattern, seconds: seconds, seed: seed,
      tolerated: tolerated,
      stories: stories.compactMap { name, share in
        scenario.story(named: name).map { scenario.session(of: $0, share: share, countsEarlier) }
      })
  }
}

extension UserArrivals.Pattern {
  /// The mean rate over the time, as a share of the given one.
  var mean: Double {
    switch self {
    case .poisson, .constant: 1
    case .ramp: 0.5
    case .spike: 1.4
    }
  }

  /// The highest rate as a multiple of the mean; nil if it is the mean.
  public var peak: Double? {
    switch self {
    case .poisson, .constant: nil
    case .ramp: 1 / mean
    case .spike: 5 / mean
    }
  }
}

extension Scenario {
  /// Reports loads of more requests than an answer can tell of.
  func noteLargeLoads(in nodes: ScenarioNodes, _ problems: ProblemList) {
    for load in stories {
      guard let users = load.users else { continue }
      let requests = users.users * requestsPerUser(of: users)
      if requests > UserLoad.mostRequests {
        problems.add(
          nodes.position(of: StepReference(story: load.name, index: 0)),
          // More than an integer can count may be written.
          "the users of '\(load.name)' would send about \(Int(min(requests, 1e15))) requests",
          allowed: "up to \(Int(UserLoad.mostRequests))")
      }
    }
  }

  /// Tells the users of loads what other stories do now.
  mutating func tellUsers() {
    // In one go: after each change all stories' places are found anew.
    var told = stories
    for (index, story) in stories.enumerated() {
      if let load = story.users { told[index].steps = [Step(load, of: self)] }
    }
    stories = told
  }

  /// The names of the stories that come before those of a load, each once.
  public func earlierStories(of load: UserLoad) -> [String] {
    load.stories.compactMap { story(named: $0.name) }.flatMap { prerequisites(of: $0) }
      .map(\.name).uniqued
  }

  /// The requests of one user: those of a story, after those of the stories that it comes after.
  fileprivate func session(
    of story: Story, share: Int, _ countsEarlier: Bool
  ) -> UserArrivals.Story {
    let parts = prerequisites(of: story) + [story]
    let steps = parts.flatMap { part in
      part.steps.compactMap { step -> UserArrivals.Step? in
        guard let request = step.request else { return nil }
        var (facts, error) = ([String: Scalar](), String?.none)
        switch step.expectation {
        case .outcome(let expected, _): facts = expected
        case .refusal(let code): error = code
        case .command: break
        }
        return UserArrivals.Step(
          label: "\(part.name): \(step.label)", request: request, repetitions: step.repetitions,
          counts: countsEarlier || part.name == story.name, facts: facts, error: error)
      }
    }
    return UserArrivals.Story(share: share, steps: steps)
  }
}

extension Double {
  /// Without a fraction of 0.
  fileprivate var short: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}

struct UserLoadReader {
  static let keys = ["arrivals", "pattern", "for", "stories", "seed", "errors"]

  /// The names of the scenario's stories, and of those that are loads themselves.
  let stories: [String]
  let loads: Set<String>

  func read(_ node: YAMLNode) -> UserLoad? {
    guard let mapping = node.mapping(keys: Self.keys) else { return nil }
    let arrivals = mapping.required("arrivals", "how many users arrive, such as 200/s")?.rate()
    let pattern = mapping["pattern"].map { $0.choice(of: UserArrivals.Pattern.self) } ?? .poisson
    let duration = mapping.required("for", "how long users arrive, such as 5 s")?.duration()
    let seed = mapping["seed"].map { $0.wholeNumber(0...Int(Int32.max)) ?? 1 } ?? 1
    let tolerated = mapping["errors"].map { $0.share() } ?? 0
    let parts = mapping.required("stories", "what users do, as in { browse: 8, lend: 1 }")
      .flatMap(shares)
    guard let arrivals, let pattern, let duration, let tolerated, let parts, !parts.isEmpty else {
      return nil
    }
    let load = UserLoad(
      arrivals: arrivals, pattern: pattern, duration: duration, seed: seed, stories: parts,
      tolerated: tolerated)
    if load.users < 10 {
      node.note(
        "\(node.role) would be about \(Int(load.users)) users",
        allowed: "10 or more, by 'arrivals' or 'for'")
    }
    return load
  }

  private func shares(_ node: YAMLNode) -> [(name: String, share: Int)]? {
    guard let mapping = node.mapping() else { return nil }
    if mapping.entries.isEmpty { node.note("users do nothing", allowed: "one story or more") }
    return mapping.entries.compactMap { entry in
      guard stories.contains(entry.name) else {
        entry.key.noteUnknown(
          "there is no story '\(entry.name)'", entry.name, among: stories,
          listing: StoryReader.mostListed)
        return nil
      }
      if loads.contains(entry.name) {
        entry.key.note("'\(entry.name)' is of many users itself", allowed: "stories with steps")
        return nil
      }
      return entry.value.wholeNumber(1...1000).map { (entry.name, $0) }
    }
  }
}

extension YAMLNode {
  /// A share such as `1 %`, as a number up to a half.
  fileprivate func share() -> Double? {
    guard let text = text() else { return nil }
    if let match = text.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) *%/),
      let number = Double(match.output.1), number <= 50
    {
      return number / 100
    }
    noteWrongKind(allowed: "a share such as 1 %, up to 50 %")
    return nil
  }

  /// A rate such as `200/s` or `90/min`, as a number a second.
  fileprivate func rate() -> Double? {
    guard let text = text() else { return nil }
    if let rate = RateText.perSecond(text) { return rate }
    noteWrongKind(allowed: RateText.allowed)
    return nil
  }
}
