/// A counter beyond what the rule allows.
public struct ContaminationExcess: Sendable, Equatable {
  /// What happened.
  public let cause: ContaminationCause
  /// How much of it, in the cause's own unit.
  public let value: Double
  /// How much the rule allows.
  public let limit: Double

  /// An excess.
  public init(cause: ContaminationCause, value: Double, limit: Double) {
    self.cause = cause
    self.value = value
    self.limit = limit
  }

  /// How many times the limit; tells which of two runs was disturbed less.
  public var severity: Double { value / limit }

  /// What happened, to a whole percent or page, as in `other processes took 35 % of a CPU`.
  public var words: String { cause.words("\(Int(value.rounded()))") }
}
