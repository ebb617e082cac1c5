import Glibc

/// The reason why the driver itself, rather than the app, can't do its part.
enum DriverError: CodedError, Equatable {
  /// The argument that asks for a handicap has no valid share.
  case malformedHandicap(String)
  /// The system provided no pipe to wait on.
  case pipeRefused(errno: Int32)
  /// The kernel does not count instructions here. The name is a code of the protocol, `not-counted`.
  case notCounted(errno: Int32)

  var description: String {
    switch self {
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
