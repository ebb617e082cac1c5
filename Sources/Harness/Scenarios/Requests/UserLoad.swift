import DriverProtocol

/// Many users at once: stories that begin at times of their own, however long those before take.
public struct UserLoad: Sendable, Equatable {
  /// The verb under which the driver that sends requests knows it.
  public static let verb = "users"

  /// The users that arrive in a second; the most if the pattern changes that, but for a spike.
  public var arrivals: Double
  /// How arrivals are distributed.
  public var pattern: Pattern
  /// For how long users arrive.
  public var duration: Duration
  /// The number that the times of arrivals are drawn from.
  public var seed: Int
  /// The stories, each with its share of the users.
  public var stories: [(name: String, share: Int)]

  /// A distribution of arrivals.
  public enum Pattern: String, Sendable, CaseIterable {
    /// Independent of each other.
    case poisson
    /// At equal distances.
    case constant
    /// Independent of each other, from none to the given rate.
    case ramp
    /// Independent of each other, in the middle tenth of the time five times as many.
    case spike

    /// The mean rate over the time, as a share of the given one.
    var mean: Double {
      switch self {
      case .poisson, .constant: 1
      case .ramp: 0.5
      case .spike: 1.4
      }
    }
  }

  /// The most requests of one load: as many times as fit into an answer.
  static let mostRequests = 50_000.0

  /// The number of users to be expected.
  var users: Double { arrivals * pattern.mean * duration.seconds }

  /// The load in one line: `users 200/s poisson for 5 s: browse ×8, lend`.
  var label: String {
    let parts = stories.map { $0.name + ($0.share > 1 ? " ×\($0.share)" : "") }
    return "users \(arrivals.short)/s \(pattern.rawValue) for \(duration.seconds.short) s: "
      + parts.joined(separator: ", ")
  }

  /// Returns whether two loads are the same.
  public static func == (a: UserLoad, b: UserLoad) -> Bool {
    a.arrivals == b.arrivals && a.pattern == b.pattern && a.duration == b.duration
      && a.seed == b.seed && a.stories.elementsEqual(b.stories, by: ==)
  }

  /// The arguments for the driver. Each story is a text of JSON, since arguments hold no objects.
  func arguments(of scenario: Scenario) -> [String: Scalar] {
    let sessions = stories.compactMap { name, share in
      scenario.story(named: name).map { UserSession(of: $0, share: share, in: scenario) }
    }
    return [
      "arrivals": .number(arrivals), "pattern": .text(pattern.rawValue),
      "seconds": .number(duration.seconds), "seed": .integer(seed),
      "stories": .list(sessions.map { .text($0.json) }),
    ]
  }
}

extension Scenario {
  /// Reports loads of more requests than an answer can tell of.
  func noteLargeLoads(in text: String, _ problems: ProblemList) {
    for load in stories {
      guard let users = load.users else { continue }
      let requests = users.users * requestsPerUser(of: users)
      if requests > UserLoad.mostRequests {
        problems.add(
          ScenarioPlaces.position(of: StepReference(story: load.name, index: 0), in: text),
          "the users of '\(load.name)' would send about \(Int(requests)) requests",
          allowed: "up to \(Int(UserLoad.mostRequests))")
      }
    }
  }

  /// Tells the users of loads what other stories do now.
  mutating func tellUsers() {
    for index in stories.indices {
      if let load = stories[index].users { stories[index].steps = [Step(load, of: self)] }
    }
  }
}

/// The requests of one user, for the driver.
private struct UserSession: Encodable {
  let story: String
  let share: Int
  let requests: [Request]

  /// A request, and the facts that its answer must have.
  struct Request: Encodable {
    let label: String
    let arguments: [String: Scalar]
    let repeats: Int
    /// A Boolean value indicating whether it belongs to the story itself, so that its latency counts.
    let counts: Bool
    let facts: [String: Scalar]
    let error: String?
  }

  init(of story: Story, share: Int, in scenario: Scenario) {
    (self.story, self.share) = (story.name, share)
    requests = (scenario.prerequisites(of: story) + [story]).flatMap { part in
      part.steps.map { step in
        var (facts, error) = ([String: Scalar](), String?.none)
        switch step.expectation {
        case .outcome(let expected, _): facts = expected
        case .refusal(let code): error = code
        case .command: break
        }
        return Request(
          label: "\(part.name): \(step.label)", arguments: step.arguments,
          repeats: step.repetitions, counts: part.name == story.name, facts: facts, error: error)
      }
    }
  }

  var json: String {
    // All values come from a file of YAML, which holds nothing that JSON does not.
    String(decoding: (try? LineCodec.line(self).dropLast()) ?? [], as: UTF8.self)
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension Double {
  /// Without a fraction of 0.
  fileprivate var short: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}

/// Reads `users` of a story.
struct UserLoadReader {
  static let keys = ["arrivals", "pattern", "for", "stories", "seed"]

  /// The names of the scenario's stories, and of those that are loads themselves.
  let stories: [String]
  let loads: Set<String>

  func read(_ node: YAMLNode) -> UserLoad? {
    guard let mapping = node.mapping(keys: Self.keys) else { return nil }
    let arrivals = mapping.required("arrivals", "how many users arrive, such as 200/s")?.rate()
    let pattern = mapping["pattern"].map { $0.choice(of: UserLoad.Pattern.self) } ?? .poisson
    let duration = mapping.required("for", "how long users arrive, such as 5 s")?.duration()
    let seed = mapping["seed"].map { $0.wholeNumber(0...Int(Int32.max)) ?? 1 } ?? 1
    let parts = mapping.required("stories", "what users do, as in { browse: 8, lend: 1 }")
      .flatMap(shares)
    guard let arrivals, let pattern, let duration, let parts, !parts.isEmpty else { return nil }
    let load = UserLoad(
      arrivals: arrivals, pattern: pattern, duration: duration, seed: seed, stories: parts)
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
        entry.key.note(
          "there is no story '\(entry.name)'", allowed: stories.joined(separator: ", "),
          suggestion: NearestName.of(entry.name, among: stories))
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
  /// A rate such as `200/s` or `90/min`, as a number a second.
  fileprivate func rate() -> Double? {
    guard let text = text() else { return nil }
    if let rate = RateText.perSecond(text) { return rate }
    noteWrongKind(allowed: RateText.allowed)
    return nil
  }
}
