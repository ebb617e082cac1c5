import DriverProtocol

/// An ordered list of steps, with the stories that must come before it.
public struct Story: Sendable, Equatable {
  /// The name in tables and on the command line.
  public var name: String
  /// The name people read.
  public var title: String
  /// Names of stories that are replayed before it, in the same process.
  public var after: [String]
  /// A Boolean value indicating whether it may be replayed on two builds at once; nil where it is
  /// as the scenario says.
  public var duet: Bool?
  /// The cycles by which it is judged whether memory is retained; nil where the story does not end in the
  /// state in which it began.
  public var cycles: CycleCount?
  /// The files that are copied into the folder of its runs, beside the scenario's.
  public var files: [String]
  /// The story's own steps; never empty.
  public var steps: [Step]
  /// The project whose code the story does not call yet, so that its measurements say nothing about it; nil
  /// for a story of one's own.
  public var placeholder: String?

  /// A story.
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

/// How many cycles of a story are judged.
public enum CycleCount: Sendable, Equatable {
  /// So many.
  case exactly(Int)
  /// A few, and more where these show growth.
  case automatic
}

/// A verb with its arguments or a command, an expected outcome, and how often it is repeated.
public struct Step: Sendable, Equatable {
  /// The verb for the driver.
  public var verb: String
  /// With what.
  public var arguments: [String: Scalar]
  /// The command that it carries out; nil where a driver is asked.
  public var command: StepCommand?
  /// The number of repetitions within the step; at least 1.
  public var repetitions: Int
  /// The outcome that it has to lead to.
  public var expectation: Expectation
  /// The time limit of all repetitions together; nil for the scenario's.
  public var timeLimit: Duration?

  /// A step.
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

  /// A Boolean value indicating whether the file says what the step has to lead to; false only where
  /// that is still to be recorded. Of a command that ends well more is to be said than that it does.
  public var isRecorded: Bool {
    expectation != .outcome(facts: [:], digest: nil)
      && expectation != .command(CommandExpectation())
  }

  /// The step in one line, as in tables and on time lines: `list filter=all ×20`, or `gzip -k a ×3`.
  public var label: String {
    let words = arguments.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    return (command?.label ?? verb + words) + (repetitions > 1 ? " ×\(repetitions)" : "")
  }
}
