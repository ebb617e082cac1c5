import Costs
import DriverKit
import DriverProtocol
import Glibc
import SeededRandom

/// Many users: when each arrives, and what it does.
struct Load {
  /// When each user arrives, from the beginning, and the place of its story.
  let arrivals: [(due: Duration, story: Int)]
  let stories: [UserStory]
  /// For each user, whether it comes to side 0 first in a pair.
  let comesToFirstSide: [Bool]

  /// - Throws: `ArgumentError`, or what makes a story's text unreadable.
  init(_ arguments: Arguments) throws {
    try arguments.allow(["arrivals", "pattern", "seconds", "seed", "stories"])
    let stories = try arguments.list("stories", of: String.self).map { try UserStory(parsing: $0) }
    self.stories = stories
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(try arguments.integer("seed"))))
    let times = Self.times(
      rate: try arguments.number("arrivals"), seconds: try arguments.number("seconds"),
      try arguments.choice("pattern", of: Pattern.self), &random)
    let shares = stories.indices.flatMap { Array(repeating: $0, count: stories[$0].share) }
    arrivals = times.map { (.nanoseconds(Int64($0 * 1e9)), random.pick(shares)) }
    comesToFirstSide = times.map { _ in random.next() & 1 == 0 }
  }

  /// The requests whose latencies count, story by story.
  var requests: [String] { stories.flatMap(\.counting) }

  /// The place in ``requests`` of one that a user sends.
  func place(of request: UserRequest, by user: Int) -> Int {
    stories[..<arrivals[user].story].reduce(request.place) { $0 + $1.counting.count }
  }

  /// A distribution of arrivals.
  enum Pattern: String, CaseIterable {
    case poisson
    case constant
    case ramp
    case spike

    /// The time until which so many users are to be expected, in seconds.
    func time(of users: Double, rate: Double, seconds: Double) -> Double {
      switch self {
      case .poisson, .constant: return users / rate
      case .ramp: return (2 * seconds * users / rate).squareRoot()
      case .spike:
        // Five times as many in the middle tenth.
        let (begin, end) = (0.45 * seconds, 0.55 * seconds)
        let (before, within) = (begin * rate, (end - begin) * rate * 5)
        if users < before { return users / rate }
        if users < before + within { return begin + (users - before) / (rate * 5) }
        return end + (users - before - within) / rate
      }
    }
  }

  /// When users arrive, in seconds: at equal distances, or independent of each other.
  static func times(
    rate: Double, seconds: Double, _ pattern: Pattern, _ random: inout SplitMix64
  ) -> [Double] {
    guard rate > 0, seconds > 0, rate * seconds <= 1e7 else { return [] }
    var times: [Double] = []
    var users = 0.0
    while true {
      // A number above 0 and up to 1.
      let drawn = Double((random.next() >> 11) + 1) / Double(1 << 53)
      users += pattern == .constant ? 1 : -log(drawn)
      let time = pattern.time(of: users, rate: rate, seconds: seconds)
      if time > seconds { return times }
      times.append(time)
    }
  }
}

/// The requests of one user.
struct UserStory {
  let share: Int
  /// The requests, each as often as it is repeated.
  let requests: [UserRequest]
  /// The labels of those whose latencies count, each once.
  let counting: [String]

  init(parsing text: String) throws {
    let story = try LineCodec.message(Told.self, from: text.utf8)
    share = max(1, story.share)
    var labels: [String] = []
    requests = try story.requests.flatMap { told in
      let place = labels.count
      if told.counts { labels.append(told.label) }
      let request = UserRequest(
        label: told.label, place: place, step: try RequestStep(Arguments(told.arguments)),
        counts: told.counts, facts: told.facts, error: told.error)
      return Array(repeating: request, count: max(1, told.repeats))
    }
    counting = labels
  }

  private struct Told: Decodable {
    let share: Int
    let requests: [Request]

    struct Request: Decodable {
      let label: String
      let arguments: [String: Scalar]
      let repeats: Int
      let counts: Bool
      let facts: [String: Scalar]
      let error: String?
    }
  }
}

/// One of a user's requests, and what its answer has to be.
struct UserRequest {
  let label: String
  /// Its place among the story's requests whose latencies count, if its own does.
  let place: Int
  let step: RequestStep
  /// A Boolean value indicating whether its latency counts.
  let counts: Bool
  let facts: [String: Scalar]
  /// The code of the error that it has to lead to; nil if it has to be answered.
  let error: String?

  /// The reason why an answer is wrong; nil if it is right.
  func objection(to answer: Answer) throws(UserError) -> String? {
    if let error { return "expected the error '\(error)', found the status \(answer.status)" }
    // Digests are not compared, so nothing else would notice.
    if facts["status"] == nil, answer.status >= 400 { return "found the status \(answer.status)" }
    for (name, wanted) in facts.sorted(by: { $0.key < $1.key }) {
      let found = try step.expected.fact(name, of: answer)
      if found != wanted {
        return "expected \(name) \(wanted), found \(found.map(\.description) ?? "none")"
      }
    }
    return nil
  }
}
