import Rounding

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

  /// What happened, as in `other processes took 35 % of a CPU`.
  public var words: String { cause.words(amount) }

  /// What happened at worst, as in `other processes took up to 35 % of a CPU`.
  public var wordsAtWorst: String { cause.words("up to \(amount)") }

  /// In two digits: the counters behind it are ticks of 10 ms, and it is only to be acted on.
  private var amount: String { NumberFormat.coarse.string(for: value) }
}
