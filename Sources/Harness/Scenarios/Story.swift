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

/// The outcome that a step has to lead to: doing less work, or other work, never passes.
public enum Expectation: Sendable, Equatable {
  /// These facts of the outcome, and this digest where one is given.
  case outcome(facts: [String: Scalar], digest: String?)
  /// A refusal with this code.
  case refusal(code: String)
  /// This ending of a command, and these contents of what it wrote.
  case command(CommandExpectation)

  /// Why a reply is not what was expected, in words, or nil where it is.
  public func objection(to reply: Reply) -> String? {
    switch self {
    case .refusal(let code):
      if reply.ok { return "expected the refusal '\(code)', but the step was carried out" }
      guard let refusal = reply.error, refusal.code == code else {
        return "expected the refusal '\(code)', found \(refusalText(of: reply))"
      }
      return nil
    case .command(let expectation):
      guard reply.ok else { return refusalText(of: reply) }
      return expectation.objection(to: reply.outcome ?? [:])
    case .outcome(let facts, let digest):
      guard reply.ok else {
        let text = refusalText(of: reply)
        guard let code = reply.error?.code else { return text }
        return "\(text)\(text.hasSuffix(".") ? "" : ".") If it is meant: expect: { error: \(code) }"
      }
      for (name, wanted) in facts.sorted(by: { $0.key < $1.key }) {
        if let objection = Self.objection(name, wanted, found: reply.outcome?[name]) {
          return objection
        }
      }
      if let digest, reply.digest != digest {
        return
          "expected digest \(Self.short(digest)), found \(reply.digest.map(Self.short) ?? "none")"
      }
      return nil
    }
  }

  /// Why a fact is not what was expected, in words, or nil where it is.
  static func objection(_ name: String, _ wanted: Scalar, found: Scalar?) -> String? {
    guard let found else {
      return "expected \(name) \(wanted), but the outcome has no '\(name)'"
    }
    if found == wanted { return nil }
    if case (.text(let wanted), .text(let found)) = (wanted, found) {
      // Of hashes a reader sees that they differ, and nothing else.
      if name.hasPrefix("digest") {
        return "expected \(name) \(short(wanted)), found \(short(found))"
      }
      if max(wanted.count, found.count) > longestInFull || wanted.contains("\n")
        || found.contains("\n"),
        let difference = TextDifference.words(found, insteadOf: wanted)
      {
        return "expected another \(name): \(difference)"
      }
    }
    // Text beside a number of the same digits would read as if there were no difference, and so would
    // two lists of which one holds text with a comma.
    return found.kind == wanted.kind && "\(found)" != "\(wanted)"
      ? "expected \(name) \(wanted), found \(found)"
      : "expected \(name) \(wanted.quoted), found the \(found.kind) \(found.quoted)"
  }

  /// Texts up to this are told in full.
  private static let longestInFull = 100

  /// A hash, as far as it tells one from another.
  private static func short(_ digest: String) -> String {
    digest.count > 24 ? "\(digest.prefix(12))…" : digest
  }

  private func refusalText(of reply: Reply) -> String {
    guard let refusal = reply.error else { return "a refusal without a reason" }
    return "the refusal '\(refusal.code)': \(refusal.message)"
  }
}

extension Scalar {
  /// The name of the kind in JSON.
  fileprivate var kind: String {
    switch self {
    case .bool: "truth value"
    case .integer, .number: "number"
    case .text: "text"
    case .list: "list"
    }
  }

  /// Text in quotes, in a list too; all else as it is.
  fileprivate var quoted: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .list(let values): "[\(values.map(\.quoted).joined(separator: ", "))]"
    case .bool, .integer, .number: description
    }
  }
}
