import DriverProtocol

/// An ordered list of steps, with the stories that must come before it.
public struct Story: Sendable, Equatable {
  /// The name in tables and on the command line.
  public var name: String
  /// The name for people.
  public var title: String
  /// Names of stories to replay before it, in the same process.
  public var after: [String]
  /// A Boolean value indicating whether it may be replayed on two builds at once; nil for the
  /// scenario's default.
  public var duet: Bool?
  /// The cycles that show whether memory is retained; nil if the story does not end in the state in
  /// which it began.
  public var cycles: CycleCount?
  /// The files to copy into the folder of its runs, in addition to the scenario's.
  public var files: [String]
  /// The story's own steps; never empty.
  public var steps: [Step]
  /// The project whose code the story does not call yet, so that its measurements say nothing about
  /// it; nil for a real story.
  public var placeholder: String?

  /// Creates a story.
  public init(
    name: String, title: String, after: [String] = [], duet: Bool? = nil, cycles: CycleCount? = nil,
    files: [String] = [], steps: [Step], placeholder: String? = nil
  ) {
    self.cycles = cycles
    self.files = files
    self.placeholder = placeholder
    self.name = name
    self.title = title
    self.after = after
    self.duet = duet
    self.steps = steps
  }
}

/// How many cycles of a story to judge.
public enum CycleCount: Sendable, Equatable {
  /// Exactly this many.
  case exactly(Int)
  /// A few, and more if these show growth.
  case automatic
}

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
