import Glibc

/// An argument that a verb can't use, or the reason why the driver itself, rather than the app, can't do its part.
public enum DriverError: CodedError, Equatable {
  /// The verb needs the argument, but it is missing.
  case missing(name: String)
  /// The argument has another type.
  case wrongType(name: String, wanted: String, found: String)
  /// The argument is none of the allowed words.
  case notAllowed(name: String, found: String, allowed: [String])
  /// The verb knows no such argument.
  case unknown(name: String, allowed: [String])
  /// The driver's own argument that asks for a handicap has no valid share.
  case malformedHandicap(String)
  /// The system provided no pipe to wait on.
  case pipeRefused(errno: Int32)
  /// The kernel does not count instructions here. The name is a code of the protocol, `not-counted`.
  case notCounted(errno: Int32)

  /// `bad-argument` if a verb can't use an argument; else that of the case.
  public var code: String { isOfVerb ? "bad-argument" : codeOfCase }

  /// A Boolean value indicating whether a verb can't use an argument. A step with such an argument is wrong, which is
  /// no refusal that a scenario could expect.
  var isOfVerb: Bool {
    switch self {
    case .missing, .wrongType, .notAllowed, .unknown: true
    case .malformedHandicap, .pipeRefused, .notCounted: false
    }
  }

  /// The value that was found, and the allowed values; or the system's reason.
  public var description: String {
    switch self {
    case .missing(let name): "The argument '\(name)' is missing."
    case .wrongType(let name, let wanted, let found):
      "The argument '\(name)' must be \(wanted); found '\(found)'."
    case .notAllowed(let name, let found, let allowed):
      "The argument '\(name)' is '\(found)'; allowed: \(allowed.joined(separator: ", "))."
    case .unknown(let name, let allowed):
      allowed.isEmpty
        ? "There is no argument '\(name)'; allowed: none."
        : "There is no argument '\(name)'; allowed: \(allowed.joined(separator: ", "))."
    case .malformedHandicap(let text):
      "The share after \(Handicap.argument) is '\(text)'; allowed: 0% to 1000%, such as 2%."
    case .pipeRefused(let errno): "The system refused a pipe: \(String(cString: strerror(errno)))."
    case .notCounted(EBUSY):
      "Other programs used the processor's counters, so only some instructions were counted."
    case .notCounted(let errno):
      "The kernel refused to count instructions: \(String(cString: strerror(errno)))."
    }
  }
}
