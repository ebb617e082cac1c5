import DriverProtocol

/// What one step of a run did, cost and led to.
public struct StepRecord: Sendable, Equatable {
  /// The story whose step it is: the run's own, or one that comes before it.
  public var story: String
  /// The step in one line.
  public var label: String
  /// How often it was repeated within the step.
  public var repetitions: Int
  /// When the request was sent: ns on the run's clock.
  public var start: Int64
  /// When the answer was read: ns on the run's clock.
  public var end: Int64
  /// The cost of the core calls alone, as the driver measured it.
  public var inside: StepCost
  /// The cost of the whole process over the step, as the harness read it at both ends.
  public var outside: ProcessCost
  /// What it led to.
  public var outcome: [String: Scalar]
  /// Digest over all repetitions, where the driver gave one.
  public var digest: String?
  /// The code of the refusal that was expected and came, or nil.
  public var refusal: String?
  /// How many instructions the core calls took, of a whole command all; nil where they were not
  /// counted.
  public var instructions: Int64?

  /// A step's record.
  public init(
    story: String, label: String, repetitions: Int, start: Int64, end: Int64, inside: StepCost,
    outside: ProcessCost, outcome: [String: Scalar], digest: String?, refusal: String? = nil,
    instructions: Int64? = nil
  ) {
    self.story = story
    self.label = label
    self.repetitions = repetitions
    self.start = start
    self.end = end
    self.inside = inside
    self.outside = outside
    self.outcome = outcome
    self.digest = digest
    self.refusal = refusal
    self.instructions = instructions
  }

  /// The CPU time that the driver itself took, ns: reading the request, building inputs,
  /// digesting and answering. Of the run's figures it is in those of the whole process alone:
  /// memory, shares of a CPU and storage.
  public var driverShare: Int64 { outside.cpu - inside.cpuNanoseconds }
}
