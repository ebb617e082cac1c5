/// A driver's answer: one JSON object per line on its standard output.
public struct Reply: Sendable, Equatable, Codable {
  /// A Boolean value indicating whether the request succeeded.
  public var ok: Bool
  /// The reason for the failure; set if, and only if, `ok` is false.
  public var error: Refusal?
  /// The driver's protocol version; in the answer to hello.
  public var `protocol`: Int?
  /// The driver's name; in the answer to hello.
  public var driver: String?
  /// All of the driver's verbs; in the answer to hello, so that a scenario's verbs are checked
  /// before anything is measured.
  public var verbs: [String]?
  /// How the driver can count instructions, as ``CountingMethod`` names; in the answer to hello.
  /// Nil if unknown.
  public var counts: [String]?
  /// The cost of the step; in the answer to a step, even if refused.
  public var cost: Cost?
  /// The outcome of the step, such as `count: 5000`; equal in every repetition.
  public var outcome: [String: Scalar]?
  /// A digest of the outcomes of all repetitions, in hexadecimal.
  public var digest: String?
  /// The number of instructions in the core calls, if the driver was asked to count them by `perf`.
  public var instructions: Int64?
  /// How long single requests took, in ns; in the answer to a step of many users.
  public var latencies: [Int64]?
  /// The requests in words, in the order of the steps, if their latencies are told apart.
  public var requests: [String]?
  /// For each latency the place of its request in ``requests``, from 0.
  public var places: [Int]?
  /// The elapsed time of the core calls of each repetition, in ns, with spaces between, if the driver was asked for it.
  /// It is one text, because a list of so many numbers would add to the memory of the step that is measured.
  public var elapsed: String?

  /// How a command ended; only in answers of `rehearse-stepper`.
  public var command: Command?

  /// The end of a command that was a step, and its usage besides the cost.
  public struct Command: Sendable, Equatable, Codable {
    /// Its exit status; nil if a signal ended it.
    public var status: Int?
    /// The signal that ended it, or nil.
    public var signal: Int32?
    /// The peak memory of its largest process, in the kernel's kB.
    public var peak: Int64
    /// Blocks of 512 bytes fetched from storage.
    public var readBlocks: Int64
    /// Blocks of 512 bytes made dirty.
    public var writtenBlocks: Int64
    /// A Boolean value indicating whether processes that it or an earlier command left behind still exist, or ended
    /// meanwhile.
    public var leaves: Bool

    private enum CodingKeys: String, CodingKey {
      case status, signal, leaves
      case peak = "peak_kb"
      case readBlocks = "read_blocks"
      case writtenBlocks = "written_blocks"
    }
  }

  /// A refusal: a code for machines, a message for people.
  public struct Refusal: Sendable, Equatable, Codable {
    /// A stable code in lower case with hyphens; a scenario may expect it.
    public var code: String
    /// A description of the attempt, and why it was refused.
    public var message: String

    /// Creates a refusal.
    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// Creates a reply; omit what does not belong to it.
  public init(
    ok: Bool, error: Refusal? = nil, protocol version: Int? = nil, driver: String? = nil,
    verbs: [String]? = nil, counts: [String]? = nil, cost: Cost? = nil,
    outcome: [String: Scalar]? = nil, digest: String? = nil,
    instructions: Int64? = nil, latencies: [Int64]? = nil, requests: [String]? = nil,
    places: [Int]? = nil, elapsed: String? = nil, command: Command? = nil
  ) {
    self.latencies = latencies
    self.requests = requests
    self.places = places
    self.elapsed = elapsed
    self.command = command
    self.ok = ok
    self.error = error
    self.protocol = version
    self.driver = driver
    self.verbs = verbs
    self.counts = counts
    self.cost = cost
    self.outcome = outcome
    self.digest = digest
    self.instructions = instructions
  }
}

/// The cost that a driver measured around the core calls of one step, without its own share, summed
/// over the step's repetitions.
///
/// `wall_ns` and `cpu_ns` are required. A driver that can't read the others omits them, and the
/// values are missing: what the harness measures from outside includes the driver's share, so it is
/// a different value. Storage and memory are only measured from outside.
extension Cost: Codable {
  private enum CodingKeys: String, CodingKey {
    case wall = "wall_ns"
    case cpu = "cpu_ns"
    case user = "user_us"
    case system = "system_us"
    case minorFaults = "minor_faults"
    case majorFaults = "major_faults"
    case voluntarySwitches = "voluntary_switches"
    case involuntarySwitches = "involuntary_switches"
  }

  /// Decodes a cost; unknown keys are ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func count(_ key: CodingKeys) throws -> Int64? {
      try container.decodeIfPresent(Int64.self, forKey: key)
    }
    self.init(
      wall: .nanoseconds(try container.decode(Int64.self, forKey: .wall)),
      cpu: .nanoseconds(try container.decode(Int64.self, forKey: .cpu)),
      user: try count(.user).map { .microseconds($0) },
      system: try count(.system).map { .microseconds($0) },
      minorFaults: try count(.minorFaults), majorFaults: try count(.majorFaults),
      voluntarySwitches: try count(.voluntarySwitches),
      involuntarySwitches: try count(.involuntarySwitches))
  }

  /// Encodes the values that a driver knows.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(wall?.nanoseconds, forKey: .wall)
    try container.encode(cpu.nanoseconds, forKey: .cpu)
    try container.encodeIfPresent(user?.microseconds, forKey: .user)
    try container.encodeIfPresent(system?.microseconds, forKey: .system)
    try container.encodeIfPresent(minorFaults, forKey: .minorFaults)
    try container.encodeIfPresent(majorFaults, forKey: .majorFaults)
    try container.encodeIfPresent(voluntarySwitches, forKey: .voluntarySwitches)
    try container.encodeIfPresent(involuntarySwitches, forKey: .involuntarySwitches)
  }
}
