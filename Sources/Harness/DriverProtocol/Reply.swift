/// What a driver answers: one JSON object a line on its standard output.
public struct Reply: Sendable, Equatable, Codable {
  /// Whether the request was carried out.
  public var ok: Bool
  /// Why not; set when, and only when, `ok` is false.
  public var error: Refusal?
  /// Protocol version the driver speaks; in the answer to hello.
  public var `protocol`: Int?
  /// The driver's name; in the answer to hello.
  public var driver: String?
  /// Every verb the driver knows; in the answer to hello, so that a scenario's verbs are checked
  /// before anything is measured.
  public var verbs: [String]?
  /// What the step cost; in the answer to a step, refused ones too.
  public var cost: StepCost?
  /// What the step led to, such as `count: 5000`; equal in every repetition.
  public var outcome: [String: Scalar]?
  /// A digest over all that the repetitions led to, in hexadecimal.
  public var digest: String?
  /// How many instructions the core calls took; where the driver was to count them by `perf`.
  public var instructions: Int64?

  /// A refusal: a code for machines, a message for people.
  public struct Refusal: Sendable, Equatable, Codable {
    /// Stable, lower case with hyphens; a scenario may expect it.
    public var code: String
    /// Says what was tried and why it was refused.
    public var message: String

    /// A refusal.
    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// A reply; leave out what does not belong to it.
  public init(
    ok: Bool, error: Refusal? = nil, protocol version: Int? = nil, driver: String? = nil,
    verbs: [String]? = nil, cost: StepCost? = nil,
    outcome: [String: Scalar]? = nil, digest: String? = nil,
    instructions: Int64? = nil
  ) {
    self.ok = ok
    self.error = error
    self.protocol = version
    self.driver = driver
    self.verbs = verbs
    self.cost = cost
    self.outcome = outcome
    self.digest = digest
    self.instructions = instructions
  }
}

/// What a driver measured around the core calls of one step, its own share left out.
///
/// Sums over the step's repetitions. `wallNanoseconds` and `cpuNanoseconds` are required of every
/// driver; a driver that can't read the others leaves them out, and the figure is missing: what
/// the harness sees from outside holds the driver's share too and is another figure.
public struct StepCost: Sendable, Equatable, Codable {
  /// Elapsed time, monotonic clock, ns.
  public var wallNanoseconds: Int64
  /// CPU time of all threads of the process, ns.
  public var cpuNanoseconds: Int64
  /// User part of the CPU time, µs as getrusage has it.
  public var userMicroseconds: Int64?
  /// Kernel part of the CPU time, µs.
  public var systemMicroseconds: Int64?
  /// Page faults without storage access.
  public var minorFaults: Int64?
  /// Page faults with storage access.
  public var majorFaults: Int64?
  /// Context switches to wait.
  public var voluntarySwitches: Int64?
  /// Context switches by preemption.
  public var involuntarySwitches: Int64?

  /// A cost; counters that were not read are nil.
  public init(
    wallNanoseconds: Int64, cpuNanoseconds: Int64, userMicroseconds: Int64? = nil,
    systemMicroseconds: Int64? = nil, minorFaults: Int64? = nil, majorFaults: Int64? = nil,
    voluntarySwitches: Int64? = nil, involuntarySwitches: Int64? = nil
  ) {
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.userMicroseconds = userMicroseconds
    self.systemMicroseconds = systemMicroseconds
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
    self.voluntarySwitches = voluntarySwitches
    self.involuntarySwitches = involuntarySwitches
  }

  private enum CodingKeys: String, CodingKey {
    case wallNanoseconds = "wall_ns"
    case cpuNanoseconds = "cpu_ns"
    case userMicroseconds = "user_us"
    case systemMicroseconds = "system_us"
    case minorFaults = "minor_faults"
    case majorFaults = "major_faults"
    case voluntarySwitches = "voluntary_switches"
    case involuntarySwitches = "involuntary_switches"
  }
}
