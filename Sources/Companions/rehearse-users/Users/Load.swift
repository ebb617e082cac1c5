import DriverProtocol
import Glibc
import SeededRandom

/// Many users: when each arrives, and what it does.
struct Load {
  /// When each user arrives, from the beginning, and the place of its story.
  let arrivals: [(due: Duration, story: Int)]
  /// The requests of each story, each as often as it is repeated.
  let stories: [[UserRequest]]
  /// The requests whose latencies count, story by story.
  let requests: [String]
  /// The share of the users that may not be answered as expected.
  let tolerated: Double
  /// In a pair, when the users of each block come to which side.
  let blocks: Blocks

  /// The users of a round, which are others in each: what is found of one sequence alone could be its own.
  /// - Throws: what makes a request's content unreadable.
  init(_ load: UserArrivals, inRound round: Int) throws {
    var labels: [String] = []
    stories = try load.stories.map { story in
      try story.steps.flatMap { step in
        let request = try UserRequest(step, place: labels.count)
        if step.counts { labels.append(step.label) }
        return Array(repeating: request, count: max(1, step.repetitions))
      }
    }
    requests = labels
    tolerated = load.tolerated
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(load.seed &+ round)))
    let times = Self.times(rate: load.rate, seconds: load.seconds, load.pattern, &random)
    let shares = load.stories.indices.flatMap {
      Array(repeating: $0, count: max(1, load.stories[$0].share))
    }
    arrivals = times.map { (.nanoseconds(Int64($0 * 1e9)), random.pick(shares)) }
    blocks = Blocks(of: load.seconds, beginsWithFirstSide: random.next() & 1 == 0)
  }

  /// When users arrive, in seconds: at equal distances, or independent of each other.
  static func times(
    rate: Double, seconds: Double, _ pattern: UserArrivals.Pattern, _ random: inout SplitMix64
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

extension UserArrivals.Pattern {
  /// The time until which so many users are to be expected, in seconds.
  fileprivate func time(of users: Double, rate: Double, seconds: Double) -> Double {
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

/// One of a user's requests, and what its answer has to be.
struct UserRequest {
  let label: String
  let step: RequestStep
  /// Its place among the requests whose latencies count; nil if its own does not.
  let place: Int?
  /// The code of the error that it has to lead to; nil if it has to be answered.
  let error: String?
  /// A Boolean value indicating whether more of the answer's content is looked at than its size.
  let needsContent: Bool
  /// The parts that its answer must have, sorted by name.
  private let facts: [(part: AnswerPart, wanted: Scalar)]

  /// - Throws: what makes the content unreadable.
  init(_ step: UserArrivals.Step, place: Int) throws {
    (label, self.place, error) = (step.label, step.counts ? place : nil, step.error)
    self.step = try RequestStep(step.request)
    facts = step.facts.sorted { $0.key < $1.key }.compactMap { name, wanted in
      AnswerPart(rawValue: name).map { (part: $0, wanted: wanted) }
    }
    needsContent =
      !step.request.taken.isEmpty || facts.contains { $0.part.isInContent }
      || (error != nil && !step.request.changing.isEmpty)
  }

  /// The reason why an answer is wrong; nil if it is right, and its user took from it what later requests use.
  func objection(to answer: Answer, of user: inout User) throws(UserError) -> String? {
    if let error {
      // The error may be one of reading the answer: what is taken of it, and the JSON that a user's digest needs.
      try user.take(step, from: answer)
      if step.request.changing.contains(where: { $0 != .whole }) { _ = try answer.json() }
      return "expected the error '\(error)', found the status \(answer.status)"
    }
    // Digests are not compared, so nothing else would notice.
    if answer.status >= 400, !facts.contains(where: { $0.part == .status }) {
      return "found the status \(answer.status)"
    }
    for (part, wanted) in facts {
      let found = try answer.value(of: part)?.scalar
      if found != wanted {
        return
          "expected \(part.rawValue) \(wanted), found \(found.map(\.description) ?? "none")"
      }
    }
    try user.take(step, from: answer)
    return nil
  }
}

extension AnswerPart {
  /// A Boolean value indicating whether it is found in the content itself.
  fileprivate var isInContent: Bool {
    switch self {
    case .text, .path, .length: true
    case .status, .header, .bytes: false
    }
  }
}
