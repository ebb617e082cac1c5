import DriverProtocol

/// A verb with its arguments, a command or a request, an expected outcome, and how often it is repeated.
public struct Step: Sendable, Equatable {
  /// The verb for the driver.
  public var verb: String
  /// The verb's arguments.
  public var arguments: [String: Scalar]
  /// The command to execute; nil for a driver's verb and for a request.
  public var command: StepCommand?
  /// The request to send; nil for a driver's own verb and for a command.
  public private(set) var request: StepRequest?
  /// The label of many users' requests; nil for others.
  private var users: String?
  /// The number of repetitions within the step; at least 1.
  public var repetitions: Int
  /// The expected outcome.
  public var expectation: Expectation
  /// The time limit for all repetitions together; nil for the scenario's.
  public var timeLimit: Duration?
  /// The number of items that one repetition processes; nil if the file doesn't say.
  public var items: Int?

  /// Creates a step.
  public init(
    verb: String, arguments: [String: Scalar] = [:], command: StepCommand? = nil,
    repetitions: Int = 1, expectation: Expectation, timeLimit: Duration? = nil, items: Int? = nil
  ) {
    self.command = command
    self.verb = verb
    self.arguments = arguments
    self.repetitions = repetitions
    self.expectation = expectation
    self.timeLimit = timeLimit
    self.items = items
  }

  /// Creates a step that sends a request.
  init(
    request: StepRequest, repetitions: Int, expectation: Expectation, timeLimit: Duration?,
    items: Int?
  ) {
    self.init(
      verb: StepRequest.verb, arguments: LineCodec.arguments(request), repetitions: repetitions,
      expectation: expectation, timeLimit: timeLimit, items: items)
    self.request = request
  }

  /// Creates the step of a story of many users: all of them are answered as expected.
  init(_ load: UserLoad, of scenario: Scenario) {
    self.init(
      verb: UserArrivals.verb, arguments: LineCodec.arguments(load.message(in: scenario)),
      expectation: .outcome(facts: ["errors": .integer(0)], digest: nil),
      timeLimit: load.duration + scenario.timeLimit)
    users = load.label
  }

  /// A Boolean value indicating whether Rehearse's own driver carries it out, by requests.
  public var isSentByRehearse: Bool { request != nil || users != nil }

  /// A Boolean value indicating whether the file has the step's expected outcome; false only if
  /// that is still to be recorded. For a successful command more than its success must be recorded.
  public var isRecorded: Bool {
    expectation != .outcome(facts: [:], digest: nil)
      && expectation != .command(CommandExpectation())
  }

  /// The step in one line, for tables and time lines: `list filter=all ×20`, or `gzip -k a ×3`.
  public var label: String {
    let words = arguments.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let label = command?.label ?? request?.label ?? users ?? verb + words
    return label + (repetitions > 1 ? " ×\(repetitions)" : "")
  }
}
