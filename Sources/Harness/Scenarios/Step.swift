import DriverProtocol

/// A verb with its arguments or a command, an expected outcome, and how often it is repeated.
public struct Step: Sendable, Equatable {
  /// The verb for the driver.
  public var verb: String
  /// The verb's arguments.
  public var arguments: [String: Scalar]
  /// The command to execute; nil for a driver's verb.
  public var command: StepCommand?
  /// The number of repetitions within the step; at least 1.
  public var repetitions: Int
  /// The expected outcome.
  public var expectation: Expectation
  /// The time limit for all repetitions together; nil for the scenario's.
  public var timeLimit: Duration?

  /// Creates a step.
  public init(
    verb: String, arguments: [String: Scalar] = [:], command: StepCommand? = nil,
    repetitions: Int = 1, expectation: Expectation, timeLimit: Duration? = nil
  ) {
    self.command = command
    self.verb = verb
    self.arguments = arguments
    self.repetitions = repetitions
    self.expectation = expectation
    self.timeLimit = timeLimit
  }

  /// A Boolean value indicating whether the file has the step's expected outcome; false only if
  /// that is still to be recorded. For a successful command more than its success must be recorded.
  public var isRecorded: Bool {
    expectation != .outcome(facts: [:], digest: nil)
      && expectation != .command(CommandExpectation())
  }

  /// The step in one line, for tables and time lines: `list filter=all ×20`, or `gzip -k a ×3`.
  public var label: String {
    let words = arguments.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    return (command?.label ?? verb + words) + (repetitions > 1 ? " ×\(repetitions)" : "")
  }
}
