import DriverProtocol

/// The record of one step of a run: what it did, its cost and its outcome.
public struct StepRecord: Sendable, Equatable {
  /// The story that the step belongs to: the run's own, or a prerequisite.
  public var story: String
  /// The step on one line.
  public var label: String
  /// The number of its repetitions within the step.
  public var repetitions: Int
  /// When the request was sent: ns on the run's clock.
  public var start: Int64
  /// When the answer was read: ns on the run's clock.
  public var end: Int64
  /// The cost of the core calls alone, measured by the driver.
  public var inside: Cost
  /// The cost of the whole process over the step, read by the harness at both ends. Its peak memory was reset
  /// for the step, unless ``peakIsOfStep`` is false.
  public var outside: Cost
  /// A Boolean value indicating whether the peak was reset for the step; if not, it is the process's own.
  public var peakIsOfStep: Bool
  /// Greatest memory within the step that is not backed by a file; nil if unknown.
  public var peakAnonymous: AnonymousPeak?
  /// The cost of the process and everything it started; nil if it started nothing.
  public var tree: TreeCost?
  /// The outcome.
  public var outcome: [String: Scalar]
  /// Digest over all repetitions, if the driver gave one.
  public var digest: String?
  /// The code of the refusal that was expected and came, or nil.
  public var refusal: String?
  /// The number of instructions of the core calls, or of a whole command; nil if they were not counted.
  public var instructions: Int64?
  /// The allocations of the process and everything it started; nil if they were not counted.
  public var allocations: AllocationCost?
  /// The cost of each service over the step, by its name.
  public var services: [String: ServiceCost]
  /// How long its requests or its repetitions took; nil if that was not measured.
  public var latencies: StepLatencies?
  /// The time of the driver's first thread from the request to the answer; nil if unknown.
  public var firstThread: ThreadTime?
  /// The number of items that one repetition processes; nil if nobody said.
  public var items: Int?
  /// How long its requests took, in ns, until the run's measurements are made: those are exact.
  public var exactLatencies: [Int64] = []

  /// A step's record.
  public init(
    story: String, label: String, repetitions: Int, start: Int64, end: Int64, inside: Cost,
    outside: Cost, peakIsOfStep: Bool = true, peakAnonymous: AnonymousPeak? = nil,
    tree: TreeCost? = nil, outcome: [String: Scalar], digest: String?, refusal: String? = nil,
    instructions: Int64? = nil, allocations: AllocationCost? = nil,
    services: [String: ServiceCost] = [:]
  ) {
    self.story = story
    self.label = label
    self.repetitions = repetitions
    self.start = start
    self.end = end
    self.inside = inside
    self.outside = outside
    self.peakIsOfStep = peakIsOfStep
    self.peakAnonymous = peakAnonymous
    self.tree = tree
    self.outcome = outcome
    self.digest = digest
    self.refusal = refusal
    self.instructions = instructions
    self.allocations = allocations
    self.services = services
  }

  /// The CPU time of the driver itself: reading the request, building inputs, digesting and answering. Only
  /// the measurements of the whole process include it: memory, CPU shares and storage.
  public var driverShare: Duration { outside.cpu - inside.cpu }

  /// A run without steps of its own, as one step: it costs the same from inside and from outside. The cost
  /// includes the elapsed time; the start is in ns on the run's clock.
  public static func whole(
    _ label: String, of story: String, cost: Cost, from start: Int64 = 0,
    outcome: [String: Scalar] = [:]
  ) -> StepRecord {
    var inside = cost
    (inside.storageRead, inside.storageWritten, inside.peakMemory) = (nil, nil, nil)
    return StepRecord(
      story: story, label: label, repetitions: 1, start: start,
      end: start &+ (cost.wall?.nanoseconds ?? 0), inside: inside,
      outside: Cost(
        cpu: cost.cpu, minorFaults: cost.minorFaults, majorFaults: cost.majorFaults,
        storageRead: cost.storageRead, storageWritten: cost.storageWritten,
        peakMemory: cost.peakMemory),
      outcome: outcome, digest: nil)
  }
}

/// Readings of any processes from outside, among the keys of a value that holds more: times in ns, memory in bytes.
struct OutsideReadings: Codable {
  private let cpu: Int64
  private let minorFaults: Int64?
  private let majorFaults: Int64?
  private let peakMemory: Bytes?

  init(_ cost: Cost) {
    (cpu, peakMemory) = (cost.cpu.nanoseconds, cost.peakMemory)
    (minorFaults, majorFaults) = (cost.minorFaults, cost.majorFaults)
  }

  var cost: Cost {
    Cost(
      cpu: .nanoseconds(cpu), minorFaults: minorFaults, majorFaults: majorFaults,
      peakMemory: peakMemory)
  }
}
