/// A rule of the driver protocol, in the order of trying.
public enum DriverRule: String, Sendable, Equatable, CaseIterable, Codable {
  case starts
  case hello
  case version = "protocol"
  case verbs
  case prepare
  case step
  case cost
  case outcome
  case refusal
  case output
  case idle
  case bye
  case exit
  case repeats
  case unknownKeys = "unknown-keys"

  /// The rule, in a sentence.
  public var title: String {
    switch self {
    case .starts: "The program starts."
    case .hello: "It answers 'hello' within the time limit."
    case .version: "It speaks this version of the protocol."
    case .verbs: "Its answer to 'hello' names its verbs."
    case .prepare: "It prepares its fixture."
    case .step: "It answers steps within the time limit."
    case .cost: "A step's cost is given, and is plausible."
    case .outcome: "A step that is carried out has an outcome and a digest."
    case .refusal: "It refuses a verb that it does not have, with a code and a message."
    case .output: "It writes nothing but replies to its standard output."
    case .idle: "Between two requests it waits and does not work."
    case .bye: "It answers 'bye'."
    case .exit: "Then it exits with status 0."
    case .repeats: "The same steps lead to the same outcomes in another process."
    case .unknownKeys: "It ignores keys that it does not know."
    }
  }

  /// Advice for when the rule is broken.
  public var advice: String {
    switch self {
    case .starts: "Name the program by its path, or by its name in PATH, and make it executable."
    case .hello:
      "Read a line from standard input, write the reply as one line, and flush standard output."
    case .version: "Answer 'hello' with \"protocol\":1."
    case .verbs:
      "Answer 'hello' with \"verbs\":[…], so that a typing error in a scenario shows at once."
    case .prepare:
      "Answer {\"ok\":true} once the fixture is made; --fixture gives the settings that it needs."
    case .step:
      "Answer every step, refused or not; --verb and --arguments name one that can be carried out."
    case .cost:
      "Measure the app's call alone, and answer \"cost\":{\"wall_ns\":…,\"cpu_ns\":…} with the CPU time "
        + "of all threads, also where the step is refused."
    case .outcome:
      "Answer \"outcome\":{\"count\":…} and a \"digest\" in hexadecimal of all that the call led to."
    case .refusal:
      "Answer {\"ok\":false,\"error\":{\"code\":\"unknown-verb\",\"message\":\"…\"}}, the code in lower "
        + "case with hyphens."
    case .output:
      "Write the app's output to standard error: the kits for Swift and Python do so by themselves."
    case .idle: "Finish all work before the reply; work that goes on is in no step's cost."
    case .bye: "Answer 'bye' with {\"ok\":true}."
    case .exit: "After the reply to 'bye' end the process with status 0, and all that it started."
    case .repeats:
      "Leave clocks, random numbers, addresses and the order of sets out of outcome and digest."
    case .unknownKeys: "Read the keys that you know, and ignore all others."
    }
  }
}

/// The result of trying a rule.
public struct DriverRuleResult: Sendable, Equatable {
  /// The rule.
  public let rule: DriverRule
  /// Its status.
  public let state: Status
  /// The finding; nil if there is nothing to say.
  public let detail: String?

  /// The status of a rule.
  public enum Status: String, Sendable, Equatable, CaseIterable, Codable {
    case kept = "ok"
    case broken = "failed"
    /// It could not be tried: an earlier rule was broken, or there was nothing to try it with.
    case notTried = "not-tried"
  }
}
