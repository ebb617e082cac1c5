import DriverProtocol

/// A verb, its arguments, an expected outcome, and how often it is repeated.
public struct Step: Sendable, Equatable {
  /// What the driver is to do.
  public var verb: String
  /// With what.
  public var arguments: [String: Scalar]
  /// How often within the step; at least 1.
  public var repetitions: Int
  /// What it has to lead to.
  public var expectation: Expectation
  /// How long all repetitions together may take; nil for the scenario's limit.
  public var timeLimit: Duration?

  /// A step.
  public init(
    verb: String, arguments: [String: Scalar] = [:], repetitions: Int = 1,
    expectation: Expectation, timeLimit: Duration? = nil
  ) {
    self.verb = verb
    self.arguments = arguments
    self.repetitions = repetitions
    self.expectation = expectation
    self.timeLimit = timeLimit
  }

  /// The step in one line, as in tables and on time lines: `list filter=all ×20`.
  public var label: String {
    let words = arguments.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    return verb + words + (repetitions > 1 ? " ×\(repetitions)" : "")
  }
}
