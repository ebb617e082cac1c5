/// An argument that a verb can't use.
public enum ArgumentError: CodedError, Equatable {
  /// The verb needs it.
  case missing(name: String)
  /// It is there, but of another type.
  case wrongType(name: String, wanted: String, found: String)
  /// It is none of the words that are allowed.
  case notAllowed(name: String, found: String, allowed: [String])
  /// The verb knows no such argument.
  case unknown(name: String, allowed: [String])

  /// Always `bad-argument`.
  public var code: String { "bad-argument" }

  /// What was found and what is allowed.
  public var description: String {
    switch self {
    case .missing(let name): "The argument '\(name)' is missing."
    case .wrongType(let name, let wanted, let found):
      "The argument '\(name)' must be \(wanted); found '\(found)'."
    case .notAllowed(let name, let found, let allowed):
      "The argument '\(name)' is '\(found)'; allowed: \(allowed.joined(separator: ", "))."
    case .unknown(let name, let allowed):
      "There is no argument '\(name)'; allowed: \(allowed.joined(separator: ", "))."
    }
  }
}
