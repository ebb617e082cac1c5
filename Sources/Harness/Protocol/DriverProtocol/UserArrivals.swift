/// Many users, for the driver that sends their requests.
public struct UserArrivals: Sendable, Codable {
  /// The verb under which the driver knows it.
  public static let verb = "users"
  /// The share of the time for which what sends the requests may wait for a CPU, percent.
  ///
  /// Users arrive whether it waits or not, so that share of them is due while it waits: above a half, even the median
  /// latency is that of users who met it waiting.
  public static let mostWaitingPercent = 50

  /// The users that arrive in a second; the most if the pattern changes that, but for a spike.
  public var rate: Double
  /// How arrivals are distributed.
  public var pattern: Pattern
  /// For how long users arrive, in seconds.
  public var seconds: Double
  /// The number that the times of arrivals are drawn from.
  public var seed: Int
  /// The share of the users that may not be answered as expected.
  public var tolerated: Double
  /// The stories of users.
  public var stories: [Story]

  /// Creates a load.
  public init(
    rate: Double, pattern: Pattern, seconds: Double, seed: Int, tolerated: Double, stories: [Story]
  ) {
    self.rate = rate
    self.pattern = pattern
    self.seconds = seconds
    self.seed = seed
    self.tolerated = tolerated
    self.stories = stories
  }

  /// A distribution of arrivals.
  public enum Pattern: String, Sendable, CaseIterable, Codable {
    /// Independent of each other.
    case poisson
    /// At equal distances.
    case constant
    /// Independent of each other, from none to the given rate.
    case ramp
    /// Independent of each other, in the middle tenth of the time five times as many.
    case spike
  }

  /// The requests of one user.
  public struct Story: Sendable, Codable {
    /// The share of the users that do it.
    public var share: Int
    /// The requests in order.
    public var steps: [Step]

    /// Creates a story.
    public init(share: Int, steps: [Step]) { (self.share, self.steps) = (share, steps) }
  }

  /// A request, and the facts that its answer must have.
  public struct Step: Sendable, Codable {
    /// The story and the step, for messages.
    public var label: String
    /// The request.
    public var request: StepRequest
    /// The number of repetitions.
    public var repetitions: Int
    /// A Boolean value indicating whether it belongs to the story itself, so that its latency counts.
    public var counts: Bool
    /// The expected facts.
    public var facts: [String: Scalar]
    /// The code of the error that it has to lead to; nil if it has to be answered.
    public var error: String?

    /// Creates a step.
    public init(
      label: String, request: StepRequest, repetitions: Int, counts: Bool,
      facts: [String: Scalar], error: String?
    ) {
      self.label = label
      self.request = request
      self.repetitions = repetitions
      self.counts = counts
      self.facts = facts
      self.error = error
    }
  }
}
